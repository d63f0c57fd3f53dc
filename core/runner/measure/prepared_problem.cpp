// SPDX-License-Identifier: GPL-3.0-or-later
#include "runner/measure/prepared_problem.h"

#include <map>
#include <utility>

#include "runner/measure/answer_source.h"
#include "runner/measure/candidate_evaluation.h"
#include "runner/measure/deep_check.h"
#include "runner/measure/duel_run.h"
#include "runner/measure/evaluation_setting.h"
#include "runner/measure/memory_budget.h"
#include "runner/measure/null_kernels.h"
#include "runner/measure/open_case.h"
#include "runner/measure/profile_run.h"
#include "runner/measure/trusted_source.h"

namespace kw {

namespace {

class OpenProblem final : public PreparedProblem {
 public:
  OpenProblem(Device& device, const LoadedProblem& problem, const PrepareOptions& options)
      : m_device(device),
        m_problem(problem),
        m_options(options),
        m_answers(problem, limits(), options.consentToNoSandbox) {}

  Status open(std::stop_token stop);

  const std::vector<protocol::OpenedCase>& cases() const override { return m_listed; }
  const std::vector<std::string>& warnings() const override { return m_warnings; }
  bool deviceLost() const override { return m_deviceLost; }

  Result<Evaluation> evaluate(const EvaluationJob& job,
                              const std::function<void(const std::string&)>& phase,
                              std::stop_token stop) override;
  Result<Duel> duel(const DuelJob& job, const std::function<void(const std::string&)>& phase,
                    std::stop_token stop) override;
  Result<CounterReading> profile(const ProfileJob& job,
                                 const std::function<void(const std::string&)>& phase,
                                 std::stop_token stop) override;

 private:
  struct Try {
    Result<Evaluation> result;
    bool killed = false;
  };
  Try evaluateOnce(const EvaluationJob& job, const std::function<void(const std::string&)>& phase,
                   std::stop_token stop);
  void note(const std::string& text) const {
    if (m_options.note) m_options.note(text);
  }
  // What an oracle keeps us waiting for is told as what happens at the moment.
  OracleLimits limits() {
    OracleLimits all;
    all.note = [this](const std::string& text) { m_phase ? m_phase(text) : note(text); };
    return all;
  }
  EvaluationSetting setting() {
    return {.device = m_device,
            .problem = m_problem,
            .cases = m_cases,
            .keepScratch = m_keepScratch,
            .seed = m_options.seed,
            .sourceMilliseconds = m_sourceMilliseconds,
            .deep = *m_deep,
            .bestMilliseconds = m_bestMilliseconds};
  }
  Status checkUsable() const;
  Status openCases();
  Status tryNullKernels(std::stop_token stop);
  Status repair(std::stop_token stop);
  void list();

