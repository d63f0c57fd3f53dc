// SPDX-License-Identifier: GPL-3.0-or-later
// Clocks of devices, locked while a runner that was asked to lives. A process of its own does it,
// so that they are free again however the runner ends.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "base/process/child.h"
#include "model/records/records.h"
#include "runner/device/registry.h"
#include "runner/server/options.h"
#include "runner/server/standard_streams.h"

namespace kw {

class ClockKeepers {
 public:
  explicit ClockKeepers(const RunnerOptions& options) : m_options(options) {}
  ClockKeepers(ClockKeepers&&) = default;
  ClockKeepers& operator=(ClockKeepers&&) = delete;
  ~ClockKeepers();

  // Sets `device.lockedClock` where the runner's options ask for it; nothing to do where they do
  // not. Waits for NVML, some 100 ms. Errors as those of DeviceKind::lockClocks.
  Status hold(DeviceInfo& device);

 private:
  RunnerOptions m_options;
  std::map<std::string, process::Child> m_keepers;  // by the device's uuid
};

// The process: locks the clocks of options.keptDevice, says how that went in a line, and frees them
// once its input ends.
int runClockKeeper(ProtocolStreams streams, const std::vector<DeviceKind>& kinds,
                   const RunnerOptions& options);

}  // namespace kw
