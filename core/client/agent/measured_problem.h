// SPDX-License-Identifier: GPL-3.0-or-later
// How a problem's template does: searched with a small budget, its best measured against the source
// and profiled.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <stop_token>
#include <string>

#include "base/result/result.h"
#include "client/engine/engine.h"
#include "client/session/session.h"
#include "model/formats/standing.h"
#include "model/profile/policy.h"

namespace kw {

struct MeasuringOptions {
  RunnerChoice choice;
  Budget budget;
  std::string strategy = "auto";
  uint64_t seed = 1;
};

struct MeasuredProblem {
  DeviceInfo device;
  Standing standing;
  std::optional<Profile> profile;  // of the best candidate; none where it could not be taken
  std::string noProfile;           // why
  // Where the template has no verified candidate: what the first one's verdict says, with its log.
  std::string fault;

  // 1 where the source itself is the best.
  Speedup speedup() const;
};

// What the session holds already is not measured again. A problem without a template: its source is
// verified, timed and profiled.
Result<MeasuredProblem> measureProblem(const MeasuringOptions& options,
                                       const LoadedProblem& problem, const Policy& policy,
                                       Session& session,
                                       const std::function<void(const std::string&)>& note,
                                       std::stop_token stop);

// `after` over `before`, as far as each is known against the source: the ratio with its 95 %
// interval, their logarithms' half-widths added in quadrature.
Speedup gainOf(const Speedup& before, const Speedup& after);

// The same figure, measured twice with something else between: the geometric mean, with an interval
// that holds what both say by themselves, so that a drift between them widens it.
Speedup joined(const Speedup& one, const Speedup& other);

// The best of each measured in turns with the source anew: before, after, before. Two templates are
// two problems, so that they cannot be measured in turns with each other. Nothing of it is stored.
Result<Speedup> measureGain(const MeasuringOptions& options, const LoadedProblem& problemBefore,
                            const MeasuredProblem& before, const LoadedProblem& problemAfter,
                            const MeasuredProblem& after,
                            const std::function<void(const std::string&)>& note,
                            std::stop_token stop);

}  // namespace kw
