// SPDX-License-Identifier: GPL-3.0-or-later
// Learning on many made-up tables, and what came of it.
#pragma once

#include "client/learning/learner.h"
#include "core/client/learning/made_rewards.h"

namespace kw::test {

struct Trial {
  size_t accepted = 0;
  size_t wronglyAccepted = 0;  // changes after which the true gain is no larger than before
  size_t regimesFound = 0;     // of four; see MadeRewards
  double gained = 0;           // share of the best tree's true gain
  bool isBest = false;         // all regimes found, and nothing accepted wrongly
  size_t evaluations = 0, proposals = 0;
};

Trial learnOnce(const MadeSettings& made, const LearningSettings& settings);

struct Trials {
  std::vector<Trial> all;

  size_t withWrong() const;  // tables on which something was accepted wrongly
  size_t best() const;
  double found() const;  // mean share of the four regimes
  double gained() const;
};

// `count` tables with the seeds that follow made.seed, on `threads` threads. The result does not
// depend on their number.
Trials learnOften(const MadeSettings& made, const LearningSettings& settings, size_t count,
                  unsigned threads);

// The upper end of Clopper and Pearson's two-sided 95 % interval for `hits` of `count`.
double upperBound95(size_t hits, size_t count);

}  // namespace kw::test
