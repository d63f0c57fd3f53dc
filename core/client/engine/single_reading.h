// SPDX-License-Identifier: GPL-3.0-or-later
// One reading of counters on one runner.
#pragma once

#include <functional>
#include <stop_token>
#include <string>

#include "base/process/event_loop.h"
#include "base/result/result.h"
#include "client/engine/runner_handle.h"

namespace kw {

// Runs the loop until the counters were read. `started` is told the phases, and may be empty.
// ErrorKind::cancelled where it was stopped.
Result<CounterReading> readOnce(const protocol::ProfileRequest& request, RunnerHandle& runner,
                                process::EventLoop& loop,
                                const std::function<void(const std::string& phase)>& started,
                                std::stop_token stop);

}  // namespace kw
