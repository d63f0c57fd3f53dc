// SPDX-License-Identifier: GPL-3.0-or-later
// One candidate outside any run.
#pragma once

#include <stop_token>

#include "base/process/event_loop.h"
#include "client/evaluator/evaluator.h"
#include "client/session/session.h"

namespace kw {

// Runs the loop until the evaluation is there and, where there is a session, committed. A requested
// stop gives ErrorKind::cancelled. `session` may be null.
Result<Evaluation> evaluateOnce(const EvaluationRequest& request, const Protocol& protocol,
                                Evaluator& evaluator, Session* session, process::EventLoop& loop,
                                std::stop_token stop);

}  // namespace kw
