// SPDX-License-Identifier: GPL-3.0-or-later
#include "runner/device/device_state.h"

#include <algorithm>

namespace kw {

namespace {

constexpr uint32_t disturbing = thermalSlowdown | hardwareSlowdown | powerBrake;
constexpr double leastClockShare = 0.75;
constexpr const char* lowClock = "clock below 75 % of the highest";

}  // namespace

std::vector<std::string> slowdownTexts(uint32_t slowdowns) {
  std::vector<std::string> texts;
  if (slowdowns & powerCap) texts.emplace_back("power cap");
  if (slowdowns & thermalSlowdown) texts.emplace_back("thermal slowdown");
  if (slowdowns & hardwareSlowdown) texts.emplace_back("hardware slowdown");
  if (slowdowns & powerBrake) texts.emplace_back("power brake");
  return texts;
}

bool SampleWatch::keeps(const DeviceState& state, size_t samples) {
  TimingConditions& seen = m_conditions;
  std::vector<std::string> texts = slowdownTexts(state.slowdowns);
  const bool isSlow = state.clock > 0 && state.clock < leastClockShare * seen.highestClock;
  if (isSlow) texts.emplace_back(lowClock);
  for (std::string& text : texts)
    if (std::ranges::find(seen.disturbances, text) == seen.disturbances.end())
      seen.disturbances.push_back(std::move(text));
  if (state.clock > 0) {
    seen.lowestClock = seen.lowestClock > 0 ? std::min(seen.lowestClock, state.clock) : state.clock;
    seen.highestClock = std::max(seen.highestClock, state.clock);
  }
  seen.temperature = std::max(seen.temperature, state.temperature);
  seen.otherProcesses = std::max(seen.otherProcesses, state.otherProcesses);
  const auto count = static_cast<int>(std::min<size_t>(samples, 1 << 20));
  if (!(isSlow || (state.slowdowns & disturbing) != 0) || count > m_left) return true;
  m_left -= count;
  seen.setAside += count;
  return false;
}

}  // namespace kw
