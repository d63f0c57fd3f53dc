// SPDX-License-Identifier: GPL-3.0-or-later
// kwr lift: a first template and space from the constants of a problem's source.
#include <memory>

#include "cli/command.h"
#include "cli/json_forms.h"
#include "cli/lifted_forms.h"
#include "client/new_problem/problem_folder.h"

namespace kw::cli {

namespace {

Result<int> runLift(const std::string& where, Context& context) {
  KW_ASSIGN(const LoadedProblem loaded, loadProblem(where));
  KW_ASSIGN(const drafting::WrittenProblem written, drafting::liftProblem(loaded));
  sayLifted(written, context.output);
  json::Value line = summary();
  line.set("problem", loaded.problem.name);
  addLifted(line, written);
  context.output.event(line);
  return 0;
}

}  // namespace

void addLift(Commands& commands) {
  auto where = std::make_shared<std::string>();
  Arguments command = commands.parser.command(
      "lift", "make a template and a space from the constants of a problem's source");
  command.operand("PROBLEM", *where, "folder or problem.json of a problem without a template");
  command.whenChosen([&chosen = commands.chosen, where] {
    chosen = [where](Context& context) { return runLift(*where, context); };
  });
}

}  // namespace kw::cli
