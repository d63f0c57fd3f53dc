// SPDX-License-Identifier: GPL-3.0-or-later
#include "client/engine/plan.h"

#include <utility>

#include "client/search/registry.h"
#include "model/formats/wording.h"
#include "model/problem/recorded_problem.h"

namespace kw {
namespace {

Status checkDevices(const std::vector<Evaluator*>& evaluators) {
  if (evaluators.empty()) return failMissing("there is no runner to tune on");
  const DeviceInfo& first = evaluators.front()->device();
  for (const Evaluator* evaluator : evaluators) {
    const DeviceInfo& device = evaluator->device();
    if (device.model == first.model && device.compiler == first.compiler) continue;
    return failInput("the runners have different devices: " + first.id + " is " + first.model +
                         " with " + first.compiler + ", " + device.id + " is " + device.model +
                         " with " + device.compiler,
                     Place{}, "times of different models cannot be compared; choose runners alike");
  }
  return {};
}

Status checkStrategy(const std::string& name, const ValidSpace& space, uint64_t seed) {
  auto strategy = makeStrategy(name, space, seed);
  KW_TRY(strategy);
  return {};
}

// An interrupted run goes on as it began; what was asked for now only decides where there is none.
Status continueLastRun(Plan& plan, const TuneOptions& options, Session& session) {
  KW_ASSIGN(const std::vector<RunRecord> runs, session.runs());
  if (runs.empty()) {
    plan.warnings.push_back("there is no run to resume in " + session.path().string() +
                            ": this is its first");
    return {};
  }
  const RunRecord& last = runs.back();
  if (options.strategy != "auto" && options.strategy != last.strategy)
    plan.warnings.push_back("resuming the last run's strategy " + last.strategy + ", not " +
                            options.strategy);
  if (options.seed != last.seed)
    plan.warnings.push_back("resuming with the last run's seed " + std::to_string(last.seed) +
                            ", not " + std::to_string(options.seed));
  plan.strategy = last.strategy;
  plan.seed = last.seed;
  return {};
}

void setSearch(Plan& plan, ValidSpace space, const TuneOptions& options) {
  plan.seed = options.seed;
  plan.strategy = resolveStrategy(options.strategy, space.size(), options.budget.evaluations,
                                  options.budget.time.has_value());
  plan.space = std::move(space);
}

}  // namespace

Status checkIsAbout(const LoadedProblem& problem, Session& session) {
  KW_ASSIGN(const std::optional<std::string> stored, session.problemName());
  if (!stored || *stored == problem.problem.name) return {};
  return failInput(
      "this session is about the problem " + *stored + ", not about " + problem.problem.name,
      Place{.file = session.path().string()}, "give each problem its own session");
}

Status checkIsReplayed(const LoadedProblem& problem, const ReplayFile& replay) {
  const LoadedProblem& recorded = replay.problem;
  if (problem.templateHash == recorded.templateHash && problem.sourceHash == recorded.sourceHash)
    return {};
  const bool isSame = problem.problem.name == recorded.problem.name;
  return failInput(
      "expected a recording of the problem " + problem.problem.name + ", found " +
          (isSame ? "one of another revision of it" : "one of " + recorded.problem.name),
      Place{.file = recorded.folder.string()},
      "name the file that is replayed as the problem, too");
}

Result<Plan> planRun(const LoadedProblem& problem, const std::vector<Evaluator*>& evaluators,
                     const TuneOptions& options, std::stop_token stop) {
  KW_TRY(requireKernel(problem.problem));
  KW_TRY(checkDevices(evaluators));
  if (!problem.problem.space)
    return failInput("the problem " + problem.problem.name + " has no template to tune", Place{},
                     "name one under \"template\" in problem.json");
  const DeviceInfo& device = evaluators.front()->device();
  KW_ASSIGN(ValidSpace space,
            ValidSpace::build(*problem.problem.space, deviceLookup(device), stop));
  KW_TRY(checkStrategy(options.strategy, space, options.seed));
  Plan plan;
  plan.protocol = options.protocol.value_or(defaultProtocol(device));
  plan.protocolText = plan.protocol.text();
  plan.warnings = problem.warnings;
  setSearch(plan, std::move(space), options);
  return plan;
}

Result<Plan> planReplay(const LoadedProblem& problem, const ReplayFile& replay,
                        const TuneOptions& options) {
  KW_TRY(checkIsReplayed(problem, replay));
  KW_TRY(checkStrategy(options.strategy, replay.recorded.space(), options.seed));
  Plan plan;
  plan.protocol = options.protocol.value_or(defaultProtocol(replay.device));
  plan.protocolText = replay.protocol;
  plan.hasSource = replay.source() != nullptr;
  setSearch(plan, replay.recorded.space(), options);
  plan.warnings.push_back("nothing is compiled or run: all times are a " + replay.device.model);
  if (const auto& origin = problem.problem.recorded; origin && !origin->report.empty())
    plan.warnings.insert(plan.warnings.end(), origin->report.begin() + 1, origin->report.end());
  if (replay.onHost) plan.warnings.push_back(std::string(hostHeading));
  return plan;
}

Status consultSession(Plan& plan, const LoadedProblem& problem, const DeviceInfo& device,
                      const TuneOptions& options, Session& session) {
  KW_TRY(checkIsAbout(problem, session));
  if (options.resume) KW_TRY(continueLastRun(plan, options, session));
  KW_ASSIGN(plan.known,
            session.countEvaluations(problem.templateHash, device.model, plan.protocolText));
  return {};
}

}  // namespace kw
