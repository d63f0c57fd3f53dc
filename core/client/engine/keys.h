// SPDX-License-Identifier: GPL-3.0-or-later
// The candidates of a problem and what identifies their evaluations.
#pragma once

#include <string>

#include "model/problem/problem_file.h"
#include "model/records/records.h"

namespace kw {

Candidate sourceCandidate(const LoadedProblem& problem);
Candidate templateCandidate(const LoadedProblem& problem, Configuration configuration);

class KeyMaker {
 public:
  // `protocol`: Protocol::text(), or what stands in its place where times were recorded.
  KeyMaker(const LoadedProblem& problem, const DeviceInfo& device, const std::string& protocol);
  KeyMaker(const LoadedProblem& problem, const DeviceInfo& device, const Protocol& protocol)
      : KeyMaker(problem, device, protocol.text()) {}

  // A template's evaluation counts for every device of the model. The source's is kept for each
  // device by itself: it is what the others on that device are compared with.
  std::string keyOf(const Candidate& candidate) const;

 private:
  EvaluationContext m_forSource;
  EvaluationContext m_forTemplate;
};

}  // namespace kw
