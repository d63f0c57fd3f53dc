// SPDX-License-Identifier: GPL-3.0-or-later
#include "runner/device/cuda/nvml.h"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

#include "runner/toolkit/library.h"

namespace kw::cuda {

namespace {

// Declared here, since nvml.h is not among the headers that a build needs. The functions and
// numbers are those of NVIDIA's "NVML API Reference Guide", whose ABI is kept by their suffixes.
using Handle = struct NvmlDevice*;
constexpr int success = 0, insufficientSize = 7;
constexpr int clockOfMultiprocessors = 1;  // NVML_CLOCK_SM
constexpr int temperatureOfChip = 0;       // NVML_TEMPERATURE_GPU
constexpr unsigned long long reasonPowerCap = 0x4, reasonHardware = 0x8,
                             reasonSoftwareThermal = 0x20, reasonHardwareThermal = 0x40,
                             reasonPowerBrake = 0x80;

struct ProcessInfo {  // nvmlProcessInfo_t of the functions with suffix _v3
  unsigned int pid;
  unsigned long long usedMemory;
  unsigned int gpuInstance, computeInstance;
};

struct Functions {
  int (*init)() = nullptr;
  int (*byUuid)(const char*, Handle*) = nullptr;
  int (*reasons)(Handle, unsigned long long*) = nullptr;
  int (*clock)(Handle, int, unsigned int*) = nullptr;
  int (*temperature)(Handle, int, unsigned int*) = nullptr;
  int (*processes)(Handle, unsigned int*, ProcessInfo*) = nullptr;
};

std::optional<Functions> load(const std::string& path) {
  const auto library = Library::load(path);
  if (!library) return std::nullopt;
  Functions found;
  const bool known = library->find("nvmlInit_v2", found.init) &&
                     library->find("nvmlDeviceGetHandleByUUID", found.byUuid);
  if (!known) return std::nullopt;
  // Renamed with CUDA 12.2; a missing one leaves its part unknown.
  if (!library->find("nvmlDeviceGetCurrentClocksEventReasons", found.reasons))
    library->find("nvmlDeviceGetCurrentClocksThrottleReasons", found.reasons);
  library->find("nvmlDeviceGetClockInfo", found.clock);
  library->find("nvmlDeviceGetTemperature", found.temperature);
  library->find("nvmlDeviceGetComputeRunningProcesses_v3", found.processes);
  return found;
}

uint32_t slowdownsOf(unsigned long long reasons) {
  uint32_t slowdowns = 0;
  if (reasons & reasonPowerCap) slowdowns |= powerCap;
  if (reasons & (reasonSoftwareThermal | reasonHardwareThermal)) slowdowns |= thermalSlowdown;
  if (reasons & reasonHardware) slowdowns |= hardwareSlowdown;
  if (reasons & reasonPowerBrake) slowdowns |= powerBrake;
  return slowdowns;
}

class LoadedNvml final : public Nvml {
 public:
  LoadedNvml(const Functions& functions, Handle device)
      : m_functions(functions), m_device(device) {}

  DeviceState look() override {
    DeviceState state;
    unsigned long long reasons = 0;
    unsigned int value = 0;
    if (m_functions.reasons && m_functions.reasons(m_device, &reasons) == success)
      state.slowdowns = slowdownsOf(reasons);
    if (m_functions.clock && m_functions.clock(m_device, clockOfMultiprocessors, &value) == success)
      state.clock = value;
    if (m_functions.temperature &&
        m_functions.temperature(m_device, temperatureOfChip, &value) == success)
      state.temperature = value;
    return state;
  }

  // Process numbers of a container differ from those that NVML tells, so they cannot be compared
  // with our own: one of those that compute is taken to be this one.
  DeviceState lookClosely() override {
    DeviceState state = look();
    constexpr unsigned int most = 64;
    std::array<ProcessInfo, most> processes{};
    unsigned int count = most;
    if (!m_functions.processes) return state;
    const int result = m_functions.processes(m_device, &count, processes.data());
    if (result == success || result == insufficientSize)
      state.otherProcesses = std::max(static_cast<int>(count) - 1, 0);
    return state;
  }

 private:
  Functions m_functions;
  Handle m_device;
};

}  // namespace

std::unique_ptr<Nvml> Nvml::open(const std::string& uuid, const std::string& library) {
  const std::optional<Functions> functions = load(library);
  Handle device = nullptr;
  if (!functions || functions->init() != success ||
      functions->byUuid(uuid.c_str(), &device) != success)
    return nullptr;
  return std::make_unique<LoadedNvml>(*functions, device);
}

}  // namespace kw::cuda
