// SPDX-License-Identifier: GPL-3.0-or-later
#include "view/profiling_tree/policy_effect.h"

#include <algorithm>

#include "model/formats/wording.h"

namespace kw::view {

namespace {

bool isLater(const std::vector<Profile>& profiles, size_t place) {
  const Profile& one = profiles[place];
  return std::any_of(profiles.begin() + static_cast<std::ptrdiff_t>(place) + 1, profiles.end(),
                     [&one](const Profile& other) {
                       return other.caseName == one.caseName && other.deviceId == one.deviceId &&
                              other.candidate == one.candidate;
                     });
}

std::string changeText(const ProfileEffect& effect, const Profile& profile) {
  if (!effect.missing.empty())
    return profileName(profile) + " would need " + effect.missing + ", which was not read";
  return profileName(profile) + ": " + effect.before + " → " + effect.after;
}

std::string regimesText(const PolicyEffect& effect) {
  std::string text;
  for (const std::string_view regime : regimes) {
    const auto count = std::ranges::count(effect.effects, regime, &ProfileEffect::after);
    if (count > 0)
      text += (text.empty() ? "" : ", ") + std::to_string(count) + " " + std::string(regime);
  }
  return text;
}

}  // namespace

std::vector<size_t> lastOfEach(const std::vector<Profile>& profiles) {
  std::vector<size_t> places;
  for (size_t i = 0; i < profiles.size(); ++i)
    if (!isLater(profiles, i)) places.push_back(i);
  return places;
}

PolicyEffect effectOf(const Policy& policy, const std::vector<Profile>& profiles) {
  PolicyEffect all;
  for (const size_t i : lastOfEach(profiles)) {
    if (profiles[i].regime.empty()) continue;
    const Rewalk walk = rewalk(policy, profiles[i]);
    ++(!walk.missing.empty()               ? all.unknown
       : walk.regime == profiles[i].regime ? all.keep
                                           : all.change);
    all.effects.push_back(
        {i, profiles[i].regime, walk.regime, profiles[i].leaf, walk.leaf, walk.missing});
  }
  return all;
}

std::string effectText(const PolicyEffect& effect, const std::vector<Profile>& profiles,
                       size_t most) {
  const size_t count = effect.effects.size();
  if (count == 0) return "";
  const std::string all = countText(count, "profiled candidate");
  if (effect.keep == count)
    return all + (count == 1 ? " keeps its regime: " : " keep their regimes: ") +
           regimesText(effect) + ".";
  std::string text = numberText(static_cast<double>(effect.keep)) + " of " + all +
                     (count == 1 ? " keeps its regime" : " keep their regime");
  size_t said = 0, left = 0;
  for (const ProfileEffect& one : effect.effects) {
    if (one.missing.empty() && one.before == one.after) continue;
    if (said++ < most)
      text += "; " + changeText(one, profiles[one.profile]);
    else
      ++left;
  }
  if (left > 0) text += "; and " + numberText(static_cast<double>(left)) + " more";
  return text + ".";
}

std::string profileName(const Profile& profile) {
  return (profile.candidate.isTemplate ? configurationText(profile.candidate.configuration)
                                       : "the source kernel") +
         " on " + profile.caseName;
}

}  // namespace kw::view
