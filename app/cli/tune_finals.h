// SPDX-License-Identifier: GPL-3.0-or-later
// The end of a tuning run: the finalists in turns, and what the run has found by them.
#pragma once

#include <optional>

#include "base/json/value.h"
#include "cli/command.h"
#include "client/engine/finals.h"
#include "model/formats/standing.h"

namespace kw::cli {

// How things stand on the run's device and protocol, over all that the session holds of them. With
// options of finals, finalists are measured in turns first, where the engine can.
Result<Standing> settle(Engine& engine, const LoadedProblem& problem, Session& session,
                        const TuneSummary& result, const std::optional<FinalsOptions>& finals,
                        Context& context);
// The run's winner may have lost to another finalist, or to one of an earlier run.
void takeStanding(TuneSummary& result, const Standing& standing);
// Sentences for people, and "duels" and "final" in the summary.
void tellFinals(const Problem& problem, const Standing& standing, Context& context,
                json::Value& line);

}  // namespace kw::cli
