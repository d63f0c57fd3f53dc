// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/json_forms.h"

#include "base/result/message.h"
#include "client/replay/replay_file.h"
#include "model/formats/final_figures.h"
#include "model/records/records_json.h"

namespace kw::cli {

namespace {

json::Value faultJson(const Error& error) {
  json::Value fault = json::Value::object({{"message", readable(error.message)}});
  if (!error.place.file.empty()) fault.set("file", error.place.file);
  if (error.place.line > 0) fault.set("line", error.place.line);
  if (error.place.column > 0) fault.set("column", error.place.column);
  if (!error.place.keyPath.empty()) fault.set("key", shortened(error.place.keyPath));
  if (!error.advice.empty()) fault.set("advice", error.advice);
  return fault;
}

json::Value caseJson(const Measurement& measurement) {
  json::Value value = json::Value::object({{"name", measurement.caseName},
                                           {"state", measurement.state},
                                           {"median_ms", measurement.median},
                                           {"low_ms", measurement.low},
                                           {"high_ms", measurement.high},
                                           {"samples", measurement.samples.size()}});
  if (measurement.floor > 0) {
    value.set("floor_ms", measurement.floor);
    value.set("floor_kind", "modelled");
  }
  return value;
}

json::Value kernelJson(const KernelResources& resources) {
  return json::Value::object({{"function", resources.function},
                              {"registers", resources.registers},
                              {"static_shared_bytes", resources.staticShared},
                              {"local_bytes", resources.local},
                              {"spill_store_bytes", resources.spillStores},
                              {"spill_load_bytes", resources.spillLoads}});
}

// --- one function for each kind of event

json::Value lineOf(const RunStarted& event) {
  json::Array devices;
  for (const DeviceInfo& device : event.devices)
    devices.push_back(deviceJson(device));
  return json::Value::object({{"event", "started"},
                              {"problem", event.problem},
                              {"devices", std::move(devices)},
                              {"valid", event.validConfigurations},
                              {"cartesian", countJson(event.cartesian)},
                              {"resumed", event.resumed},
                              {"budget", event.budget.text()},
                              {"warnings", strings(event.warnings)}});
}

json::Value lineOf(const CandidateStarted& event) {
  return json::Value::object({{"event", "phase"},
                              {"config", configurationJson(event.candidate.configuration)},
                              {"phase", event.phase}});
}

json::Value lineOf(const CandidateDone& event) {
  json::Value line = json::Value::object({{"event", "candidate"}, {"done", event.done}});
  line.set("source", !event.evaluation.candidate.isTemplate);
  line.set("resumed", event.resumed);
  if (!event.place.empty()) line.set("place", event.place);
  line.set("new_best", event.newBest);
  const json::Value evaluation = evaluationJson(event.evaluation);
  for (const auto& [key, value] : evaluation.asObject())
    line.set(key, value);
  return line;
}

json::Value lineOf(const Progress& event) {
  json::Value line = json::Value::object({{"event", "progress"},
                                          {"done", event.done},
                                          {"failed", event.failed},
                                          {"total", event.total},
                                          {"elapsed_s", event.elapsedSeconds}});
  if (event.leftSeconds >= 0) line.set("left_s", event.leftSeconds);
  if (event.bestMilliseconds > 0) line.set("best_ms", event.bestMilliseconds);
  if (event.sourceMilliseconds > 0) line.set("source_ms", event.sourceMilliseconds);
  return line;
}

json::Value lineOf(const Notice& event) {
  return json::Value::object({{"event", "notice"}, {"text", event.text}});
}

json::Value lineOf(const Dropped& event) {
  return json::Value::object({{"event", "dropped"}, {"missed", event.missed}});
}

}  // namespace

json::Value strings(const std::vector<std::string>& texts) {
  json::Array array;
  for (const std::string& text : texts)
    array.push_back(text);
  return array;
}

json::Value countJson(double count) {
  constexpr double exactUpTo = 9007199254740992.0;  // 2^53
  return count <= exactUpTo ? json::Value(static_cast<int64_t>(count)) : json::Value(count);
}

json::Value summary() {
  return json::Value::object({{"event", "summary"}});
}

void addError(json::Value& summary, const Error& error) {
  json::Array faults{faultJson(error)};
  for (const Error& further : error.further)
    faults.push_back(faultJson(further));
  summary.set("status", exitStatus(error.kind));
  summary.set("error", error.text());
  summary.set("faults", std::move(faults));
}

json::Value summaryOf(const Error& error) {
  json::Value value = summary();
  addError(value, error);
  return value;
}

json::Value configurationJson(const Configuration& configuration) {
  json::Value object{json::Object{}};
  for (const auto& one : configuration.values())
    std::visit([&](const auto& held) { object.set(one.first, json::Value(held)); }, one.second);
  return object;
}

json::Value evaluationJson(const Evaluation& evaluation) {
  const Verdict& verdict = evaluation.verdict;
  json::Value value = json::Value::object(
      {{"config", configurationJson(evaluation.candidate.configuration)},
       {"geomean_ms", evaluation.geomean > 0 ? json::Value(evaluation.geomean) : json::Value()},
       {"verdict", name(verdict.kind)},
       {"verified_cases", verdict.verifiedCases},
       {"all_cases", verdict.allCases},
       {"oracle", verdict.oracle},
       {"message", verdict.message}});
  if (!verdict.appliesToAll()) value.set("not_applicable_to", strings(verdict.notApplicableTo));
  if (!verdict.detail.empty()) value.set("detail", verdict.detail);
  value.set("depth", name(evaluation.depth));
  value.set("check_seed", evaluation.checkSeed);
  value.set("costs_ms", json::Value::object({{"compile", evaluation.costs.compile},
                                             {"quick", evaluation.costs.verify},
                                             {"full", evaluation.costs.full},
                                             {"thorough", evaluation.costs.thorough}}));
  if (!verdict.globals.empty()) value.set("globals", strings(verdict.globals));
  if (!verdict.sanitizers.empty()) value.set("sanitizers", strings(verdict.sanitizers));
  if (!verdict.unchecked.empty()) value.set("unchecked", strings(verdict.unchecked));
  if (verdict.difference) {
    value.set("what", verdict.difference->what);
    value.set("inputs", verdict.difference->inputs);
    value.set("ulps", verdict.difference->ulps);
  }
  json::Array cases, kernels;
  for (const Measurement& measurement : evaluation.measurements)
    cases.push_back(caseJson(measurement));
  for (const KernelResources& resources : evaluation.resources)
    kernels.push_back(kernelJson(resources));
  value.set("cases", std::move(cases));
  value.set("kernels", std::move(kernels));
  return value;
}

json::Value speedupInterval(const Speedup& speedup) {
  return json::Value::array({speedup.interval95.low, speedup.interval95.high});
}

json::Value caseWinnerJson(const Standing& standing, const CaseWinner& winner) {
  const auto known = [](double value) { return value > 0 ? json::Value(value) : json::Value(); };
  const Evaluation& evaluation = standing.evaluations[winner.winner];
  return json::Value::object({{"case", winner.caseName},
                              {"config", configurationJson(evaluation.candidate.configuration)},
                              {"differs", winner.differs},
                              {"applies_to_all", evaluation.verdict.appliesToAll()},
                              {"median_ms", winner.median},
                              {"low_ms", winner.low},
                              {"high_ms", winner.high},
                              {"general_ms", known(winner.generalMedian)},
                              {"over_general", known(winner.overGeneral.ratio)},
                              {"over_general_95", speedupInterval(winner.overGeneral)},
                              {"over_source", known(winner.overSource.ratio)},
                              {"over_source_95", speedupInterval(winner.overSource)}});
}

json::Value finalFiguresJson(const Problem& problem, const Standing& standing) {
  json::Array figures;
  for (const FinalFigure& figure : finalFiguresOf(problem, standing)) {
    json::Value one = json::Value::object({{"case", figure.caseName},
                                           {"state", std::string(name(figure.state))},
                                           {"median", figure.best->median},
                                           {"low", figure.best->low},
                                           {"high", figure.best->high},
                                           {"samples", figure.best->samples.size()},
                                           {"per_sample", figure.best->perSample}});
    if (figure.source) {
      one.set("source_median", figure.source->median);
      one.set("speedup", figure.speedup());
    }
    const TimingConditions& seen = figure.best->conditions;
    if (seen.highestClock > 0)
      one.set("clock_mhz", json::Value::array({seen.lowestClock, seen.highestClock}));
    one.set("set_aside", seen.setAside);
    one.set("disturbances", strings(seen.disturbances));
    figures.push_back(std::move(one));
  }
  return figures;
}

json::Value duelJson(const Duel& duel) {
  const DuelResult result = resultOf(duel);
  json::Array cases;
  for (const DuelCase& one : duel.cases) {
    const DuelResult of = resultOf(duel, one.caseName);
    cases.push_back(json::Value::object(
        {{"case", one.caseName},
         {"speedup", of.speedup},
         {"speedup_95", json::Value::array({of.interval95.low, of.interval95.high})}}));
  }
  const auto candidate = [](const Candidate& one) {
    return one.isTemplate ? configurationJson(one.configuration) : json::Value("source");
  };
  return json::Value::object(
      {{"first", candidate(duel.first)},
       {"second", candidate(duel.second)},
       {"speedup", result.speedup},
       {"speedup_95", json::Value::array({result.interval95.low, result.interval95.high})},
       {"outcome", std::string(name(result.outcome))},
       {"blocks", result.blocks},
       {"blocks_for_tie", result.blocksForTie},
       {"kernel_ms", duel.kernelMilliseconds},
       {"oracle", duel.oracle},
       {"cases", std::move(cases)}});
}

json::Value deviceJson(const DeviceInfo& device) {
  return toJson(device);
}

json::Value eventJson(const Event& event) {
  return std::visit([](const auto& which) { return lineOf(which); }, event);
}

json::Value summaryOf(const TuneSummary& result) {
  json::Value value = summary();
  value.set("problem", result.problem);
  value.set("device", result.device.id);
  value.set("device_model", result.device.model);
  value.set("replayed", result.device.kind == replayKind);
  if (result.device.isHost()) value.set("note", "CPU time: says nothing about a GPU");
  value.set("evaluated", result.evaluated);
  value.set("verified", result.verified);
  value.set("failed", result.failed);
  value.set("resumed", result.resumed);
  value.set("source_resumed", result.sourceResumed);
  value.set("unsaved", result.unsaved);
  value.set("best", result.best ? evaluationJson(*result.best) : json::Value());
  value.set("source", result.source ? evaluationJson(*result.source) : json::Value());
  value.set("speedup", result.speedup > 0 ? json::Value(result.speedup) : json::Value());
  value.set("speedup_95",
            speedupInterval({result.speedup, {result.speedupLow, result.speedupHigh}, 0}));
  value.set("speedup_blocks", result.speedupBlocks);
  value.set("cancelled", result.cancelled);
  value.set("exhausted", result.exhausted);
  value.set("wall_s", result.wallSeconds);
  value.set("kernel_s", result.kernelSeconds);
  value.set("warnings", strings(result.warnings));
  return value;
}

}  // namespace kw::cli
