// SPDX-License-Identifier: GPL-3.0-or-later
// Evaluations that the supervisor writes itself, since no worker lived to do it.
#pragma once

#include <cstdint>
#include <string>

#include "model/records/records.h"
#include "runner/device/compiler.h"
#include "runner/server/device_queue.h"

namespace kw {

// What is the same for all verdicts on one candidate.
struct EvaluationFrame {
  Candidate candidate;
  std::string key;
  DeviceInfo device;
  Protocol protocol;
  uint64_t seed = 0;
  int cases = 0;
  std::string started;  // UTC, ISO 8601
};

Evaluation compileFailure(const EvaluationFrame& frame, const CompileOutcome& outcome);
Evaluation deathOnDevice(const EvaluationFrame& frame, const CompileOutcome& outcome,
                         const WorkerDeath& death);

}  // namespace kw
