// SPDX-License-Identifier: GPL-3.0-or-later
// What a candidate will launch for each case, and whether the device can: known before any launch.
#pragma once

#include <string>
#include <vector>

#include "base/result/result.h"
#include "model/problem/problem.h"
#include "model/records/records.h"
#include "runner/measure/open_case.h"

namespace kw {

struct CasePlan {
  OpenCase* open = nullptr;
  std::vector<ConcreteLaunch> launches;
};

struct CandidatePlan {
  std::vector<CasePlan> cases;  // those it applies to, in the problem's order
  std::vector<std::string> notApplicableTo;
  std::vector<LaunchOccupancy> occupancy;  // of the launches of the first timed case it applies to
  std::string exceeds;                     // which limit on which case; "" if none
};

// `resources` under the names launched. An expression that has no value for the configuration is in
// `exceeds` too.
Result<CandidatePlan> planCandidate(const Problem& problem, const Candidate& candidate,
                                    const std::vector<KernelResources>& resources,
                                    const DeviceInfo& device, const OpenCases& cases);

}  // namespace kw
