// SPDX-License-Identifier: GPL-3.0-or-later
// The evaluation of a candidate under which the device worker ended.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "model/records/records.h"
#include "runner/device/compiler.h"
#include "runner/server/device_queue.h"

namespace kw {

// What is the same for all verdicts on one candidate.
struct EvaluationFrame {
  Candidate candidate;
  std::string key;
  std::shared_ptr<const DeviceInfo> device;
  Protocol protocol;
  uint64_t seed = 0;
  int cases = 0;
  std::string started;  // UTC, ISO 8601
};

Evaluation deathOnDevice(const EvaluationFrame& frame, const CompileOutcome& outcome,
                         const WorkerDeath& death);

}  // namespace kw
