// SPDX-License-Identifier: GPL-3.0-or-later
#include "runner/server/device_lock.h"

#include <sched.h>

#include <cctype>
#include <string>

#include "model/protocol/messages.h"

namespace kw {

namespace {

std::string fileNameFor(const std::string& uuid) {
  std::string name;
  for (const char c : uuid)
    name += std::isalnum(static_cast<unsigned char>(c)) || c == '-' ? c : '_';
  return name.substr(0, 200) + ".lock";
}

std::vector<int> ownCpus() {
  std::vector<int> cpus;
  cpu_set_t set;
  CPU_ZERO(&set);
  if (sched_getaffinity(0, sizeof set, &set) != 0) return {0};
  for (int cpu = 0; cpu < CPU_SETSIZE; ++cpu)
    if (CPU_ISSET(cpu, &set)) cpus.push_back(cpu);
  return cpus;
}

std::vector<std::string> lockNames(const DeviceInfo& device) {
  std::vector<std::string> names;
  if (device.isHost())
    for (const int cpu : ownCpus())
      names.push_back("host-cpu-" + std::to_string(cpu) + ".lock");
  else if (!device.uuid.empty())
    names.push_back(fileNameFor(device.uuid));
  return names;
}

}  // namespace

Result<DeviceLock> DeviceLock::take(const files::Path& folder, const DeviceInfo& device) {
  KW_TRY(files::makeFolders(folder));
  DeviceLock held;
  for (const std::string& name : lockNames(device)) {
    auto lock = files::FileLock::take(folder / name);
    if (!lock)
      return fail(std::string(protocol::deviceInUse) + device.id + " (" + device.model +
                      "): " + lock.error().message,
                  device.isHost()
                      ? "wait until it ends, or pin each runner to CPUs of its own with taskset"
                      : "wait until it ends, or choose another device");
    held.m_locks.push_back(std::move(*lock));
  }
  return held;
}

}  // namespace kw
