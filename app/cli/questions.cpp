// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/questions.h"

#include <unistd.h>

#include <iostream>

#include "base/text/shell_word.h"
#include "base/text/trimmed.h"

namespace kw::cli {

bool canAsk(const Output& output) {
  return !output.isJson() && ::isatty(STDIN_FILENO) != 0 && ::isatty(STDERR_FILENO) != 0;
}

Result<std::string> ask(const drafting::OpenQuestion& question, Output& output) {
  for (;;) {
    output.notice(question.what + ", such as " + question.example + "?");
    std::string reply;
    if (!std::getline(std::cin, reply)) return failCancelled();
    if (!trimmed(reply).empty()) return std::string(trimmed(reply));
  }
}

Error missingError(const std::string& file, const std::vector<drafting::OpenQuestion>& missing) {
  std::vector<Error> faults;
  for (const drafting::OpenQuestion& question : missing) {
    Error fault{
        ErrorKind::badInput, "missing: " + question.what, Place{file, 0, 0, {}},
        "give it with " + question.option + " " + shellWord(question.prefix + question.example)};
    faults.push_back(std::move(fault));
  }
  return joined(std::move(faults));
}

}  // namespace kw::cli
