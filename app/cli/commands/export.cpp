// SPDX-License-Identifier: GPL-3.0-or-later
// kwr export: what a session holds, as files for others.
#include <array>
#include <memory>

#include "cli/command.h"
#include "cli/common_options.h"
#include "cli/json_forms.h"
#include "cli/output_places.h"
#include "client/exports/report_file.h"
#include "client/exports/winner_files.h"

namespace kw::cli {

namespace {

// As `kwr export SESSION kernel FILE`; `kwr export kernel SESSION FILE` means the same.
struct Options {
  std::string session;
  std::string kind;
  std::string file;
};

constexpr std::array kinds{"kernel", "report"};
constexpr std::array laterKinds{"t4", "cache", "csv"};

bool isKind(const std::string& word) {
  const auto is = [&word](const char* kind) { return word == kind; };
  return std::any_of(kinds.begin(), kinds.end(), is) ||
         std::any_of(laterKinds.begin(), laterKinds.end(), is);
}

Result<int> runExport(Options options, Context& context) {
  if (isKind(options.session) && !isKind(options.kind)) std::swap(options.session, options.kind);
  if (std::find(kinds.begin(), kinds.end(), options.kind) == kinds.end())
    return failInput((isKind(options.kind) ? "this version does not export "
                                           : "there is nothing to export called ") +
                         options.kind,
                     {}, "there are kernel and report");
  KW_ASSIGN(const std::unique_ptr<Session> session, openForReading(options.session));
  KW_ASSIGN(const LoadedProblem problem, problemOf(*session));
  KW_TRY(checkNotReplaced(options.file, "", options.session, problem));
  std::vector<std::string> written{options.file};
  if (options.kind == "kernel") {
    KW_ASSIGN(written, writeWinner(*session, problem, options.file));
  } else {
    KW_TRY(writeReport(*session, problem, options.file, {}, {}));
  }
  for (const std::string& file : written)
    context.output.say("Wrote " + file);
  json::Value line = summary();
  line.set("problem", problem.problem.name);
  line.set("kind", options.kind);
  line.set("files", strings(written));
  context.output.event(line);
  return 0;
}

}  // namespace

void addExport(Commands& commands) {
  auto options = std::make_shared<Options>();
  Arguments command = commands.parser.command(
      "export", "write the winner (kernel) or a report (report) of a session");
  command.operand("SESSION", options->session, "session file");
  command.operand("KIND", options->kind, "kernel: FILE.cu and FILE.h; report: HTML");
  command.operand("FILE", options->file, "what to write");
  command.whenChosen([&chosen = commands.chosen, options] {
    chosen = [options](Context& context) { return runExport(*options, context); };
  });
}

}  // namespace kw::cli
