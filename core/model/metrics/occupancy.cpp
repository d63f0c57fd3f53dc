// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/metrics/occupancy.h"

#include <algorithm>
#include <array>

namespace kw {

namespace {

constexpr int64_t registerUnit = 256;      // registers, per warp
constexpr int64_t registerFileParts = 4;   // per multiprocessor
constexpr int64_t sharedMemoryUnit = 128;  // bytes
constexpr int64_t unlimited = INT64_MAX;

int64_t ceilDivide(int64_t a, int64_t b) {
  return (a + b - 1) / b;
}
int64_t roundUp(int64_t a, int64_t unit) {
  return ceilDivide(a, unit) * unit;
}

int64_t warpsOf(const ConcreteLaunch& launch, const DeviceInfo& device) {
  return ceilDivide(launch.block.count(), std::max<int64_t>(device.limit("warp_size"), 1));
}

int64_t registersOfWarp(const KernelResources& resources, const DeviceInfo& device) {
  return roundUp(resources.registers * device.limit("warp_size"), registerUnit);
}

int64_t blocksByRegisters(const ConcreteLaunch& launch, const KernelResources& resources,
                          const DeviceInfo& device) {
  const int64_t perWarp = registersOfWarp(resources, device);
  const int64_t file = device.limit("registers_per_sm");
  if (perWarp == 0 || file == 0) return unlimited;
  return file / registerFileParts / perWarp * registerFileParts / warpsOf(launch, device);
}

int64_t blocksBySharedMemory(const ConcreteLaunch& launch, const KernelResources& resources,
                             const DeviceInfo& device) {
  const int64_t all = device.limit("shared_memory_per_sm");
  const int64_t perBlock = roundUp(resources.staticShared + launch.sharedMemory +
                                       device.limit("reserved_shared_memory_per_block"),
                                   sharedMemoryUnit);
  return all == 0 || perBlock == 0 ? unlimited : all / perBlock;
}

int64_t blocksByThreads(const ConcreteLaunch& launch, const DeviceInfo& device) {
  const int64_t warpSize = std::max<int64_t>(device.limit("warp_size"), 1);
  return device.limit("threads_per_sm") / warpSize / warpsOf(launch, device);
}

}  // namespace

int64_t registersOfBlock(const ConcreteLaunch& launch, const KernelResources& resources,
                         const DeviceInfo& device) {
  return registersOfWarp(resources, device) * roundUp(warpsOf(launch, device), registerFileParts);
}

LaunchOccupancy occupancy(const ConcreteLaunch& launch, const KernelResources& resources,
                          const DeviceInfo& device) {
  LaunchOccupancy result;
  result.function = launch.function;
  result.threadsPerBlock = launch.block.count();
  const int64_t threadsPerSm = device.limit("threads_per_sm");
  if (device.isHost() || threadsPerSm == 0 || result.threadsPerBlock <= 0) return result;

  struct Limit {
    const char* name;
    int64_t blocks;
  };
  const int64_t slots = device.limit("blocks_per_sm");
  const std::array<Limit, 4> limits{{
      {"threads", blocksByThreads(launch, device)},
      {"blocks", slots == 0 ? unlimited : slots},
      {"registers", blocksByRegisters(launch, resources, device)},
      {"shared memory", blocksBySharedMemory(launch, resources, device)},
  }};
  const auto least =
      std::min_element(limits.begin(), limits.end(),
                       [](const Limit& a, const Limit& b) { return a.blocks < b.blocks; });
  result.limitedBy = least->name;
  result.blocksPerSm = least->blocks;
  const int64_t warpSize = std::max<int64_t>(device.limit("warp_size"), 1);
  result.occupancy = static_cast<double>(result.blocksPerSm * warpsOf(launch, device) * warpSize) /
                     static_cast<double>(threadsPerSm);
  return result;
}

}  // namespace kw
