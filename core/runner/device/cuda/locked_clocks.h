// SPDX-License-Identifier: GPL-3.0-or-later
// A GPU's clock held at one frequency, which only a user asks for: the one setting of a device that
// this program ever changes.
#pragma once

#include <memory>
#include <string>

#include "base/result/result.h"

namespace kw::cuda {

// The multiprocessors' clock stays at `megahertz`, or what the device offers next to it, until the
// last copy of what this gives has gone. `uuid` as the driver API gives it; `library` is another
// one in tests. ErrorKind::missing where NVML or the device in it cannot be had; ErrorKind::failed,
// with what to do, where it is not allowed.
Result<std::shared_ptr<void>> lockClocks(const std::string& uuid, int megahertz,
                                         const std::string& library = "libnvidia-ml.so.1");

}  // namespace kw::cuda
