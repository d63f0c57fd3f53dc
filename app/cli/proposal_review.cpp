// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/proposal_review.h"

#include <iostream>
#include <optional>
#include <utility>

#include "base/text/hidden_characters.h"
#include "base/text/trimmed.h"
#include "cli/proposal_edit.h"
#include "client/agent/proposed_problem.h"
#include "client/lifting/unified_diff.h"
#include "model/formats/wording.h"
#include "model/space/space_file.h"

namespace kw::cli {

namespace {

std::string spaceTextOf(const LoadedProblem& problem) {
  return problem.problem.space ? writeSpace(*problem.problem.space) : std::string();
}

// The source stands in the place of a template that was not there.
std::string templateTextOf(const LoadedProblem& problem) {
  return problem.problem.templateText.empty() ? problem.problem.sourceText
                                              : problem.problem.templateText;
}

Result<std::string> askedLine(const char* question, Context& context) {
  context.output.notice(question);
  std::string line;
  if (!std::getline(std::cin, line) || context.stop.stop_requested()) return failCancelled();
  return std::string(trimmed(line));
}

}  // namespace

std::string proposalText(const Round& round, const LoadedProblem& before,
                         const LoadedProblem& proposed) {
  std::string text = "Round " + std::to_string(round.number) + ", proposed by " + round.provider +
                     ":\n" + round.proposal->reasons + "\n";
  for (const CitedMetric& cited : round.proposal->evidence)
    text += "  " + cited.metric + " " + number(cited.value) + ": " + cited.says + "\n";
  text += "Expected: " + ratioText(round.proposal->expectedSpeedup) + " over the best so far; " +
          round.proposal->expectedWhy + "\n\n";
  text += lifting::unifiedDiff(templateTextOf(before), templateTextOf(proposed),
                               "template as it stands", "template proposed");
  text += lifting::unifiedDiff(spaceTextOf(before), spaceTextOf(proposed), "space as it stands",
                               "space proposed");
  return withHiddenShown(text);
}

Status showOutgoing(const language::Outgoing& outgoing, bool asks, Context& context) {
  context.output.clearStatus();
  context.output.notice("The prompt goes to " + outgoing.where + ": " +
                        numberText(static_cast<double>(outgoing.content.size())) +
                        " bytes with the source, the template, its space, the device's figures and "
                        "what was tried");
  while (asks) {
    KW_ASSIGN(const std::string reply, askedLine("Send it? [y: yes, n: no, v: view it]", context));
    if (reply == "y" || reply == "yes") break;
    if (reply == "n" || reply == "no") return failCancelled();
    if (reply == "v" || reply == "view") context.output.say(outgoing.content);
  }
  return {};
}

namespace {

Result<ReviewAnswer> rejection(Context& context) {
  ReviewAnswer answer;
  answer.decision = ReviewDecision::rejected;
  KW_ASSIGN(answer.note, askedLine("A note for the next prompt (may be empty):", context));
  return answer;
}

// The round with what a person made of its proposal, and the problem that it then is. What cannot
// be used is said, and changes nothing: the files are lost, so that the text is kept in `round`.
void edit(Round& round, std::optional<LoadedProblem>& proposed, const LoadedProblem& before,
          Context& context) {
  auto edited = editedProposal(*round.proposal, context);
  if (!edited) return context.output.notice(edited.error().text());
  round.proposal = std::move(*edited);
  auto problem = withProposal(before, *round.proposal);
  proposed.reset();
  if (!problem) return context.output.notice("It cannot be used so: " + problem.error().text());
  proposed = std::move(*problem);
  context.output.say(proposalText(round, before, *proposed));
}

}  // namespace

Result<ReviewAnswer> reviewAtTerminal(const Round& round, const LoadedProblem& before,
                                      const LoadedProblem& proposed, Context& context) {
  if (!round.message.empty()) context.output.notice(round.message);
  context.output.say(proposalText(round, before, proposed));
  Round shown = round;
  std::optional<LoadedProblem> problem = proposed;  // none where it was edited to be none
  bool isEdited = false;
  for (;;) {
    KW_ASSIGN(const std::string reply,
              askedLine(problem ? "Nothing of it was compiled yet. Accept, edit, reject or stop? "
                                  "[a/e/r/s]"
                                : "Edit it again, reject or stop? [e/r/s]",
                        context));
    if (problem && (reply == "a" || reply == "accept")) {
      if (!isEdited) return ReviewAnswer{};
      return ReviewAnswer{ReviewDecision::edited, shown.proposal, {}};
    }
    if (reply == "s" || reply == "stop") return failCancelled();
    if (reply == "r" || reply == "reject") return rejection(context);
    if (reply != "e" && reply != "edit") continue;
    isEdited = true;
    edit(shown, problem, before, context);
  }
}

}  // namespace kw::cli
