// SPDX-License-Identifier: GPL-3.0-or-later
#include "view/roofline/roofs.h"

#include <algorithm>
#include <array>

namespace kw::view {

namespace {

struct KnownBandwidth {
  const char* peak;
  MemoryLevel level;
  const char* name;
  const char* nameOnHost;  // null: means nothing there
};
constexpr std::array<KnownBandwidth, 5> bandwidths{{
    {"dram_copy_bytes_per_second", MemoryLevel::dram, "DRAM copy", "memory triad"},
    {"dram_read_bytes_per_second", MemoryLevel::dram, "DRAM read", "memory read"},
    {"dram_write_bytes_per_second", MemoryLevel::dram, "DRAM write", "memory write"},
    {"l2_read_bytes_per_second", MemoryLevel::l2, "L2 read", nullptr},
    {"shared_bytes_per_second", MemoryLevel::l1, "L1, shared", nullptr},
}};

// Counters of tensor operations say which precision the tensor pipes worked in.
constexpr std::array<std::pair<const char*, const char*>, 8> countedPrecisions{{
    {"fp32_operations", "fp32"},
    {"fp64_operations", "fp64"},
    {"fp16_operations", "fp16"},
    {"tensor_bf16_operations", "bf16"},
    {"tensor_fp16_operations", "fp16"},
    {"tensor_tf32_operations", "tf32"},
    {"tensor_fp8_operations", "fp8"},
    {"tensor_int8_operations", "int8"},
}};

double peakOf(const DeviceInfo& device, const std::string& name) {
  const auto found = device.measuredPeaks.find(name);
  return found == device.measuredPeaks.end() ? 0 : found->second;
}

double limitOf(const DeviceInfo& device, const char* name) {
  return static_cast<double>(device.limit(name));
}

// CUDA C++ Programming Guide, "Throughput of Native Arithmetic Instructions": results a clock and
// SM of 32- and 64-bit floating-point add, multiply and multiply-add. 0: not in our copy of it.
struct Lanes {
  int64_t capability;
  double fp32, fp64;
};
constexpr std::array<Lanes, 8> laneTable{{{70, 64, 32},
                                          {75, 64, 2},
                                          {80, 64, 32},
                                          {86, 128, 2},
                                          {89, 128, 2},
                                          {90, 128, 64},
                                          {100, 128, 64},
                                          {120, 128, 2}}};

double lanesOf(const DeviceInfo& device, std::string_view precision) {
  const auto found =
      std::ranges::find(laneTable, device.limit("compute_capability"), &Lanes::capability);
  if (found == laneTable.end()) return 0;
  return precision == "fp32" ? found->fp32 : precision == "fp64" ? found->fp64 : 0;
}

void addBandwidths(std::vector<Roof>& roofs, const DeviceInfo& device) {
  for (const KnownBandwidth& known : bandwidths) {
    const char* name = device.isHost() ? known.nameOnHost : known.name;
    const double rate = peakOf(device, known.peak);
    if (name && rate > 0)
      roofs.push_back({Roof::Kind::bandwidth, known.level, name, rate, true, known.peak});
  }
  const double clock = 1e3 * limitOf(device, "memory_clock_khz");
  const double rate = 2 * clock * limitOf(device, "memory_bus_bits") / 8;
  if (rate > 0)
    roofs.push_back({Roof::Kind::bandwidth, MemoryLevel::dram, "DRAM datasheet", rate, false,
                     "2 transfers × memory clock × bus width"});
  std::ranges::stable_sort(roofs, {}, &Roof::perSecond);
}

void addRates(std::vector<Roof>& roofs, const DeviceInfo& device, const std::string& precision) {
  for (const char* path : {"", "_tensor"}) {
    const std::string peak = precision + path + "_flops_per_second";
    if (const double rate = peakOf(device, peak); rate > 0)
      roofs.push_back({Roof::Kind::arithmetic, MemoryLevel::dram,
                       precision + (*path ? " tensor" : ""), rate, true, peak});
  }
  const double clocks = 1e3 * limitOf(device, "clock_khz") * limitOf(device, "sm_count");
  if (const double rate = 2 * lanesOf(device, precision) * clocks; rate > 0)
    roofs.push_back({Roof::Kind::arithmetic, MemoryLevel::dram, precision + " datasheet", rate,
                     false, "2 operations × lanes × SMs × clock"});
}

const Roof* highest(const std::vector<Roof>& roofs, const auto& isMeant) {
  const Roof* best = nullptr;
  for (const Roof& roof : roofs) {
    if (!isMeant(roof)) continue;
    const bool better =
        !best ||
        (roof.isMeasured == best->isMeasured ? roof.perSecond > best->perSecond : roof.isMeasured);
    if (better) best = &roof;
  }
  return best;
}

bool isAny(const std::vector<Roof>& roofs, MemoryLevel level, bool isMeasured) {
  return std::ranges::any_of(roofs, [&](const Roof& roof) {
    return roof.kind == Roof::Kind::bandwidth && roof.level == level &&
           roof.isMeasured == isMeasured;
  });
}

}  // namespace

std::string_view name(MemoryLevel level) {
  constexpr std::array<std::string_view, memoryLevels> names{"DRAM", "L2", "L1"};
  return names[static_cast<size_t>(level)];
}

std::vector<Roof> roofsOf(const DeviceInfo& device, const std::vector<std::string>& precisions) {
  std::vector<Roof> roofs;
  addBandwidths(roofs, device);
  for (const std::string& precision : precisions)
    addRates(roofs, device, precision);
  return roofs;
}

std::vector<std::string> precisionsOf(const Problem& problem,
                                      const std::vector<Profile>& profiles) {
  std::vector<std::string> used;
  const auto use = [&used](const std::string& precision) {
    if (std::ranges::find(used, precision) == used.end()) used.push_back(precision);
  };
  if (problem.work.flops) use(problem.work.precision);
  for (const Profile& profile : profiles)
    for (const auto& [metric, precision] : countedPrecisions) {
      const auto found = profile.values.find(metric);
      if (found != profile.values.end() && found->second.value > 0) use(precision);
    }
  return used;
}

std::vector<std::string> missingRoofs(const DeviceInfo& device,
                                      const std::vector<std::string>& precisions) {
  const std::vector<Roof> roofs = roofsOf(device, precisions);
  std::vector<std::string> texts;
  const auto add = [&texts](const std::string& what) {
    if (!what.empty()) texts.push_back("No roof of " + what + ": that peak was not measured.");
  };
  std::string missing;
  const auto miss = [&missing](const std::string& what) {
    missing += (missing.empty() ? "" : ", ") + what;
  };
  if (!isAny(roofs, MemoryLevel::dram, true)) miss(device.isHost() ? "the memory" : "DRAM");
  for (const MemoryLevel level : {MemoryLevel::l2, MemoryLevel::l1})
    if (!device.isHost() && !isAny(roofs, level, true)) miss(std::string(name(level)));
  for (const std::string& precision : precisions)
    if (std::ranges::none_of(roofs, [&](const Roof& roof) {
          return roof.kind == Roof::Kind::arithmetic && roof.isMeasured &&
                 roof.name.starts_with(precision);
        }))
      miss(precision);
  add(missing);
  if (!isAny(roofs, MemoryLevel::dram, false))
    texts.push_back(device.isHost()
                        ? "A CPU tells no datasheet figures."
                        : "No datasheet roof of DRAM: its clock and width are unknown.");
  return texts;
}

const Roof* bestBandwidth(const std::vector<Roof>& roofs, MemoryLevel level) {
  return highest(roofs, [level](const Roof& roof) {
    return roof.kind == Roof::Kind::bandwidth && roof.level == level;
  });
}

const Roof* bestArithmetic(const std::vector<Roof>& roofs) {
  return highest(roofs, [](const Roof& roof) { return roof.kind == Roof::Kind::arithmetic; });
}

}  // namespace kw::view
