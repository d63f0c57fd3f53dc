// SPDX-License-Identifier: GPL-3.0-or-later
// The end of a tuning run: the fastest candidates measured against each other in turns, and the
// best of them against the source, since times taken minutes apart tell small differences badly.
#pragma once

#include <chrono>
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

struct FinalsOptions {
  Protocol protocol;
  size_t mostFinalists = 5;
  // Whose geometric mean is within this of the best one's takes part; the runner-up always does.
  double margin = 0.02;
  std::optional<DuelSettings> duel;  // none: the device's default
  // How the best one is looked at under compute-sanitizer; none: not at all.
  std::optional<SanitizingJob> sanitizing;
  // So long, finalists that are level with the best one are looked at too. None: a minute on a GPU,
  // not at all on a CPU, where one look takes up to a minute.
  std::optional<std::chrono::seconds> othersLimit;
};

// The candidates that take part, best by geometric mean first; empty where nothing beats the
// source.
std::vector<Candidate> finalistsOf(const Standing& standing, const FinalsOptions& options);

// Each finalist meets the best one so far, who then meets the source and is looked at once more
// (finalLook), as are the source and those that are level with the best. A best one that is found
// wrong there is out, and it begins again without it.
// What the session holds is not measured again. `note` is told what is being measured. Gives the
// standing with all of it.
Result<Standing> runFinals(Engine& engine, const LoadedProblem& problem, Session& session,
                           const FinalsOptions& options,
                           const std::function<void(const std::string&)>& note,
                           std::stop_token stop);

}  // namespace kw
