// SPDX-License-Identifier: GPL-3.0-or-later
// NVIDIA's management library: what slows a GPU down, its clock, its heat, who else uses it. Only
// read here; see locked_clocks.h for the one setting that a user may ask to be changed.
#pragma once

#include <memory>
#include <string>

#include "runner/device/device_state.h"

namespace kw::cuda {

class Nvml {
 public:
  // nullptr where the library, or the device in it, cannot be had (WSL, some virtual GPUs): then
  // nothing is known. `uuid` as the driver API gives it; `library` is another one in tests.
  static std::unique_ptr<Nvml> open(const std::string& uuid,
                                    const std::string& library = "libnvidia-ml.so.1");
  virtual ~Nvml() = default;

  // Takes some 10 µs.
  virtual DeviceState look() = 0;
  // With other processes too, which takes longer.
  virtual DeviceState lookClosely() = 0;

 protected:
  Nvml() = default;
};

}  // namespace kw::cuda