  Device& m_device;
  const LoadedProblem& m_problem;
  PrepareOptions m_options;
  AnswerSource m_answers;
  OpenCases m_cases;
  bool m_keepScratch = true;
  std::optional<DeepCheck> m_deep;
  double m_bestMilliseconds = 0;
  std::vector<protocol::OpenedCase> m_listed;
  std::vector<std::string> m_warnings;
  std::map<std::string, double> m_sourceMilliseconds;
  bool m_mayBeDamaged = false;
  bool m_deviceLost = false;
  std::function<void(const std::string&)> m_phase;  // of the evaluation under way
};

Status OpenProblem::open(std::stop_token stop) {
  if (m_problem.problem.oracle.none()) {
    return failInput("the problem has no oracle, so nothing can be verified", {},
                     "add \"oracle\": {\"python\": \"oracle.py\"} to problem.json");
  }
  KW_TRY(openCases());
  KW_ASSIGN(const MemoryBudget budget, memoryBudget(m_device, m_cases));
  m_keepScratch = budget.keepScratch;
  for (const auto& open : m_cases) {
    if (stop.stop_requested()) return failCancelled();
    note("inputs and oracle of case " + open->name());
    KW_TRY(open->make(stop));
  }
  KW_TRY(
      answerFromSource(m_device, m_problem, m_cases, m_options, m_keepScratch, m_warnings, stop));
  KW_TRY(tryNullKernels(stop));
  m_deep.emplace(TwinParts{.device = m_device,
                           .problem = m_problem,
                           .answers = m_answers,
                           .source = m_options.source,
                           .keepScratch = m_keepScratch});
  list();
  return {};
}

Status OpenProblem::tryNullKernels(std::stop_token stop) {
  KW_ASSIGN(const auto accepted, acceptedNullKernels(m_device, m_cases, m_keepScratch, stop));
  for (const std::string& kernel : accepted) {
    m_warnings.push_back(nullKernelWarning(kernel));
    for (const auto& open : m_cases)
      open->strength += ", which also accepts a kernel that " + kernel;
  }
  return {};
}

Status OpenProblem::openCases() {
  for (const Case& which : m_problem.problem.cases) {
    KW_ASSIGN(auto open, OpenCase::open(m_device, m_problem, which, m_options.seed, m_answers));
    m_cases.push_back(std::move(open));
  }
  return {};
}

void OpenProblem::list() {
  for (const auto& open : m_cases) {
    m_listed.push_back({.name = open->name(),
                        .bytes = open->lastingBytes() + open->data().scratchBytes(),
                        .oracle = open->strength});
  }
}

// After a candidate that wrote where it should not: whatever it hit is made anew.
Status OpenProblem::repair(std::stop_token stop) {
  for (const auto& open : m_cases) {
    KW_ASSIGN(const bool intact, open->data().isIntact());
    if (intact) continue;
    note("making case " + open->name() + " anew, since a candidate wrote over it");
    KW_TRY(open->make(stop));
    if (open->judge() != Judge::trusted) continue;
    KW_TRY(answerAgain(m_device, m_problem, m_cases, *open, *m_options.source, m_keepScratch));
  }
  m_mayBeDamaged = false;
  return {};
}

OpenProblem::Try OpenProblem::evaluateOnce(const EvaluationJob& job,
                                           const std::function<void(const std::string&)>& phase,
                                           std::stop_token stop) {
  if (m_mayBeDamaged)
    if (Status repaired = repair(stop); !repaired) return {fail(std::move(repaired).error())};
  const EvaluationSetting given = setting();
  CandidateEvaluation evaluation(
      given, job, phase ? phase : [](const std::string&) {}, stop);
  m_phase = phase;
  auto result = evaluation.run();
  m_phase = {};
  m_deviceLost = evaluation.deviceLost();
  // Cancelled in the middle: nobody has looked at the inputs.
  m_mayBeDamaged = evaluation.mayHaveDamaged() || !result;
  return {std::move(result), evaluation.killed()};
}

Status OpenProblem::checkUsable() const {
  if (!m_deviceLost) return {};
  return fail("a candidate has left " + m_device.info().id + " unusable",
              "this process has to be replaced");
}

Result<Evaluation> OpenProblem::evaluate(const EvaluationJob& job,
                                         const std::function<void(const std::string&)>& phase,
                                         std::stop_token stop) {
  KW_TRY(checkUsable());
  Try tried = evaluateOnce(job, phase, stop);
  if (tried.killed && tried.result) tried = evaluateOnce(job, phase, stop);
  // All is compared with the source: a verdict that may not be its fault would spoil the session.
  if (tried.killed && tried.result && !job.candidate.isTemplate)
    return fail("the source kernel's process was killed from elsewhere, twice: " +
                    tried.result->verdict.message,
                "is the memory exhausted?");
  return std::move(tried.result);
}

Result<Duel> OpenProblem::duel(const DuelJob& job,
                               const std::function<void(const std::string&)>& phase,
                               std::stop_token stop) {
  KW_TRY(checkUsable());
  if (m_mayBeDamaged) KW_TRY(repair(stop));
  const EvaluationSetting given = setting();
  DuelRun run(
      given, job, phase ? phase : [](const std::string&) {}, std::move(stop));
  m_phase = phase;
  auto result = run.run();
  m_phase = {};
  m_deviceLost = run.deviceLost();
  m_mayBeDamaged = run.mayHaveDamaged() || !result;
  return result;
}

Result<CounterReading> OpenProblem::profile(const ProfileJob& job,
                                            const std::function<void(const std::string&)>& phase,
                                            std::stop_token stop) {
  KW_TRY(checkUsable());
  if (m_mayBeDamaged) KW_TRY(repair(stop));
  const EvaluationSetting given = setting();
  ProfileRun run(
      given, job, phase ? phase : [](const std::string&) {}, std::move(stop));
  auto result = run.run();
  m_deviceLost = run.deviceLost();
  m_mayBeDamaged = true;  // nobody has looked at what it wrote
  return result;
}

}  // namespace

Result<std::unique_ptr<PreparedProblem>> PreparedProblem::prepare(Device& device,
                                                                  const LoadedProblem& problem,
                                                                  const PrepareOptions& options,
                                                                  std::stop_token stop) {
  auto made = std::make_unique<OpenProblem>(device, problem, options);
  KW_TRY(made->open(stop));
  return std::unique_ptr<PreparedProblem>(std::move(made));
}

}  // namespace kw
