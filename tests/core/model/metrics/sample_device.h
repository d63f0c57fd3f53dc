// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/problem/problem.h"
#include "model/records/records.h"

// The limits of an H200 (compute capability 9.0).
inline kw::DeviceInfo h200() {
  kw::DeviceInfo device;
  device.id = "cuda:0";
  device.kind = "cuda";
  device.model = "NVIDIA H200";
  device.limits = {
      {"threads_per_block", 1024},
      {"block_x", 1024},
      {"block_y", 1024},
      {"block_z", 64},
      {"grid_x", 2147483647},
      {"grid_y", 65535},
      {"grid_z", 65535},
      {"shared_memory_per_block", 49152},
      {"shared_memory_per_block_optin", 232448},
      {"shared_memory_per_sm", 233472},
      {"reserved_shared_memory_per_block", 1024},
      {"registers_per_block", 65536},
      {"registers_per_sm", 65536},
      {"sm_count", 132},
      {"warp_size", 32},
      {"threads_per_sm", 2048},
      {"blocks_per_sm", 32},
      {"cluster", 1},
      {"cooperative", 1},
      {"compute_capability", 90},
  };
  return device;
}

inline kw::ConcreteLaunch launchOf(int64_t threads, int64_t sharedMemory = 0) {
  kw::ConcreteLaunch launch;
  launch.function = "f";
  launch.grid = {1000, 1, 1};
  launch.block = {threads, 1, 1};
  launch.sharedMemory = sharedMemory;
  return launch;
}
