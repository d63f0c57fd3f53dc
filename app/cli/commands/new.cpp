// SPDX-License-Identifier: GPL-3.0-or-later
// kwr new: a problem folder from a kernel.
#include <memory>

#include "cli/command.h"
#include "cli/json_forms.h"
#include "cli/lifted_forms.h"
#include "cli/questions.h"
#include "client/new_problem/answer_texts.h"
#include "client/new_problem/problem_folder.h"

namespace kw::cli {

namespace {

struct Options {
  std::string file, folder;
  drafting::AnswerTexts texts;
  std::vector<std::string> includes;
};

// A slip of a person's is said and asked for again, with all other answers kept.
Status takeIfFit(Options& options, const drafting::OpenQuestion& question, const std::string& reply,
                 const reading::GatheredSource& source, Context& context) {
  if (context.stop.stop_requested()) return failCancelled();
  drafting::AnswerTexts tried = options.texts;
  tried.take(question, reply);
  const Result<drafting::Answers> answers = drafting::answersOf(tried);
  Status fits;
  if (!answers)
    fits = fail(answers.error());
  else if (const auto draft = drafting::draftOf(source, *answers); !draft)
    fits = fail(draft.error());
  if (fits)
    options.texts = std::move(tried);
  else
    context.output.fault(fits.error().text());
  return {};
}

// Asks until nothing is missing; where nobody can be asked, all that is missing is one error.
Result<drafting::Draft> complete(Options& options, const reading::GatheredSource& source,
                                 drafting::Answers& answers, Context& context) {
  for (;;) {
    KW_ASSIGN(answers, drafting::answersOf(options.texts));
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
  command.option("--kernel", options->texts.kernel,
                 "the __global__ function, where there are several");
  command.option("--instance", options->texts.instance, "arguments of a template: \"float,8\"");
  command.repeatable("--size", options->texts.sizes,
                     "a size and its values, one case each: tokens=16,16384");
  command.repeatable("--shape", options->texts.shapes,
                     "the shape of a buffer, in sizes: x=tokens,width");
  command.repeatable("--role", options->texts.roles,
                     "where the guess is wrong: x=output (input, inout, workspace, value)");
  command.repeatable("--value", options->texts.values,
                     "what a parameter that is no size is given: epsilon=1e-5");
  command.repeatable("--type", options->texts.types, "an element type that cannot be read: x=bf16");
  command.option("--grid", options->texts.grid,
                 "where no launch in the file says it: \"ceil_div(n, 256)\"");
  command.option("--block", options->texts.block, "likewise: 256, or 16,16");
  command.option("--shared-memory", options->texts.sharedMemory,
                 "dynamic shared memory in bytes, an expression");
  command.option("--oracle", options->texts.oracle,
                 "FILE.py with reference(case, inputs); none: the source says what is right");
  command.repeatable("--include", options->includes, "a folder of headers that the file includes");
  command.repeatable("--define", options->texts.defines,
                     "a macro for the compiler: NAME or NAME=VALUE");
  command.option("--folder", options->folder, "the folder to make; the kernel's name if left out");
  command.whenChosen([&chosen = commands.chosen, options] {
    chosen = [options](Context& context) { return runNew(*options, context); };
  });
}

}  // namespace kw::cli
