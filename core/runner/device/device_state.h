// SPDX-License-Identifier: GPL-3.0-or-later
// What a device says of itself between samples, and what a series of samples makes of it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "model/records/records.h"

namespace kw {

// Bits: why a device runs slower than it could.
enum Slowdown : uint32_t {
  powerCap = 1,          // the board's power limit: a steady state of heavy work, so only noted
  thermalSlowdown = 2,   // too hot
  hardwareSlowdown = 4,  // the board itself: heat, power or a fault
  powerBrake = 8,        // the machine's power supply asks for less
};
std::vector<std::string> slowdownTexts(uint32_t slowdowns);  // "thermal slowdown", …

struct DeviceState {
  uint32_t slowdowns = 0;
  double clock = 0;        // of the multiprocessors, MHz; 0: not known
  double temperature = 0;  // degrees Celsius; 0: not known
  int otherProcesses = 0;  // that compute on it
};

// Decides which samples of a series are kept. Disturbed are those after which the device is too hot
// or braked, or runs below 75 % of the highest clock of the series (the rule of nvbench, against
// its default clock).
class SampleWatch {
 public:
  // At most that many are set aside: a device that stays disturbed gives figures all the same, and
  // the conditions say so.
  explicit SampleWatch(int mostSetAside) : m_left(mostSetAside) {}
  // Whether the `samples` that were taken before this state are kept.
  bool keeps(const DeviceState& state, size_t samples);
  const TimingConditions& conditions() const { return m_conditions; }

 private:
  int m_left;
  TimingConditions m_conditions;
};

}  // namespace kw
