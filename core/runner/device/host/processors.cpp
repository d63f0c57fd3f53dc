// SPDX-License-Identifier: GPL-3.0-or-later
#include "runner/device/host/processors.h"

#include <sched.h>
#include <sys/utsname.h>

#include <algorithm>
#include <fstream>

namespace kw::host {

namespace {

constexpr int64_t mebibyte = int64_t{1} << 20;

std::string firstLine(const std::string& path) {
  std::ifstream file(path);
  std::string line;
  std::getline(file, line);
  return line;
}

// The number behind `name` in a file of "Name:   123 kB" lines, in bytes; 0 if absent.
int64_t kilobytesIn(const std::string& path, const std::string& name) {
  std::ifstream file(path);
  for (std::string word; file >> word;) {
    if (word != name) continue;
    int64_t value = 0;
    file >> value;
    return value * 1024;
  }
  return 0;
}

// A control group's number; 0 where there is no limit.
int64_t controlGroup(const std::string& file) {
  const std::string text = firstLine("/sys/fs/cgroup/" + file);
  return text.empty() || text.find_first_not_of("0123456789") != std::string::npos ||
                 text.size() > 17
             ? int64_t{0}
             : int64_t{std::stoll(text)};
}

}  // namespace

std::vector<int> processors() {
  cpu_set_t allowed;
  CPU_ZERO(&allowed);
  std::vector<int> numbers;
  if (::sched_getaffinity(0, sizeof allowed, &allowed) == 0)
    for (int i = 0; i < CPU_SETSIZE; ++i)
      if (CPU_ISSET(i, &allowed)) numbers.push_back(i);
  if (numbers.empty()) numbers.push_back(0);
  return numbers;
}

std::string processorName() {
  std::ifstream file("/proc/cpuinfo");
  for (std::string line; std::getline(file, line);) {
    if (!line.starts_with("model name")) continue;
    const size_t colon = line.find(": ");
    if (colon != std::string::npos) return line.substr(colon + 2);
  }
  utsname name{};
  return ::uname(&name) == 0 ? name.machine : "CPU";
}

int64_t lastLevelCacheBytes() {
  int64_t largest = 0;
  const std::string folder =
      "/sys/devices/system/cpu/cpu" + std::to_string(processors().front()) + "/cache/index";
  for (int index = 0; index < 8; ++index) {
    const std::string text = firstLine(folder + std::to_string(index) + "/size");  // "32768K"
    if (text.empty() || text.size() > 12 || text.front() < '0' || text.front() > '9') continue;
    const int64_t unit = text.back() == 'K' ? 1024 : text.back() == 'M' ? mebibyte : 1;
    largest = std::max(largest, int64_t{std::stoll(text)} * unit);
  }
  return largest == 0 ? 32 * mebibyte : std::min(largest, 64 * mebibyte);
}

int64_t memoryBytes() {
  const int64_t all = kilobytesIn("/proc/meminfo", "MemTotal:");
  const int64_t limit = controlGroup("memory.max");
  return limit > 0 ? std::min(all, limit) : all;
}

int64_t availableMemoryBytes() {
  const int64_t available = kilobytesIn("/proc/meminfo", "MemAvailable:");
  const int64_t limit = controlGroup("memory.max");
  return limit > 0
             ? std::min(available, std::max(int64_t{0}, limit - controlGroup("memory.current")))
             : available;
}

}  // namespace kw::host
