// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/proposal_review.h"

#include <iostream>

#include "base/text/hidden_characters.h"
#include "base/text/trimmed.h"
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

Result<ReviewAnswer> reviewAtTerminal(const Round& round, const LoadedProblem& before,
                                      const LoadedProblem& proposed, Context& context) {
  context.output.say(proposalText(round, before, proposed));
  for (;;) {
    KW_ASSIGN(
        const std::string reply,
        askedLine("Nothing of it was compiled yet. Accept, reject or stop? [a/r/s]", context));
    if (reply == "a" || reply == "accept") return ReviewAnswer{};
    if (reply == "s" || reply == "stop") return failCancelled();
    if (reply != "r" && reply != "reject") continue;
    ReviewAnswer answer;
    answer.decision = ReviewDecision::rejected;
    KW_ASSIGN(answer.note, askedLine("A note for the next prompt (may be empty):", context));
    return answer;
  }
}

}  // namespace kw::cli
