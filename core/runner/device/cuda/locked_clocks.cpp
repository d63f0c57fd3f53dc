// SPDX-License-Identifier: GPL-3.0-or-later
#include "runner/device/cuda/locked_clocks.h"

#include <utility>

#include "runner/toolkit/library.h"

namespace kw::cuda {

namespace {

// As in nvml.cpp: "NVML API Reference Guide", GPU commands.
using NvmlHandle = struct NvmlDevice*;
constexpr int nvmlSuccess = 0, nvmlNotSupported = 3, nvmlNoPermission = 4;

struct ClockFunctions {
  int (*init)() = nullptr;
  int (*byUuid)(const char*, NvmlHandle*) = nullptr;
  int (*lock)(NvmlHandle, unsigned int, unsigned int) = nullptr;
  int (*reset)(NvmlHandle) = nullptr;
};

Result<ClockFunctions> loadClockFunctions(const std::string& path) {
  KW_ASSIGN(const Library library, Library::load(path));
  ClockFunctions found;
  const bool all = library.find("nvmlInit_v2", found.init) &&
                   library.find("nvmlDeviceGetHandleByUUID", found.byUuid) &&
                   library.find("nvmlDeviceSetGpuLockedClocks", found.lock) &&
                   library.find("nvmlDeviceResetGpuLockedClocks", found.reset);
  if (all) return found;
  return fail(Error{ErrorKind::missing,
                    "this driver's " + path + " cannot lock clocks",
                    {},
                    "a driver of 418 or newer can"});
}

Unexpected<Error> refusal(int code, int megahertz) {
  const std::string clocks = std::to_string(megahertz);
  const std::string what = "the clocks could not be locked at " + clocks + " MHz: ";
  if (code == nvmlNoPermission)
    return fail(what + "only root may",
                "lock them yourself (sudo nvidia-smi --lock-gpu-clocks=" + clocks + "," + clocks +
                    ", later sudo nvidia-smi --reset-gpu-clocks), or start the runner as root");
  if (code == nvmlNotSupported)
    return fail(what + "this device, or its virtual machine, does not offer it",
                "leave --lock-clocks out");
  return fail(what + "NVML error " + std::to_string(code),
              "nvidia-smi --query-supported-clocks=graphics --format=csv lists what it offers");
}

}  // namespace

Result<std::shared_ptr<void>> lockClocks(const std::string& uuid, int megahertz,
                                         const std::string& library) {
  KW_ASSIGN(const ClockFunctions nvml, loadClockFunctions(library));
  NvmlHandle device = nullptr;
  if (nvml.init() != nvmlSuccess || nvml.byUuid(uuid.c_str(), &device) != nvmlSuccess)
    return fail(Error{ErrorKind::missing,
                      "NVIDIA's management library does not know the device " + uuid,
                      {},
                      "does nvidia-smi work here?"});
  const auto wanted = static_cast<unsigned int>(megahertz);
  if (const int code = nvml.lock(device, wanted, wanted); code != nvmlSuccess)
    return refusal(code, megahertz);
  return std::shared_ptr<void>(device, [reset = nvml.reset](NvmlHandle held) { reset(held); });
}

}  // namespace kw::cuda
