// SPDX-License-Identifier: GPL-3.0-or-later
#include "runner/device/host/launch_limits.h"

#include "runner/device/host/processors.h"

namespace kw::host {

namespace {

constexpr int64_t threadsPerBlock = 1024;
constexpr Dim3 mostBlock{1024, 1024, 64};
constexpr Dim3 mostGrid{2147483647, 65535, 65535};
constexpr int64_t mostShared = 232448;

bool within(const Dim3& size, const Dim3& most) {
  return size.x >= 1 && size.y >= 1 && size.z >= 1 && size.x <= most.x && size.y <= most.y &&
         size.z <= most.z;
}

std::string text(const Dim3& size) {
  return std::to_string(size.x) + " x " + std::to_string(size.y) + " x " + std::to_string(size.z);
}

}  // namespace

std::map<std::string, int64_t> deviceLimits() {
  return {{"threads_per_block", threadsPerBlock},
          {"block_x", mostBlock.x},
          {"block_y", mostBlock.y},
          {"block_z", mostBlock.z},
          {"grid_x", mostGrid.x},
          {"grid_y", mostGrid.y},
          {"grid_z", mostGrid.z},
          {"shared_memory_per_block", mostStaticShared},
          {"shared_memory_per_block_optin", mostShared},
          {"shared_memory_per_sm", 233472},
          {"reserved_shared_memory_per_block", 1024},
          {"registers_per_block", 0},
          {"registers_per_sm", 0},
          {"sm_count", static_cast<int64_t>(processors().size())},
          {"warp_size", 32},
          {"threads_per_sm", 2048},
          {"blocks_per_sm", 32},
          {"l2_bytes", lastLevelCacheBytes()},
          {"memory_bytes", memoryBytes()},
          {"clock_khz", 0},
          {"compute_capability", 0},
          {"cluster", 0},
          {"cooperative", 0}};
}

std::string beyondLimits(const ConcreteLaunch& launch) {
  if (launch.hasCluster && launch.cluster.count() > 1)
    return launch.function + ": thread block clusters cannot run on the host device";
  if (launch.cooperative)
    return launch.function + ": cooperative launches cannot run on the host device";
  if (!within(launch.block, mostBlock) || launch.block.count() > threadsPerBlock)
    return launch.function + ": a block of " + text(launch.block) +
           " threads is outside the limits (at most 1024 in all)";
  if (!within(launch.grid, mostGrid))
    return launch.function + ": a grid of " + text(launch.grid) + " blocks is outside the limits";
  if (launch.sharedMemory < 0 || launch.sharedMemory > mostShared)
    return launch.function + ": " + std::to_string(launch.sharedMemory) +
           " bytes of dynamic shared memory, but at most " + std::to_string(mostShared) +
           " can be had";
  return {};
}

}  // namespace kw::host
