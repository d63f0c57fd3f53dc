// SPDX-License-Identifier: GPL-3.0-or-later
// The device's half of counting: the range profiler with a range of ours around each launch, and
// the launch repeated by us for each pass, so that whatever it changed can be put back before.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <vector>

#include "base/result/result.h"

namespace kw::counters {

// The chip of the CUDA device with this number, "GH100". The driver is initialised.
Result<std::string> chipOfDevice(int number);

// Runs once for each pass, between them what surrounds a launch.
struct PassSteps {
  std::function<Status()> prepare;     // restores inputs and flushes; ends when that is done
  std::function<Result<bool>()> body;  // launches and waits; false: the candidate failed
  std::function<bool()> isLost;        // nothing may be asked of the device any more
};

struct Collected {
  std::map<std::string, double> values;  // by counter name
  std::vector<std::string> absent;       // names that the chip does not have
  int planned = 0;                       // passes that all of them take
  int passes = 0;                        // passes made
  bool overBudget = false;               // planned is above mostPasses: nothing was launched
  bool failed = false;                   // the body said so; then without values
};

// Counts around the launches in the current context of
// that device. `mostPasses` 0: any number. ErrorKind::missing where the machine refuses counters.
Result<Collected> collect(int deviceNumber, const std::vector<std::string>& names, int mostPasses,
                          const PassSteps& steps);

}  // namespace kw::counters
