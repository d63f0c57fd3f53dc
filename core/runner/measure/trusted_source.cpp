// SPDX-License-Identifier: GPL-3.0-or-later
#include "runner/measure/trusted_source.h"

#include <algorithm>
#include <utility>

#include "runner/measure/candidate_plan.h"
#include "runner/measure/case_run.h"

namespace kw {

namespace {

// For one launch sequence of the source, whose time is not known yet.
constexpr double sourceDeadlineSeconds = 60;

Unexpected<Error> cannotStandIn(const Problem& problem, const std::string& why) {
  if (problem.oracle.python.empty())
    return failInput("the source kernel is the oracle of this problem, but " + why, {},
                     "correct it or its cases' sizes, or give an oracle of your own: a file "
                     "oracle.py with reference(case, inputs), named \"python\" in the oracle");
  return failInput("the source kernel has to stand in as oracle for the large cases, but " + why,
                   {},
                   "correct it, or raise \"python_elements\" of the oracle so that " +
                       problem.oracle.python + " judges all cases");
}

std::string firstLine(const std::string& text) {
  return text.substr(0, text.find('\n'));
}

}  // namespace

TrustedSource::TrustedSource(Device& device, const Problem& problem, bool keepScratch)
    : m_device(device), m_problem(problem), m_keepScratch(keepScratch) {}

Result<std::unique_ptr<TrustedSource>> TrustedSource::load(Device& device,
                                                           const LoadedProblem& problem,
                                                           const OpenCases& cases,
                                                           const CompileOutcome& outcome,
                                                           bool keepScratch) {
  if (!outcome.ok)
    return cannotStandIn(problem.problem, "it does not compile: " + firstLine(outcome.log));
  std::unique_ptr<TrustedSource> source(new TrustedSource(device, problem.problem, keepScratch));
  source->m_candidate.textHash = problem.sourceHash;
  KW_ASSIGN(source->m_plan, planCandidate(problem.problem, source->m_candidate,
                                          outcome.artefact.resources, device.info(), cases));
  if (!source->m_plan.exceeds.empty())
    return cannotStandIn(problem.problem, source->m_plan.exceeds);
  KW_ASSIGN(Device::Loaded loaded, device.load(outcome.artefact));
  if (!loaded.outcome.ok())
    return cannotStandIn(problem.problem, "it cannot be loaded: " + loaded.outcome.message);
  source->m_module = std::move(loaded.module);
  source->m_deterministic = problem.problem.deterministic;
  return source;
}

Result<std::optional<CaseFault>> TrustedSource::faultOn(OpenCase& open, std::stop_token stop) {
  KW_ASSIGN(const auto run, begin(open));
  return run->verify({.deadlineSeconds = sourceDeadlineSeconds,
                      .deterministic = m_deterministic,
                      .check = open.check(stop)});
}

Status TrustedSource::verify(OpenCase& open, std::stop_token stop) {
  KW_ASSIGN(const auto fault, faultOn(open, stop));
  if (fault) return cannotStandIn(m_problem, "it is not right: " + fault->message);
  return {};
}

Status TrustedSource::answer(OpenCase& open, std::stop_token stop) {
  KW_ASSIGN(const auto run, begin(open));
  KW_ASSIGN(const auto fault, run->makeAnswers(sourceDeadlineSeconds));
  if (fault) return cannotStandIn(m_problem, "it " + fault->message);
  return verify(open, stop);
}

Result<std::unique_ptr<CaseRun>> TrustedSource::begin(const OpenCase& open) {
  const auto plan = std::find_if(m_plan.cases.begin(), m_plan.cases.end(),
                                 [&](const CasePlan& one) { return one.open == &open; });
  return CaseRun::begin(m_device, *m_module, *plan, m_candidate, m_keepScratch);
}

namespace {

std::string strengthAfter(int verified) {
  if (verified == 0) return "the source itself (nothing independent)";
  return "trusted kernel (source, verified against NumPy on " + std::to_string(verified) +
         (verified == 1 ? " case)" : " cases)");
}

}  // namespace

Status answerFromSource(Device& device, const LoadedProblem& problem, const OpenCases& cases,
                        const PrepareOptions& options, bool keepScratch,
                        std::vector<std::string>& warnings, std::stop_token stop) {
  const auto isTrusted = [](const auto& open) { return open->judge() == Judge::trusted; };
  if (std::none_of(cases.begin(), cases.end(), isTrusted)) return {};
  if (!options.source) return cannotStandIn(problem.problem, "it was not compiled");
  KW_ASSIGN(const auto source,
            TrustedSource::load(device, problem, cases, *options.source, keepScratch));
  if (options.note) options.note("the source kernel, which judges the large cases");
  int verified = 0;
  for (const auto& open : cases) {
    if (isTrusted(open)) continue;
    if (stop.stop_requested()) return failCancelled();
    KW_TRY(source->verify(*open, stop));
    ++verified;
  }
  for (const auto& open : cases) {
    if (!isTrusted(open)) continue;
    if (stop.stop_requested()) return failCancelled();
    KW_TRY(source->answer(*open, stop));
    open->strength = strengthAfter(verified);
    if (verified > 0) continue;
    warnings.push_back("case " + open->name() +
                       " is judged by the source kernel alone: nothing independent says that the "
                       "source is right");
  }
  return {};
}

Status answerAgain(Device& device, const LoadedProblem& problem, const OpenCases& cases,
                   OpenCase& damaged, const CompileOutcome& outcome, bool keepScratch) {
  KW_ASSIGN(const auto source, TrustedSource::load(device, problem, cases, outcome, keepScratch));
  return source->answer(damaged, {});
}

}  // namespace kw
