// SPDX-License-Identifier: GPL-3.0-or-later
#include "runner/measure/candidate_plan.h"

#include <algorithm>
#include <utility>

#include "model/metrics/occupancy.h"

namespace kw {

namespace {

const KernelResources* resourcesOf(const std::vector<KernelResources>& all,
                                   const std::string& function) {
  const auto found = std::find_if(all.begin(), all.end(), [&](const KernelResources& resources) {
    return resources.function == function;
  });
  return found == all.end() ? nullptr : &*found;
}

// The requirement that a case does not meet, or "".
Result<std::string> unmet(const Problem& problem, const Candidate& candidate,
                          const expression::Lookup& lookup) {
  if (!candidate.isTemplate || !problem.space) return std::string();
  return unmetRequirement(*problem.space, lookup);
}

struct Concrete {
  std::vector<ConcreteLaunch> launches;
  std::string exceeds;
};

Concrete concreteLaunches(const Problem& problem, const Candidate& candidate,
                          const std::vector<KernelResources>& resources, const DeviceInfo& device,
                          const CaseScope& scope) {
  Concrete result;
  const expression::Lookup lookup = scope.lookupWith(candidate.configuration);
  for (const Launch& launch : launchesOf(problem, candidate.isTemplate)) {
    auto one = concrete(launch, problem, candidate.configuration, lookup);
    if (!one) {
      result.exceeds = one.error().text();
    } else if (one->memset.empty()) {
      const KernelResources* used = resourcesOf(resources, one->function);
      result.exceeds = exceededLimit(*one, used == nullptr ? KernelResources{} : *used, device);
    }
    if (!result.exceeds.empty()) {
      result.exceeds = "case " + scope.name() + ": " + result.exceeds;
      return result;
    }
    result.launches.push_back(*std::move(one));
  }
  return result;
}

std::vector<LaunchOccupancy> occupancyOf(const CandidatePlan& plan,
                                         const std::vector<KernelResources>& resources,
                                         const DeviceInfo& device) {
  std::vector<LaunchOccupancy> all;
  if (plan.cases.empty()) return all;
  const auto timed = std::find_if(plan.cases.begin(), plan.cases.end(), [](const CasePlan& one) {
    return one.open->which().performance;
  });
  const CasePlan& shown = timed == plan.cases.end() ? plan.cases.front() : *timed;
  for (const ConcreteLaunch& launch : shown.launches) {
    const KernelResources* used = resourcesOf(resources, launch.function);
    if (launch.memset.empty() && used != nullptr) all.push_back(occupancy(launch, *used, device));
  }
  return all;
}

}  // namespace

Result<CandidatePlan> planCandidate(const Problem& problem, const Candidate& candidate,
                                    const std::vector<KernelResources>& resources,
                                    const DeviceInfo& device, const OpenCases& cases) {
  CandidatePlan plan;
  for (const auto& open : cases) {
    KW_ASSIGN(const std::string requirement,
              unmet(problem, candidate, open->scope().lookupWith(candidate.configuration)));
    if (!requirement.empty()) {
      plan.notApplicableTo.push_back(open->name());
      continue;
    }
    Concrete launches = concreteLaunches(problem, candidate, resources, device, open->scope());
    if (plan.exceeds.empty()) plan.exceeds = std::move(launches.exceeds);
    plan.cases.push_back({open.get(), std::move(launches.launches)});
  }
  if (plan.exceeds.empty()) plan.occupancy = occupancyOf(plan, resources, device);
  return plan;
}

}  // namespace kw
