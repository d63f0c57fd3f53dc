// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/profile/profile.h"

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

std::string observedText(const std::string& id, const MetricValue& value) {
  const Metric* metric = catalogue().find(id);
  return (metric ? metric->title : id) + " " + metricText(value) + " (" +
         std::string(name(value.known)) + ")";
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

std::string profileText(const Profile& profile) {
  std::string text = profile.regime + ": " + profile.title;
  bool saidShare = false;
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
  return text;
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
