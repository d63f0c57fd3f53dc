// SPDX-License-Identifier: GPL-3.0-or-later
// What a person makes of a proposal, step by step: parts taken and left, texts edited, each step to
// be undone.
#pragma once

#include <array>
#include <cstddef>
#include <string>
#include <vector>

#include "model/problem/problem_file.h"
#include "model/proposal/proposal.h"
#include "model/proposal/round.h"
#include "view/review/hunks.h"

namespace kw::view {

struct ReviewTexts {
  std::string templateText, spaceText;
};

// Of a problem: the source stands in the place of a template that is not there.
ReviewTexts textsOf(const LoadedProblem& problem);
// Of a proposal for that problem: its space laid out as textsOf(problem) lays it out.
ReviewTexts textsOf(const Proposal& proposal, const LoadedProblem& problem);

// What a round was a change of, and how to call it.
struct RoundBefore {
  ReviewTexts texts;
  std::string name;      // "Template of round 1"
  bool isExact = false;  // else the text is no longer at hand, and the source stands in its place
};
RoundBefore beforeOf(const Round& round, const std::vector<Round>& rounds,
                     const LoadedProblem& problem);

enum class ReviewPart { kernel, space };  // the template and its space

class ReviewState {
 public:
  ReviewState() = default;
  // `proposed` are the proposal's texts; all of it is taken at first.
  ReviewState(const ReviewTexts& before, const ReviewTexts& proposed, Proposal proposal);

  const std::string& before(ReviewPart part) const { return at(part).before; }
  // The proposed text, or what was made of it by hand. The hunks lead from the text before to it.
  const std::string& after(ReviewPart part) const { return at(part).after; }
  const std::vector<Hunk>& hunks(ReviewPart part) const { return at(part).hunks; }
  bool isTaken(ReviewPart part, size_t hunk) const { return at(part).taken[hunk]; }
  size_t takenCount(ReviewPart part) const;
  // With the hunks that are taken.
  std::string text(ReviewPart part) const;

  // Steps; each can be undone. Those that change nothing are none.
  void toggle(ReviewPart part, size_t hunk);
  void takeAll(ReviewPart part, bool taken);
  // The text by hand in place of the proposed one, all of it taken.
  void edit(ReviewPart part, const std::string& text);

  bool canUndo() const { return !m_undone.empty(); }
  bool canRedo() const { return !m_redone.empty(); }
  void undo();
  void redo();

  // Nothing was left out and nothing edited.
  bool isUnchanged() const;
  // Nothing of it is taken: the texts are those before.
  bool takesNothing() const;
  // Accepted as it is, or edited with what was made of it.
  ReviewDecision decision() const {
    return isUnchanged() ? ReviewDecision::accepted : ReviewDecision::edited;
  }
  Proposal proposal() const;

 private:
  struct Side {
    std::string before, after;
    std::vector<Hunk> hunks;
    std::vector<bool> taken;
    bool operator==(const Side&) const = default;
  };
  using Sides = std::array<Side, 2>;
  const Side& at(ReviewPart part) const { return m_sides[static_cast<size_t>(part)]; }
  static Side sideOf(const std::string& before, const std::string& after);
  void step(Sides next);

  Sides m_sides;
  ReviewTexts m_proposed;
  Proposal m_proposal;
  std::vector<Sides> m_undone, m_redone;  // the last at the end
};

}  // namespace kw::view
