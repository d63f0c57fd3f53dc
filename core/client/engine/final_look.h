// SPDX-License-Identifier: GPL-3.0-or-later
// A candidate's final figures, and the thorough look that goes with them.
#pragma once

#include <functional>
#include <optional>
#include <stop_token>
#include <string>

#include "base/result/result.h"
#include "client/engine/engine.h"
#include "client/engine/sanitizing.h"
#include "client/session/session.h"
#include "model/formats/standing.h"

namespace kw {

struct FinalLook {
  Candidate candidate;
  std::optional<SanitizingJob> sanitizing;  // none: not under compute-sanitizer
};

// What the session holds of it, or a new evaluation under finalProtocol: a candidate of the
// template is checked thoroughly, the source, which all others are judged by, was looked at in full
// before. What the sanitizers say is stored as a second evaluation, alike but for that. `note` is
// told what is being done.
Result<Evaluation> finalLook(Engine& engine, const LoadedProblem& problem, const Standing& standing,
                             const FinalLook& look, Session& session,
                             const std::function<void(const std::string&)>& note,
                             std::stop_token stop);

}  // namespace kw
