// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/profile/profile.h"

#include <ranges>

#include "model/profile/catalogue.h"

namespace kw {

namespace {

// The last test that was passed, else the last one that had a value: the evidence.
const ProfileStep* evidence(const Profile& profile) {
  const ProfileStep* seen = nullptr;
  for (const ProfileStep& step : profile.steps | std::views::reverse) {
    if (step.kind != "test" || !step.observed) continue;
    if (step.taken == "yes" && step.observed->value >= step.threshold) return &step;
    if (!seen) seen = &step;
  }
  return seen;
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
  const ProfileStep* step = evidence(profile);
  if (profile.regime == "latency-bound")
    text += idleText(profile);
  else if (step)
    text += "; " + observedText(step->metric, *step->observed);
  const auto share = profile.values.find("share_of_roof");
  const bool said = step && step->metric == "share_of_roof" && profile.regime != "latency-bound";
  if (share != profile.values.end() && !said)
    text += "; " + metricText(share->second) + " of the roof (" +
            std::string(name(share->second.known)) + ")";
  return text;
}

const Profile* findProfile(const std::vector<Profile>& profiles, const Candidate& candidate,
                           std::string_view deviceId) {
  for (const Profile& profile : profiles | std::views::reverse)
    if (profile.candidate == candidate && profile.deviceId == deviceId) return &profile;
  return nullptr;
}

}  // namespace kw
