// SPDX-License-Identifier: GPL-3.0-or-later
#include "client/agent/branch.h"

#include <algorithm>
#include <iterator>

#include "client/agent/proposed_problem.h"

namespace kw {

namespace {

bool isMeasured(const Round& round) {
  const bool isJudged = round.ending == RoundEnding::gained || round.ending == RoundEnding::level ||
                        round.ending == RoundEnding::lost;
  return isJudged && round.proposal;
}

// The states from `head` back to the first one, `head` first. A session that says otherwise than
// that rounds go on from earlier ones is not followed.
std::vector<const Round*> statesTo(const std::vector<Round>& rounds, int64_t head) {
  std::vector<const Round*> states;
  for (const Round* state = roundWithId(rounds, head); state;
       state = roundWithId(rounds, state->parent)) {
    if (!states.empty() && state->id >= states.back()->id) break;
    states.push_back(state);
  }
  return states;
}

bool cameToNothing(const std::vector<Round>& rounds, const Round& round) {
  return round.ending != RoundEnding::open && round.ending != RoundEnding::gained &&
         std::ranges::find(rounds, round.id, &Round::parent) == rounds.end();
}

}  // namespace

const Round* roundWithId(const std::vector<Round>& rounds, int64_t id) {
  const auto found = std::ranges::find(rounds, id, &Round::id);
  return found == rounds.end() ? nullptr : &*found;
}

Result<int64_t> roundNumbered(const std::vector<Round>& rounds, int number) {
  if (number == 0) return 0;
  const auto found = std::ranges::find(rounds, number, &Round::number);
  if (found != rounds.end()) return found->id;
  std::string there;
  for (const Round& round : rounds)
    there += (there.empty() ? "" : ", ") + std::to_string(round.number);
  return failInput("the session has no round " + std::to_string(number), {},
                   there.empty() ? "it has none yet" : "it has: " + there);
}

Result<int64_t> stateAfter(const std::vector<Round>& rounds, int64_t id) {
  if (id == 0) return 0;
  const Round* round = roundWithId(rounds, id);
  if (!round) return failInput("the session has no round with the id " + std::to_string(id));
  return isMeasured(*round) ? round->id : round->parent;
}

std::vector<Round> branchOf(const std::vector<Round>& rounds, int64_t head) {
  const std::vector<const Round*> states = statesTo(rounds, head);
  const auto isOfIt = [&](const Round& round) {
    if (std::ranges::find(states, &round) != states.end()) return true;
    if (!cameToNothing(rounds, round)) return false;
    // The state that it was tried from, and the one that came after that.
    const auto from = std::ranges::find(states, round.parent, &Round::id);
    if (from == states.end() && round.parent != 0) return false;
    return from == states.begin() || round.id < (*std::prev(from))->id;
  };
  std::vector<Round> branch;
  std::ranges::copy_if(rounds, std::back_inserter(branch), isOfIt);
  return branch;
}

bool isOfBranch(const std::vector<Round>& rounds, int64_t head, const std::string& templateHash) {
  return std::ranges::any_of(statesTo(rounds, head), [&](const Round* state) {
    return state->templateBefore == templateHash || state->templateAfter == templateHash;
  });
}

const Round* fastestGain(const std::vector<Round>& rounds, int64_t head,
                         const std::string& templateHash, double milliseconds) {
  const std::vector<const Round*> states = statesTo(rounds, head);
  const std::string& first = states.empty() ? templateHash : states.back()->templateBefore;
  const Round* fastest = nullptr;
  for (const Round& round : rounds) {
    const bool isFaster = round.ending == RoundEnding::gained && round.proposal &&
                          round.bestAfter > 0 && round.bestAfter < milliseconds;
    if (!isFaster || std::ranges::count(states, &round) > 0) continue;
    if (statesTo(rounds, round.id).back()->templateBefore != first) continue;
    fastest = &round;
    milliseconds = round.bestAfter;
  }
  return fastest;
}

Result<LoadedProblem> problemAt(const LoadedProblem& problem, const std::vector<Round>& rounds,
                                int64_t head) {
  const Round* round = roundWithId(rounds, head);
  if (!round) return problem;
  if (!round->proposal)
    return failInput("round " + std::to_string(round->number) + " has no proposal to go on from");
  return withProposal(problem, *round->proposal);
}

}  // namespace kw
