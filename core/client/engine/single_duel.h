// SPDX-License-Identifier: GPL-3.0-or-later
// One duel on one runner, stored when it ends.
#pragma once

#include <functional>
#include <stop_token>
#include <string>

#include "base/process/event_loop.h"
#include "base/result/result.h"
#include "client/engine/runner_handle.h"
#include "client/session/session.h"

namespace kw {

// Runs the loop until the duel has ended. `started` is told the phases, and may be empty; `session`
// may be null. ErrorKind::cancelled where it was stopped: nothing is stored then.
Result<Duel> duelOnce(const protocol::DuelRequest& request, RunnerHandle& runner, Session* session,
                      process::EventLoop& loop,
                      const std::function<void(const std::string& phase)>& started,
                      std::stop_token stop);

}  // namespace kw
