// SPDX-License-Identifier: GPL-3.0-or-later
#include "client/agent/starting_point.h"

#include <algorithm>
#include <utility>

#include "client/agent/branch.h"

namespace kw {

namespace {

std::string numberOf(const Round& round) {
  return std::to_string(round.number);
}

// The state `head`, as far as it belongs to what the problem's template is now: null otherwise.
std::optional<LoadedProblem> fitting(const LoadedProblem& problem, const std::vector<Round>& rounds,
                                     int64_t head) {
  if (head == 0) return problem;
  if (!isOfBranch(rounds, head, problem.templateHash)) return std::nullopt;
  auto there = problemAt(problem, rounds, head);
  return there ? std::optional(std::move(*there)) : std::nullopt;
}

Result<StartingPoint> chosenPoint(const LoadedProblem& problem, const std::vector<Round>& rounds,
                                  int64_t from) {
  StartingPoint start;
  KW_ASSIGN(start.head, stateAfter(rounds, from));
  const Round* chosen = roundWithId(rounds, from);
  if (start.head == 0 && chosen && chosen->templateBefore != problem.templateHash)
    return failInput(
        "round " + numberOf(*chosen) + " began with another template than the problem has now", {},
        "give the problem as it was then, or another round");
  KW_ASSIGN(start.problem, problemAt(problem, rounds, start.head));
  if (chosen)
    start.remarks.push_back((start.head == from ? "Branching from the template of round "
                                                : "Branching from the template before round ") +
                            numberOf(*chosen));
  return start;
}

std::optional<StartingPoint> openRound(const LoadedProblem& problem,
                                       const std::vector<Round>& rounds,
                                       const std::string& provider) {
  if (rounds.empty()) return std::nullopt;
  const Round& last = rounds.back();
  if (last.ending != RoundEnding::open || last.provider != provider) return std::nullopt;
  std::optional<LoadedProblem> there = fitting(problem, rounds, last.parent);
  if (!there || there->templateHash != last.templateBefore) return std::nullopt;
  return StartingPoint{std::move(*there),
                       last.parent,
                       last.id,
                       {"Going on with round " + numberOf(last) + ", which was not over"}};
}

}  // namespace

Result<StartingPoint> startingPoint(const LoadedProblem& problem, const std::vector<Round>& rounds,
                                    std::optional<int64_t> from, const std::string& provider) {
  if (from) return chosenPoint(problem, rounds, *from);
  if (auto start = openRound(problem, rounds, provider)) return std::move(*start);
  StartingPoint start;
  start.problem = problem;
  const auto last = std::find_if(rounds.rbegin(), rounds.rend(), [](const Round& round) {
    return round.ending == RoundEnding::gained && round.proposal;
  });
  if (last == rounds.rend()) return start;
  if (auto there = fitting(problem, rounds, last->id)) {
    start.problem = std::move(*there);
    start.head = last->id;
    start.remarks.push_back("Going on from the template of round " + numberOf(*last));
  } else {
    start.remarks.push_back(
        "The session's rounds began with another template than the problem has now: what round " +
        numberOf(*last) + " gained is left aside");
  }
  return start;
}

}  // namespace kw
