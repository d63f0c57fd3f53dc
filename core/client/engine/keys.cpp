// SPDX-License-Identifier: GPL-3.0-or-later
#include "client/engine/keys.h"

#include <utility>

namespace kw {
Candidate sourceCandidate(const LoadedProblem& problem) {
  return Candidate{.isTemplate = false, .textHash = problem.sourceHash};
}

Candidate templateCandidate(const LoadedProblem& problem, Configuration configuration) {
  return Candidate{.isTemplate = true,
                   .textHash = problem.templateHash,
                   .configuration = std::move(configuration)};
}

KeyMaker::KeyMaker(const LoadedProblem& problem, const DeviceInfo& device,
                   const std::string& protocol) {
  EvaluationContext context;
  context.sourceHash = problem.sourceHash;
  context.problemHash = problem.problemHash;
  context.oracleHash = problem.oracleHash;
  context.deviceModel = device.model;
  context.deviceArchitecture = device.architecture;
  context.compiler = device.compiler;
  context.protocol = protocol;
  m_forSource = m_forTemplate = context;
  m_forSource.deviceModel += " " + device.uuid;
}

std::string KeyMaker::keyOf(const Candidate& candidate) const {
  return evaluationKey(candidate, candidate.isTemplate ? m_forTemplate : m_forSource);
}

}  // namespace kw
