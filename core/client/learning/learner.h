// SPDX-License-Identifier: GPL-3.0-or-later
// Learns a profiling policy from rewards: in each round REWRITE is tried, and SPLIT where that was
// rejected; a round that changes nothing is the last.
//
// How changes are judged. A part of the kernels is set aside before anything is learnt. All
// proposals of one operator in one round, over all leaves, are a family: lower ends of their mean
// paired log-rewards on the training kernels hold for all of them at once (judgement.h says how and
// why). Of each leaf, the best one is looked at further where its lower end is above the margin,
// and accepted where the same is so on the kernels set aside. Otherwise the incumbent stays. What
// was once rejected on the kernels set aside is not looked at there again.
//
// How this keeps to the rate of errors e for a whole run. A round is only begun when the one before
// accepted something, so where nothing can be gained a run has one round, of two families. Let the
// training level be l = sqrt(e / 2). Leaves have different kernels, so their chances p of coming
// through by luck are independent: 1 - prod(1 - p) <= l, whence sum(p) <= -ln(1 - l). The kernels
// set aside are others again, and with the level (e / 2) / -ln(1 - l) for each look at them, a
// family accepts anything with a chance of at most e / 2, and the run of at most e, however many
// proposals it tries. Later rounds follow true gains, and in each the first wrong step has that
// same chance.
#pragma once

#include <functional>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "client/learning/journal.h"
#include "client/learning/judgement.h"
#include "client/learning/proposer.h"

namespace kw {

struct LearningSettings {
  uint64_t seed = 1;
  double errorRate = 0.05;
  // Of the mean log-reward: ln of the least speed-up that is worth a change. Half a per cent is
  // below what rewards resolve, and keeps changes out that only a very large table could tell.
  double margin = 0.005;
  double heldOut = 1.0 / 3;  // share of the kernels of each leaf
  // Fewer kernels that a change affects say nothing: such a proposal is not tried.
  size_t leastTraining = 8, leastHeldOut = 4;
  int resamples = 1000;
  GrowthLimits limits;
  size_t repeats = 100;    // of each reward, at most; a table gives what it has
  size_t evaluations = 0;  // pairs of a kernel and a set, in all; 0: any number
  size_t proposals = 0;    // that are judged, in all; 0: any number
};
json::Value toJson(const LearningSettings& settings);

struct JudgedChange {
  Change change;
  LowerBound training;
  std::optional<LowerBound> heldOut;  // where it came that far
  bool accepted = false;
};

// What came of one family.
struct Decision {
  size_t round = 0;
  Change::Kind kind = Change::Kind::rewrite;
  std::vector<JudgedChange> judged;
  size_t few = 0;              // proposals that affect too few kernels
  size_t unknown = 0;          // without rewards, or beyond a budget
  double critical = 0;         // see judgement.h
  std::optional<size_t> best;  // on the training kernels, among `judged`
  size_t accepted = 0;
  std::string outcome;
};
// {"change","training":{"kernels","mean","low"}}, with "held_out" and "accepted" where it came that
// far
json::Value toJson(const JudgedChange& judged);
// {"event":"decision","round","operator","outcome","accepted","tried",…,"judged":[…]}
json::Value toJson(const Decision& decision);

struct LearningResult {
  Policy policy;  // the starting one, as it was, where nothing was accepted
  std::vector<Decision> decisions;
  size_t accepted = 0;
  size_t evaluations = 0;
  size_t proposals = 0;  // that were judged
  size_t training = 0, heldOut = 0;
  std::string ended;  // why it ended
};

// What learning works on. All must outlive the call.
struct LearningTask {
  const Policy& start;
  const std::vector<ProfiledKernel>& kernels;
  RewardSource& source;
  Proposer& proposer;
  const Catalogue& catalogue;
};

// Deterministic. `decided` is told each decision, and may be empty. A kernel whose leaf in the
// starting tree has no reward is ErrorKind::badInput; on `stop`, ErrorKind::cancelled, and the log
// has all that was done.
Result<LearningResult> learn(const LearningTask& task, const LearningSettings& settings,
                             Journal& journal, const std::function<void(const Decision&)>& decided,
                             std::stop_token stop);

}  // namespace kw
