// SPDX-License-Identifier: GPL-3.0-or-later
// The kinds of device a runner knows. Each registers one DeviceKind; a runner program lists the
// kinds it was built with (app/runner), so tests can add their own.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "model/profile/reading.h"
#include "runner/device/compiler.h"
#include "runner/device/device.h"

namespace kw {

struct DeviceKind {
  std::string name;  // "cuda"
  // What is here, without opening it for work; what is missing is said in DeviceInfo::missing.
  // Called in a worker process, since it may load a driver. Never fails: no device gives an empty
  // list and a reason.
  struct Listing {
    std::vector<DeviceInfo> devices;
    std::vector<std::string> missing;  // why there are none, or what they lack
  };
  std::function<Listing()> list;
  std::function<Result<std::unique_ptr<Device>>(const std::string& id)> open;
  // What a chip offers of hardware counters, "" for that of the first device; empty where this kind
  // has none. Called in a worker process.
  std::function<Result<CounterListing>(const std::string& chip)> listCounters;
  // Holds the clock of the device with that uuid until the last copy of what it gives has gone. None
  // where this kind cannot. Called in a process of its own.
  std::function<Result<std::shared_ptr<void>>(const std::string& uuid, int megahertz)> lockClocks;
  std::function<Result<std::unique_ptr<Compiler>>()> makeCompiler;  // called in the compile worker
};

}  // namespace kw
