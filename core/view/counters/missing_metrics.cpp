// SPDX-License-Identifier: GPL-3.0-or-later
#include "view/counters/missing_metrics.h"

#include <algorithm>
#include <set>

namespace kw::view {

namespace {

std::set<std::string> absentOf(const Profile& profile) {
  std::set<std::string> absent;
  for (const ProfileStep& step : profile.steps)
    absent.insert(step.absent.begin(), step.absent.end());
  return absent;
}

// The budget first: what it left out was not tried at all.
std::string whyMissing(const Catalogue& catalogue, const Profile& profile, const ProfileStep& step,
                       const std::set<std::string>& absent, const std::string& id) {
  const std::vector<std::string> counters = catalogue.countersFor({id}, profile.chip);
  if (!step.skipped.empty() && !counters.empty()) return "not counted: " + step.skipped;
  if (!profile.refusal.empty() && !counters.empty()) return "no counters can be read here";
  const bool isAbsent = std::ranges::any_of(
      counters, [&](const std::string& counter) { return absent.contains(counter); });
  if (isAbsent || (counters.empty() && !profile.chip.empty()))
    return "this chip has no counter for it";
  return "what it is computed from has no value here";
}

// A test's metric may have no value either: the walk then goes where the policy says.
std::vector<std::string> askedIn(const ProfileStep& step) {
  if (step.kind == "test") return {step.metric};
  return step.wanted;
}

}  // namespace

std::vector<MissingGroup> byReason(const std::vector<MissingMetric>& missing) {
  std::vector<MissingGroup> groups;
  for (const MissingMetric& each : missing) {
    auto found = std::ranges::find(groups, each.why, &MissingGroup::why);
    if (found == groups.end()) found = groups.insert(found, {each.why, {}});
    found->metrics.push_back(each);
  }
  return groups;
}

std::vector<MissingMetric> missingMetrics(const Catalogue& catalogue, const Profile& profile) {
  std::vector<MissingMetric> missing;
  std::set<std::string> seen;
  const std::set<std::string> absent = absentOf(profile);
  for (const ProfileStep& step : profile.steps)
    for (const std::string& id : askedIn(step)) {
      const Metric* metric = catalogue.find(id);
      if (!metric || profile.values.contains(id) || !seen.insert(id).second) continue;
      missing.push_back(
          {id, metric->title, metric->need, whyMissing(catalogue, profile, step, absent, id)});
    }
  return missing;
}

}  // namespace kw::view
