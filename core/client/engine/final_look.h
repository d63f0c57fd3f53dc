// SPDX-License-Identifier: GPL-3.0-or-later
// The last look at a winner: checked as hard as it can be, and timed in all the ways that figures
// are published in.
#pragma once

#include <stop_token>

#include "base/result/result.h"
#include "client/engine/engine.h"
#include "client/session/session.h"
#include "model/formats/standing.h"

namespace kw {

// Final figures of a candidate, from the standing where they are there already. A template is
// checked thoroughly, the source, which all others are judged by, was looked at in full before.
// What comes out may be a verdict that it is wrong.
Result<Evaluation> finalLook(Engine& engine, const Standing& standing, const Candidate& candidate,
                             Session& session, std::stop_token stop);

}  // namespace kw
