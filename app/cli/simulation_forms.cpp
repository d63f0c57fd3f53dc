// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/simulation_forms.h"

#include <cmath>

#include "cli/json_forms.h"

namespace kw::cli {

namespace {

json::Value orNull(double value) {
  return std::isfinite(value) ? json::Value(value) : json::Value();
}

void addFractions(json::Value& object, const Fractions& fractions) {
  object.set("mean_fraction", fractions.mean);
  object.set("mean_interval",
             json::Value::array({fractions.meanInterval.low, fractions.meanInterval.high}));
  object.set("median_fraction", fractions.median);
  object.set("worst_fraction", fractions.worst);
}

json::Value reachJson(const TimeToReach& reach) {
  return json::Value::object({{"fraction", reach.fraction},
                              {"runs", reach.reached},
                              {"median_evaluations", orNull(reach.medianEvaluations)},
                              {"median_seconds", orNull(reach.medianSeconds)},
                              {"expected_evaluations", orNull(reach.expectedEvaluations)},
                              {"expected_seconds", orNull(reach.expectedSeconds)}});
}

json::Value summaryJson(const NamedSummary& named) {
  json::Value object =
      json::Value::object({{"strategy", named.strategy}, {"runs", named.summary.runs}});
  addFractions(object, named.summary.atEvaluations.back().fractions);
  json::Array evaluations, times;
  for (const FractionsAtEvaluations& at : named.summary.atEvaluations) {
    evaluations.push_back(json::Value::object({{"evaluations", at.evaluations}}));
    addFractions(evaluations.back(), at.fractions);
  }
  for (const FractionsAtTime& at : named.summary.atTime) {
    times.push_back(json::Value::object({{"seconds", at.seconds}}));
    addFractions(times.back(), at.fractions);
  }
  object.set("at_evaluations", std::move(evaluations));
  object.set("at_time", std::move(times));
  object.set("reach", reachJson(named.summary.reach));
  object.set("strategy_ms_per_evaluation", named.summary.strategyMilliseconds);
  return object;
}

}  // namespace

json::Value simulationEvent(const NamedSummary& named, const Simulation& simulation) {
  json::Value event = json::Value::object({{"event", "simulated"}});
  const json::Value content = summaryJson(named);
  for (const json::Member& member : content.asObject())
    event.set(member.first, member.second);
  event.set("ran", simulation.strategy);  // what auto stood for
  return event;
}

json::Value simulationSummary(const RecordedSpace& recorded,
                              const std::vector<NamedSummary>& summaries) {
  json::Value line = summary();
  line.set("kernel", recorded.recording().kernel);
  line.set("device_model", recorded.recording().device);
  line.set("format", recorded.recording().format);
  line.set("configurations", recorded.space().size());
  line.set("usable", recorded.usableCount());
  line.set("best_ms", recorded.bestMilliseconds());
  const SimulationSummary& first = summaries.front().summary;
  line.set("strategy", summaries.front().strategy);
  line.set("runs", first.runs);
  line.set("evaluations", first.atEvaluations.back().evaluations);
  addFractions(line, first.atEvaluations.back().fractions);
  json::Array all;
  for (const NamedSummary& named : summaries)
    all.push_back(summaryJson(named));
  line.set("strategies", std::move(all));
  return line;
}

}  // namespace kw::cli
