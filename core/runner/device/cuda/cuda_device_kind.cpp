// SPDX-License-Identifier: GPL-3.0-or-later
#include "runner/device/cuda/cuda_device_kind.h"

#include "runner/device/cuda/cuda_compiler.h"
#include "runner/device/cuda/cuda_device.h"
#include "runner/device/cuda/device_listing.h"
#include "runner/device/cuda/locked_clocks.h"
#include "runner/device/cuda/offered_counters.h"

namespace kw {

DeviceKind cudaDeviceKind() {
  DeviceKind kind;
  kind.name = "cuda";
  kind.list = cuda::listDevices;
  kind.open = cuda::CudaDevice::open;
  kind.listCounters = cuda::offeredCounters;
  kind.lockClocks = [](const std::string& uuid, int megahertz) {
    return cuda::lockClocks(uuid, megahertz);
  };
  kind.makeCompiler = []() -> Result<std::unique_ptr<Compiler>> {
    KW_ASSIGN(std::unique_ptr<cuda::CudaCompiler> compiler, cuda::CudaCompiler::make());
    return std::unique_ptr<Compiler>(std::move(compiler));
  };
  return kind;
}

}  // namespace kw
