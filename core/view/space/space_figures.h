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
  // None: too much to count, or not judged.
  std::optional<double> removesAlone;
  // Configurations that would be valid without it. None: too much to count.
  std::optional<double> addsWithout;
  bool needsDevice = false;  // uses a limit that is not known: not judged
  bool empties = false;      // in order, it removes the last configurations
  std::string fault;         // why it cannot be evaluated, for one combination; else ""
};

struct SpaceFigures {
  double cartesian = 0;
  double valid = 0;       // under the constraints that could be judged; exact up to 2^53
  bool allJudged = true;  // false: some constraints need a device
  std::string trouble;    // why there is no number of valid ones; else ""
  std::vector<ConstraintFigures> constraints;
};

// Real numbers, since they may exceed 2^64. `device` may be absent. Takes a second at most, and as
// a rule a few milliseconds, whatever the size of the space. The only error is being cancelled.
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
