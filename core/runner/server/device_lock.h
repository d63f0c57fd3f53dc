// SPDX-License-Identifier: GPL-3.0-or-later
// One runner to a device at a time, on one machine.
#pragma once

#include <vector>

#include "base/files/files.h"
#include "base/result/result.h"
#include "model/records/records.h"

namespace kw {

class DeviceLock {
 public:
  // Does not wait. By the device's uuid; on the host one lock for each CPU that this process may
  // run on, so that runners pinned to different CPUs work side by side. A device without uuid needs
  // none. The message names the process that has it.
  static Result<DeviceLock> take(const files::Path& folder, const DeviceInfo& device);

 private:
  std::vector<files::FileLock> m_locks;
};

}  // namespace kw
