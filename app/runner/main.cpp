// SPDX-License-Identifier: GPL-3.0-or-later
// kwr-runner: owns the devices of a machine. Here stands only which kinds of device it was built
// with.
#include "runner/device/cuda/cuda_device_kind.h"
#include "runner/server/runner_main.h"
#ifdef KW_HAS_HOST_DEVICE
#include "runner/device/host/host_device_kind.h"
#endif

int main(int argc, char** argv) {
  std::vector<kw::DeviceKind> kinds = {kw::cudaDeviceKind()};
#ifdef KW_HAS_HOST_DEVICE
  kinds.push_back(kw::hostDeviceKind(kw::consentGiven(argc, argv)));
#endif
  return kw::runnerMain(argc, argv, std::move(kinds));
}
