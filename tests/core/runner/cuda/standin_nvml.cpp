// SPDX-License-Identifier: GPL-3.0-or-later
// A stand-in for NVIDIA's management library that tells what the environment says.
#include <cstdlib>
#include <cstring>
#include <string>

namespace {

unsigned long long told(const char* name) {
  const char* text = std::getenv(name);
  return text ? std::strtoull(text, nullptr, 10) : 0;
}

struct Process {
  unsigned int pid;
  unsigned long long usedMemory;
  unsigned int gpuInstance, computeInstance;
};

}  // namespace

extern "C" {

int nvmlInit_v2() {
  return static_cast<int>(told("NVML_INIT"));
}
int nvmlDeviceGetHandleByUUID(const char* uuid, void** device) {
  static int only = 0;
  *device = &only;
  return std::strcmp(uuid, "GPU-1") == 0 ? 0 : 6;
}
int nvmlDeviceGetCurrentClocksThrottleReasons(void*, unsigned long long* reasons) {
  *reasons = told("NVML_REASONS");
  return 0;
}
int nvmlDeviceGetClockInfo(void*, int kind, unsigned int* clock) {
  *clock = static_cast<unsigned int>(told("NVML_CLOCK"));
  return kind == 1 ? 0 : 2;
}
int nvmlDeviceGetTemperature(void*, int, unsigned int* temperature) {
  *temperature = static_cast<unsigned int>(told("NVML_TEMPERATURE"));
  return *temperature == 0 ? 3 : 0;  // not supported
}
int nvmlDeviceGetComputeRunningProcesses_v3(void*, unsigned int* count, Process* processes) {
  const auto found = static_cast<unsigned int>(told("NVML_PROCESSES"));
  const unsigned int room = *count;
  *count = found;
  if (found > room) return 7;  // insufficient size
  for (unsigned int i = 0; i < found; ++i)
    processes[i] = {i, 0, 0, 0};
  return 0;
}

// What is set is told in the environment too.
int nvmlDeviceSetGpuLockedClocks(void*, unsigned int least, unsigned int most) {
  if (told("NVML_REFUSES") != 0) return static_cast<int>(told("NVML_REFUSES"));
  setenv("NVML_LOCKED", (std::to_string(least) + " to " + std::to_string(most)).c_str(), 1);
  return 0;
}
int nvmlDeviceResetGpuLockedClocks(void*) {
  unsetenv("NVML_LOCKED");
  return 0;
}
}
