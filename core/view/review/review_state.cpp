// SPDX-License-Identifier: GPL-3.0-or-later
#include "view/review/review_state.h"

#include <algorithm>
#include <utility>

#include "model/space/space_file.h"

namespace kw::view {

namespace {

constexpr size_t mostSteps = 200;

std::vector<std::string> sizesOf(const Problem& problem) {
  std::vector<std::string> names;
  for (const Case& one : problem.cases)
    for (const auto& [size, value] : one.sizes)
      if (std::find(names.begin(), names.end(), size) == names.end()) names.push_back(size);
  return names;
}

const Round* parentWith(const std::string& hash, const std::vector<Round>& rounds) {
  const auto found = std::find_if(rounds.begin(), rounds.end(), [&](const Round& round) {
    return round.proposal && round.templateAfter == hash;
  });
  return found == rounds.end() ? nullptr : &*found;
}

}  // namespace

ReviewTexts textsOf(const LoadedProblem& loaded) {
  const Problem& problem = loaded.problem;
  return {problem.templateText.empty() ? problem.sourceText : problem.templateText,
          problem.space ? writeSpace(*problem.space) : std::string()};
}

ReviewTexts textsOf(const Proposal& proposal, const LoadedProblem& problem) {
  const auto space = readSpace(proposal.spaceText, "the space", sizesOf(problem.problem));
  return {proposal.templateText, space ? writeSpace(*space) : proposal.spaceText};
}

RoundBefore beforeOf(const Round& round, const std::vector<Round>& rounds,
                     const LoadedProblem& problem) {
  const bool hasTemplate = !problem.problem.templateText.empty();
  if (hasTemplate && !round.templateBefore.empty() && problem.templateHash == round.templateBefore)
    return {textsOf(problem), "Template before", true};
  const ReviewTexts source{problem.problem.sourceText, {}};
  if (round.templateBefore.empty()) return {source, "Source", true};
  if (const Round* parent = parentWith(round.templateBefore, rounds))
    return {textsOf(*parent->proposal, problem),
            "Template of round " + std::to_string(parent->number), true};
  return {source, "Source (the template before is not at hand)", false};
}

ReviewState::ReviewState(const ReviewTexts& before, const ReviewTexts& proposed, Proposal proposal)
    : m_sides{sideOf(before.templateText, proposed.templateText),
              sideOf(before.spaceText, proposed.spaceText)},
      m_proposed(proposed),
      m_proposal(std::move(proposal)) {}

ReviewState::Side ReviewState::sideOf(const std::string& before, const std::string& after) {
  Side side{before, after, hunksOf(before, after), {}};
  side.taken.assign(side.hunks.size(), true);
  return side;
}

size_t ReviewState::takenCount(ReviewPart part) const {
  return static_cast<size_t>(std::count(at(part).taken.begin(), at(part).taken.end(), true));
}

std::string ReviewState::text(ReviewPart part) const {
  const Side& side = at(part);
  return withHunks(side.before, side.after, side.hunks, side.taken);
}

void ReviewState::step(Sides next) {
  if (next == m_sides) return;
  m_undone.push_back(std::exchange(m_sides, std::move(next)));
  if (m_undone.size() > mostSteps) m_undone.erase(m_undone.begin());
  m_redone.clear();
}

void ReviewState::toggle(ReviewPart part, size_t hunk) {
  if (hunk >= hunks(part).size()) return;
  Sides next = m_sides;
  next[static_cast<size_t>(part)].taken[hunk].flip();
  step(std::move(next));
}

void ReviewState::takeAll(ReviewPart part, bool taken) {
  Sides next = m_sides;
  std::vector<bool>& all = next[static_cast<size_t>(part)].taken;
  all.assign(all.size(), taken);
  step(std::move(next));
}

void ReviewState::edit(ReviewPart part, const std::string& text) {
  if (text == this->text(part)) return;
  Sides next = m_sides;
  next[static_cast<size_t>(part)] = sideOf(before(part), text);
  step(std::move(next));
}

void ReviewState::undo() {
  if (!canUndo()) return;
  m_redone.push_back(std::exchange(m_sides, std::move(m_undone.back())));
  m_undone.pop_back();
}

void ReviewState::redo() {
  if (!canRedo()) return;
  m_undone.push_back(std::exchange(m_sides, std::move(m_redone.back())));
  m_redone.pop_back();
}

bool ReviewState::isUnchanged() const {
  return text(ReviewPart::kernel) == m_proposed.templateText &&
         text(ReviewPart::space) == m_proposed.spaceText;
}

bool ReviewState::takesNothing() const {
  return text(ReviewPart::kernel) == before(ReviewPart::kernel) &&
         text(ReviewPart::space) == before(ReviewPart::space);
}

Proposal ReviewState::proposal() const {
  Proposal made = m_proposal;
  if (isUnchanged()) return made;
  made.templateText = text(ReviewPart::kernel);
  made.spaceText = text(ReviewPart::space);
  return made;
}

}  // namespace kw::view
