// SPDX-License-Identifier: GPL-3.0-or-later
// How large a space is, and what each constraint makes of it.
#pragma once

#include <cstdint>
#include <optional>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

#include "base/result/result.h"
#include "model/records/records.h"
#include "model/space/space.h"

namespace kw::view {

struct ConstraintFigures {
  // Of the cartesian configurations, those for which it does not hold, whatever the others say.
  // None: not counted, since its own parameters have too many combinations, or not judged.
  std::optional<double> removesAlone;
  // Configurations that would be valid without it. None: the space is too large for it to be cheap.
  std::optional<double> addsWithout;
  bool needsDevice = false;  // uses a limit that is not known: not judged
  bool empties = false;      // in order, it removes the last configurations
  std::string fault;         // why it cannot be evaluated, for one combination; else ""
};

struct SpaceFigures {
  double cartesian = 0;
  double valid = 0;       // under the constraints that could be judged
  bool atLeast = false;   // `valid` is only known to be at least so many
  bool allJudged = true;  // false: some constraints need a device
  std::string trouble;    // why there is no number of valid ones; else ""
  std::vector<ConstraintFigures> constraints;
};

// Real numbers, since they may exceed 2^64. `device` may be absent. The only error is being
// cancelled.
Result<SpaceFigures> figuresOf(const Space& space, const std::optional<DeviceInfo>& device,
                               std::stop_token stop = {});

// Whether all constraints that can be judged hold: the first that does not, or "".
std::string violatedConstraint(const Space& space, const std::optional<DeviceInfo>& device,
                               const Configuration& configuration);

// The limits that constraints, launches and requirements name, with their values; -1 where the
// device or the limit is not known. In order of first use.
std::vector<std::pair<std::string, int64_t>> limitsUsed(const Space& space,
                                                        const std::optional<DeviceInfo>& device);

}  // namespace kw::view
