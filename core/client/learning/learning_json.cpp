// SPDX-License-Identifier: GPL-3.0-or-later
#include <cmath>

#include "client/learning/learner.h"

namespace kw {

namespace {

// No bound is minus infinity, which JSON has no number for.
json::Value orNull(double value) {
  return std::isfinite(value) ? json::Value(value) : json::Value();
}

json::Value boundJson(const LowerBound& bound) {
  return json::Value::object(
      {{"kernels", bound.kernels}, {"mean", bound.mean}, {"low", orNull(bound.low)}});
}

}  // namespace

json::Value toJson(const LearningSettings& settings) {
  // A seed above 2^63 is no JSON integer of ours.
  return json::Value::object({{"seed", std::to_string(settings.seed)},
                              {"error_rate", settings.errorRate},
                              {"margin", settings.margin},
                              {"held_out", settings.heldOut},
                              {"least_training", settings.leastTraining},
                              {"least_held_out", settings.leastHeldOut},
                              {"resamples", settings.resamples},
                              {"max_depth", settings.limits.depth},
                              {"max_metrics", settings.limits.metrics},
                              {"repeats", settings.repeats},
                              {"evaluations", settings.evaluations},
                              {"proposals", settings.proposals}});
}

json::Value toJson(const JudgedChange& judged) {
  json::Value value = json::Value::object(
      {{"change", textOf(judged.change)}, {"training", boundJson(judged.training)}});
  if (!judged.heldOut) return value;
  value.set("held_out", boundJson(*judged.heldOut));
  value.set("accepted", judged.accepted);
  return value;
}

json::Value toJson(const Decision& decision) {
  json::Value value = json::Value::object({{"event", "decision"},
                                           {"round", decision.round},
                                           {"operator", name(decision.kind)},
                                           {"outcome", decision.outcome},
                                           {"accepted", decision.accepted},
                                           {"tried", decision.judged.size()},
                                           {"too_few_kernels", decision.few},
                                           {"without_rewards", decision.unknown},
                                           {"critical", decision.critical}});
  if (decision.best) value.set("best", textOf(decision.judged[*decision.best].change));
  json::Array judged;
  for (const JudgedChange& one : decision.judged)
    judged.push_back(toJson(one));
  value.set("judged", std::move(judged));
  return value;
}

}  // namespace kw
