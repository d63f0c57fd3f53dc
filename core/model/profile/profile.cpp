// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/profile/profile.h"

#include <algorithm>

#include "model/profile/catalogue.h"

namespace kw {

namespace {

// The tests that had a value, the last one first.
std::vector<const ProfileStep*> seenTests(const Profile& profile) {
  std::vector<const ProfileStep*> seen;
  for (auto step = profile.steps.rbegin(); step != profile.steps.rend(); ++step)
    if (step->kind == "test" && step->observed) seen.push_back(&*step);
  return seen;
}

bool wasReached(const ProfileStep& step) {
  return step.observed->value >= step.threshold;
}

// What decided: busy memory or pipes for those two regimes, else the last test.
std::vector<const ProfileStep*> evidence(const Profile& profile) {
  std::vector<const ProfileStep*> tests = seenTests(profile);
  if (profile.regime == "memory-bound" || profile.regime == "compute-bound")
    std::erase_if(tests, [](const ProfileStep* step) {
      return !wasReached(*step) || !step->metric.ends_with("_utilisation");
    });
  if (!tests.empty()) tests.erase(tests.begin() + 1, tests.end());
  const std::vector<const ProfileStep*> all = seenTests(profile);
  const bool isTraffic = !all.empty() && all.front()->metric == "traffic_ratio";
  if (isTraffic && wasReached(*all.front())) tests.push_back(all.front());
  return tests;
}

std::string titleOf(const std::string& id) {
  const Metric* metric = catalogue().find(id);
  return metric ? metric->title : id;
}

// Whether the path rests on nothing that was counted, though it asked for it; or says that nothing
// is busy, though counters left out whether something is.
bool isUndecided(const Profile& profile) {
  if (profile.regime == "latency-bound" && !profile.chip.empty())
    for (const std::string& id : unknownTests(profile))
      if (id.ends_with("_utilisation")) return true;
  bool asked = false;
  for (const ProfileStep& step : profile.steps) {
    if (step.kind != "test" || catalogue().countersFor({step.metric}, profile.chip).empty())
      continue;
    if (step.observed) return false;
    asked = true;
  }
  return asked;
}

std::string observedText(const std::string& id, const MetricValue& value) {
  return titleOf(id) + " " + metricText(value) + " (" + std::string(name(value.known)) + ")";
}

// What speaks for "neither is busy": both of them.
std::string idleText(const Profile& profile) {
  std::string text;
  for (const char* id : {"dram_utilisation", "sm_utilisation"}) {
    const auto found = profile.values.find(id);
    if (found != profile.values.end()) text += "; " + observedText(id, found->second);
  }
  return text;
}

}  // namespace

std::vector<std::string> Profile::path() const {
  std::vector<std::string> nodes;
  for (const ProfileStep& step : steps)
    nodes.push_back(step.node);
  return nodes;
}

std::vector<std::string> unknownTests(const Profile& profile) {
  std::vector<std::string> ids;
  for (const ProfileStep& step : profile.steps)
    if (step.kind == "test" && !step.observed && std::ranges::find(ids, step.metric) == ids.end())
      ids.push_back(step.metric);
  return ids;
}

std::string profileText(const Profile& profile, bool saysShare) {
  const bool decided = !isUndecided(profile);
  std::string text = decided ? profile.regime + ": " + profile.title : "undecided";
  bool saidShare = !saysShare;
  if (profile.regime == "latency-bound") {
    text += idleText(profile);
  } else {
    for (const ProfileStep* step : evidence(profile)) {
      text += "; " + observedText(step->metric, *step->observed);
      saidShare |= step->metric == "share_of_roof";
    }
  }
  const auto share = profile.values.find("share_of_roof");
  if (share != profile.values.end() && !saidShare)
    text += "; " + metricText(share->second) + " of the roof (" +
            std::string(name(share->second.known)) + ")";
  std::string unknown;
  for (const std::string& id : unknownTests(profile))
    unknown += (unknown.empty() ? "" : ", ") + titleOf(id);
  return unknown.empty() ? text : text + " (as far as is known; not known: " + unknown + ")";
}

const Profile* findProfile(const std::vector<Profile>& profiles, const Candidate& candidate,
                           std::string_view deviceId, int lockedClock) {
  for (auto profile = profiles.rbegin(); profile != profiles.rend(); ++profile)
    if (profile->candidate == candidate && profile->deviceId == deviceId &&
        lockedClockOf(profile->protocol) == lockedClock)
      return &*profile;
  return nullptr;
}

}  // namespace kw
