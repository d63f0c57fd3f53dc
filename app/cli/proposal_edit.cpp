// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/proposal_edit.h"

#include <unistd.h>

#include <chrono>
#include <csignal>
#include <cstdlib>
#include <optional>
#include <utility>

#include "base/files/files.h"
#include "base/process/child.h"
#include "base/text/trimmed.h"

namespace kw::cli {

namespace {

Result<std::vector<std::string>> editorCommand() {
  for (const char* variable : {"VISUAL", "EDITOR"}) {
    const char* value = std::getenv(variable);
    if (value && !trimmed(value).empty()) return process::splitCommand(value);
  }
  return std::vector<std::string>{"vi"};
}

// Makes a process group the one that the terminal listens to. Async-signal-safe.
void giveTerminalTo(pid_t group) {
  if (::isatty(STDIN_FILENO) == 0) return;
  // Who is not in the foreground is stopped for asking, unless it ignores that.
  auto* const before = ::signal(SIGTTOU, SIG_IGN);
  ::tcsetpgrp(STDIN_FILENO, group);
  ::signal(SIGTTOU, before);
}

Status runEditor(const std::vector<std::string>& files, const std::stop_token& stop) {
  process::ChildOptions options;
  KW_ASSIGN(options.arguments, editorCommand());
  const std::string program = options.arguments.front();
  options.arguments.insert(options.arguments.end(), files.begin(), files.end());
  options.pipeInput = false;
  options.pipeOutput = false;
  options.passed = {{STDIN_FILENO, STDIN_FILENO}};
  options.beforeExec = [] { giveTerminalTo(::getpgrp()); };
  auto child = process::Child::start(options);
  if (!child) {
    Error error = std::move(child).error();
    error.advice = "set VISUAL or EDITOR to your editor";
    return fail(std::move(error));
  }
  std::optional<process::Exit> exit;
  while (!(exit = child->waitFor(std::chrono::milliseconds(200))))
    if (stop.stop_requested()) child->terminate();
  giveTerminalTo(::getpgrp());
  if (stop.stop_requested()) return failCancelled();
  if (exit->signalled || exit->code != 0)
    return fail("'" + program + "' ended with " + exit->text() + ": nothing of it was taken");
  return {};
}

}  // namespace

Result<Proposal> editedProposal(const Proposal& proposal, const Context& context) {
  KW_ASSIGN(const files::TemporaryFolder folder, files::TemporaryFolder::make());
  const std::filesystem::path text = folder.path() / "template.cu";
  const std::filesystem::path space = folder.path() / "space.json";
  KW_TRY(files::writeAtomically(text, proposal.templateText));
  KW_TRY(files::writeAtomically(space, proposal.spaceText));
  KW_TRY(runEditor({text.string(), space.string()}, context.stop));
  Proposal edited = proposal;
  KW_ASSIGN(edited.templateText, files::readText(text));
  KW_ASSIGN(edited.spaceText, files::readText(space));
  return edited;
}

}  // namespace kw::cli
