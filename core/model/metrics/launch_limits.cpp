// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <array>

#include "base/result/message.h"
#include "model/metrics/occupancy.h"

namespace kw {

namespace {

constexpr int64_t largestCluster =
    16;  // over 8 only where the launch says "non-portable", as ours do

std::string shown(const Dim3& size) {
  return std::to_string(size.x) + " x " + std::to_string(size.y) + " x " + std::to_string(size.z);
}

// The product, or nothing where it is over 2^63.
std::optional<int64_t> countOf(const Dim3& size) {
  int64_t count = 0;
  if (__builtin_mul_overflow(size.x, size.y, &count) ||
      __builtin_mul_overflow(count, size.z, &count))
    return std::nullopt;
  return count;
}

class LimitCheck {
 public:
  LimitCheck(const ConcreteLaunch& launch, const KernelResources& resources,
             const DeviceInfo& device)
      : m_launch(launch), m_resources(resources), m_device(device) {}

  // The first limit that is exceeded; the later checks rely on the earlier ones.
  std::string run() const {
    const std::array<std::string (LimitCheck::*)() const, 8> checks{
        &LimitCheck::checkPositive,    &LimitCheck::checkBlock,
        &LimitCheck::checkGrid,        &LimitCheck::checkSharedMemory,
        &LimitCheck::checkRegisters,   &LimitCheck::checkClusterSize,
        &LimitCheck::checkClusterGrid, &LimitCheck::checkCooperative,
    };
    for (const auto check : checks) {
      const std::string problem = (this->*check)();
      if (!problem.empty()) return "launch of " + m_launch.function + ": " + problem;
    }
    return {};
  }

 private:
  // "the block has 2048 threads, the device allows 1024", or "" where it fits.
  std::string over(const std::string& what, int64_t asked, std::string_view limitName) const {
    const int64_t limit = m_device.limit(limitName);
    if (limit == 0 || asked <= limit) return {};
    return what + " " + std::to_string(asked) + ", the device allows " + std::to_string(limit);
  }

  std::string overEach(const std::string& what, const Dim3& size, const std::string& prefix) const {
    for (const auto& [axis, length] : {std::pair("x", size.x), {"y", size.y}, {"z", size.z}}) {
      std::string problem = over(what + " in " + axis + " is", length, prefix + "_" + axis);
      if (!problem.empty()) return problem;
    }
    return {};
  }

  std::string checkPositive() const {
    for (const auto& [what, size] : {std::pair("grid", m_launch.grid),
                                     {"block", m_launch.block},
                                     {"cluster", m_launch.cluster}}) {
      if (size.x <= 0 || size.y <= 0 || size.z <= 0)
        return "the " + std::string(what) + " is " + shown(size) +
               ", every dimension has to be at least 1";
    }
    if (m_launch.sharedMemory < 0)
      return "the dynamic shared memory is " + std::to_string(m_launch.sharedMemory) +
             " bytes, it has to be at least 0";
    return {};
  }

  std::string checkBlock() const {
    std::string problem = overEach("the block's size", m_launch.block, "block");
    if (!problem.empty()) return problem;
    const std::optional<int64_t> threads = countOf(m_launch.block);
    if (!threads) return "the block is " + shown(m_launch.block) + ", more than 2^63 threads";
    return over("the threads of a block (" + shown(m_launch.block) + ") are", *threads,
                "threads_per_block");
  }

  std::string checkGrid() const {
    std::string problem = overEach("the grid's size", m_launch.grid, "grid");
    if (!problem.empty()) return problem;
    const std::optional<int64_t> blocks = countOf(m_launch.grid);
    if (!blocks) return "the grid is " + shown(m_launch.grid) + ", more than 2^63 blocks";
    return {};
  }

  std::string checkSharedMemory() const {
    const bool optin = m_device.limit("shared_memory_per_block_optin") != 0;
    int64_t bytes = 0;
    if (__builtin_add_overflow(m_resources.staticShared, m_launch.sharedMemory, &bytes))
      return "the shared memory of a block is more than 2^63 bytes";
    return over("the bytes of shared memory per block (" +
                    std::to_string(m_resources.staticShared) + " static and " +
                    std::to_string(m_launch.sharedMemory) + " dynamic) are",
                bytes, optin ? "shared_memory_per_block_optin" : "shared_memory_per_block");
  }

  std::string checkRegisters() const {
    return over("the registers per block (" + counted(m_launch.block.count(), "thread") + " of " +
                    std::to_string(m_resources.registers) + " registers, as allocated) are",
                registersOfBlock(m_launch, m_resources, m_device), "registers_per_block");
  }

  std::string checkClusterSize() const {
    if (!m_launch.hasCluster) return {};
    const auto known = m_device.limits.find("cluster");
    if (!m_device.isHost() && known != m_device.limits.end() && known->second == 0)
      return "clusters need compute capability 9.0, the device has none";
    const std::optional<int64_t> blocks = countOf(m_launch.cluster);
    if (blocks && *blocks <= largestCluster) return {};
    return "the cluster is " + shown(m_launch.cluster) + ", at most " +
           std::to_string(largestCluster) + " blocks make one (8 on every device)";
  }

  std::string checkClusterGrid() const {
    const Dim3 &grid = m_launch.grid, &cluster = m_launch.cluster;
    if (!m_launch.hasCluster) return {};
    if (grid.x % cluster.x == 0 && grid.y % cluster.y == 0 && grid.z % cluster.z == 0) return {};
    return "the grid of " + shown(grid) + " blocks is no multiple of the cluster of " +
           shown(cluster);
  }

  std::string checkCooperative() const {
    if (!m_launch.cooperative) return {};
    const auto known = m_device.limits.find("cooperative");
    if (!m_device.isHost() && known != m_device.limits.end() && known->second == 0)
      return "the device has no cooperative launches";
    const int64_t multiprocessors = m_device.limit("sm_count");
    const LaunchOccupancy fits = occupancy(m_launch, m_resources, m_device);
    if (multiprocessors == 0 || fits.limitedBy.empty()) return {};
    const int64_t resident = fits.blocksPerSm * multiprocessors;
    if (m_launch.grid.count() <= resident) return {};
    return "a cooperative grid has to be resident at once: " +
           counted(m_launch.grid.count(), "block") + ", the device holds " +
           std::to_string(resident) + " (" + std::to_string(fits.blocksPerSm) + " on each of " +
           counted(multiprocessors, "multiprocessor") + ", limited by " + fits.limitedBy + ")";
  }

  const ConcreteLaunch& m_launch;
  const KernelResources& m_resources;
  const DeviceInfo& m_device;
};

}  // namespace

std::string exceededLimit(const ConcreteLaunch& launch, const KernelResources& resources,
                          const DeviceInfo& device) {
  if (!launch.memset.empty()) return {};
  return LimitCheck(launch, resources, device).run();
}

}  // namespace kw
