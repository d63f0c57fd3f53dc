// SPDX-License-Identifier: GPL-3.0-or-later
// kwr new: a problem folder from a kernel.
#include <memory>

#include "cli/command.h"
#include "cli/json_forms.h"
#include "cli/lifted_forms.h"
#include "cli/questions.h"
#include "client/new_problem/draft.h"
#include "client/new_problem/problem_folder.h"

namespace kw::cli {

namespace {

struct Options {
  std::string file, kernel, instance, grid, block, sharedMemory, oracle, folder;
  std::vector<std::string> sizes, shapes, roles, values, types, includes;
};

template <class Add>
Status addAll(drafting::Answers& answers, const std::vector<std::string>& texts, Add add) {
  for (const std::string& text : texts)
    KW_TRY(add(answers, text));
  return {};
}

Result<drafting::Answers> answersOf(const Options& options) {
  drafting::Answers answers;
  answers.kernel = options.kernel;
  if (!options.instance.empty()) KW_TRY(drafting::setInstance(answers, options.instance));
  KW_TRY(addAll(answers, options.sizes, drafting::addSize));
  KW_TRY(addAll(answers, options.shapes, drafting::addShape));
  KW_TRY(addAll(answers, options.roles, drafting::addRole));
  KW_TRY(addAll(answers, options.values, drafting::addValue));
  KW_TRY(addAll(answers, options.types, drafting::addType));
  if (!options.grid.empty()) KW_TRY(drafting::setGeometry(answers.grid, "--grid", options.grid));
  if (!options.block.empty())
    KW_TRY(drafting::setGeometry(answers.block, "--block", options.block));
  answers.sharedMemory = options.sharedMemory;
  if (options.oracle != "none") answers.oracle = options.oracle;
  return answers;
}

// What the user typed goes where the option would have.
void take(Options& options, const drafting::OpenQuestion& question, const std::string& reply) {
  const std::string text = question.prefix + reply;
  if (question.option == "--kernel") options.kernel = text;
  if (question.option == "--instance") options.instance = text;
  if (question.option == "--grid") options.grid = text;
  if (question.option == "--block") options.block = text;
  if (question.option == "--shared-memory") options.sharedMemory = text;
  if (question.option == "--size") options.sizes.push_back(text);
  if (question.option == "--shape") options.shapes.push_back(text);
  if (question.option == "--value") options.values.push_back(text);
  if (question.option == "--type") options.types.push_back(text);
}

// A slip of a person's is said and asked for again, with all other answers kept.
Status takeIfFit(Options& options, const drafting::OpenQuestion& question, const std::string& reply,
                 const reading::GatheredSource& source, Context& context) {
  if (context.stop.stop_requested()) return failCancelled();
  Options tried = options;
  take(tried, question, reply);
  const Result<drafting::Answers> answers = answersOf(tried);
  Status fits;
  if (!answers)
    fits = fail(answers.error());
  else if (const auto draft = drafting::draftOf(source, *answers); !draft)
    fits = fail(draft.error());
  if (fits)
    options = std::move(tried);
  else
    context.output.fault(fits.error().text());
  return {};
}

// Asks until nothing is missing; where nobody can be asked, all that is missing is one error.
Result<drafting::Draft> complete(Options& options, const reading::GatheredSource& source,
                                 drafting::Answers& answers, Context& context) {
  for (;;) {
    KW_ASSIGN(answers, answersOf(options));
    KW_ASSIGN(drafting::Draft draft, drafting::draftOf(source, answers));
    if (draft.missing.empty()) return draft;
    if (!canAsk(context.output)) return fail(missingError(options.file, draft.missing));
    KW_ASSIGN(const std::string reply, ask(draft.missing.front(), context.output));
    KW_TRY(takeIfFit(options, draft.missing.front(), reply, source, context));
  }
}

Result<int> runNew(Options options, Context& context) {
  const std::vector<std::filesystem::path> folders(options.includes.begin(),
                                                   options.includes.end());
  KW_ASSIGN(const reading::GatheredSource source, reading::gatherSource(options.file, folders));
  drafting::Answers answers;
  KW_ASSIGN(const drafting::Draft draft, complete(options, source, answers, context));
  const std::string folder = options.folder.empty() ? draft.name : options.folder;
  KW_ASSIGN(const drafting::WrittenProblem written, drafting::writeProblem(draft, answers, folder));
  context.output.say(draft.name + ": " + draft.kernel);
  for (const std::string& note : draft.notes)
    context.output.say("  " + note);
  sayLifted(written, context.output);
  if (answers.oracle.empty())
    context.output.say(
        "The source itself says what is right; an oracle of your own is stronger (--oracle).");
  json::Value line = summary();
  line.set("problem", draft.name);
  line.set("kernel", draft.kernel);
  line.set("notes", strings(draft.notes));
  addLifted(line, written);
  context.output.event(line);
  return 0;
}

}  // namespace

void addNew(Commands& commands) {
  auto options = std::make_shared<Options>();
  Arguments command =
      commands.parser.command("new", "make a problem folder from a kernel in a .cu file");
  command.operand("FILE", options->file,
                  "a .cu, .cuh or .cpp file; host and framework code may be in it");
  command.option("--kernel", options->kernel, "the __global__ function, where there are several");
  command.option("--instance", options->instance, "arguments of a template: \"float,8\"");
  command.repeatable("--size", options->sizes,
                     "a size and its values, one case each: tokens=16,16384");
  command.repeatable("--shape", options->shapes, "the shape of a buffer, in sizes: x=tokens,width");
  command.repeatable("--role", options->roles,
                     "where the guess is wrong: x=output (input, inout, workspace, value)");
  command.repeatable("--value", options->values,
                     "what a parameter that is no size is given: epsilon=1e-5");
  command.repeatable("--type", options->types, "an element type that cannot be read: x=bf16");
  command.option("--grid", options->grid,
                 "where no launch in the file says it: \"ceil_div(n, 256)\"");
  command.option("--block", options->block, "likewise: 256, or 16,16");
  command.option("--shared-memory", options->sharedMemory,
                 "dynamic shared memory in bytes, an expression");
  command.option("--oracle", options->oracle,
                 "FILE.py with reference(case, inputs); none: the source says what is right");
  command.repeatable("--include", options->includes, "a folder of headers that the file includes");
  command.option("--folder", options->folder, "the folder to make; the kernel's name if left out");
  command.whenChosen([&chosen = commands.chosen, options] {
    chosen = [options](Context& context) { return runNew(*options, context); };
  });
}

}  // namespace kw::cli
