// SPDX-License-Identifier: GPL-3.0-or-later
// One candidate on its way through a run.
#pragma once

#include <chrono>
#include <cstdint>
#include <memory>

#include "client/evaluator/evaluator.h"

namespace kw {

// A cancelled evaluator answers within this, or is left behind.
inline constexpr std::chrono::milliseconds cancelLimit{5000};

struct Work {
  bool isSource = false;
  size_t order = 0;  // of asking; source: 0
  size_t index = 0;  // in the ValidSpace; source: 0
  EvaluationRequest request;
  Evaluator* pinned =
      nullptr;  // the only one that may take it; a source is measured on each device
  Evaluator::Ticket ticket = 0;  // of the present try, while it is in flight
  int64_t attempt = 0;           // row of the present try, 0 without a session
  bool onDevice = false;         // the present try has reached the device
  int losses = 0;                // tries that ended with the runner, while this was on the device
  int failures = 0;              // tries that brought no verdict, those included
};
using WorkPtr = std::shared_ptr<Work>;

}  // namespace kw
