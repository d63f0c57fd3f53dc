// SPDX-License-Identifier: GPL-3.0-or-later
#include "view/roofline/roofs.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

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

using Pipes = Arithmetic::Pipes;

struct Counted {
  const char* metric;
  const char* precision;
  Pipes pipes;
};
constexpr std::array<Counted, 9> countedArithmetic{{
    {"fp32_operations", "fp32", Pipes::plain},
    {"fp64_operations", "fp64", Pipes::plain},
    {"fp16_operations", "fp16", Pipes::plain},
    {"tensor_bf16_operations", "bf16", Pipes::tensor},
    {"tensor_fp16_operations", "fp16", Pipes::tensor},
    {"tensor_tf32_operations", "tf32", Pipes::tensor},
    {"tensor_fp8_operations", "fp8", Pipes::tensor},
    {"tensor_fp64_operations", "fp64", Pipes::tensor},
    {"tensor_int8_operations", "int8", Pipes::tensor},
}};
constexpr double leastShare = 0.1;  // of the operations counted; see arithmeticOf

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
      roofs.push_back({Roof::Kind::bandwidth, known.level, {}, name, rate, true, known.peak});
  }
  const double clock = 1e3 * limitOf(device, "memory_clock_khz");
  const double rate = 2 * clock * limitOf(device, "memory_bus_bits") / 8;
  if (rate > 0)
    roofs.push_back({Roof::Kind::bandwidth,
                     MemoryLevel::dram,
                     {},
                     "DRAM datasheet",
                     rate,
                     false,
                     "2 transfers × memory clock × bus width"});
  std::ranges::stable_sort(roofs, {}, &Roof::perSecond);
}

void addRates(std::vector<Roof>& roofs, const DeviceInfo& device, const Arithmetic& used) {
  const std::string& precision = used.precision;
  for (const Pipes pipes : {Pipes::plain, Pipes::tensor}) {
    if (used.pipes != Pipes::either && used.pipes != pipes) continue;
    const std::string path = pipes == Pipes::tensor ? "_tensor" : "";
    const std::string peak = precision + path + "_flops_per_second";
    if (const double rate = peakOf(device, peak); rate > 0)
      roofs.push_back({Roof::Kind::arithmetic, MemoryLevel::dram, precision,
                       Arithmetic{precision, pipes}.name(), rate, true, peak});
  }
  const double clocks = 1e3 * limitOf(device, "clock_khz") * limitOf(device, "sm_count");
  const double rate = used.pipes == Pipes::tensor ? 0 : 2 * lanesOf(device, precision) * clocks;
  if (rate > 0)
    roofs.push_back({Roof::Kind::arithmetic, MemoryLevel::dram, precision, precision + " datasheet",
                     rate, false, "2 operations × lanes × SMs × clock"});
}

bool isOf(const Roof& roof, const Arithmetic& used) {
  const bool isTensor = roof.name.ends_with(" tensor");
  return roof.kind == Roof::Kind::arithmetic && roof.precision == used.precision &&
         (used.pipes == Pipes::either || isTensor == (used.pipes == Pipes::tensor));
}

// Of one profile, the operations that were counted, in the order of countedArithmetic.
std::array<double, countedArithmetic.size()> countedIn(const Profile& profile) {
  std::array<double, countedArithmetic.size()> operations{};
  for (size_t i = 0; i < countedArithmetic.size(); ++i) {
    const auto found = profile.values.find(countedArithmetic[i].metric);
    if (found == profile.values.end() || found->second.known == Provenance::modelled) continue;
    if (std::isfinite(found->second.value)) operations[i] = std::max(0.0, found->second.value);
  }
  return operations;
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

std::string Arithmetic::name() const {
  return precision + (pipes == Pipes::tensor ? " tensor" : "");
}

std::vector<Roof> roofsOf(const DeviceInfo& device, const std::vector<Arithmetic>& used) {
  std::vector<Roof> roofs;
  addBandwidths(roofs, device);
  for (const Arithmetic& one : used)
    addRates(roofs, device, one);
  return roofs;
}

std::vector<Arithmetic> arithmeticOf(const Problem& problem, const std::vector<Profile>& profiles) {
  std::vector<Arithmetic> used;
  for (const Profile& profile : profiles) {
    const auto operations = countedIn(profile);
    const double all = std::accumulate(operations.begin(), operations.end(), 0.0);
    for (size_t i = 0; i < operations.size(); ++i) {
      const Arithmetic one{countedArithmetic[i].precision, countedArithmetic[i].pipes};
      if (all > 0 && operations[i] >= leastShare * all &&
          std::ranges::find(used, one) == used.end())
        used.push_back(one);
    }
  }
  if (!problem.work.flops) return used;
  const auto isStated = [&](const Arithmetic& one) {
    return one.precision == problem.work.precision;
  };
  if (std::ranges::none_of(used, isStated))
    used.insert(used.begin(), {problem.work.precision, Pipes::either});
  std::ranges::stable_partition(used, isStated);
  return used;
}

std::vector<std::string> missingRoofs(const DeviceInfo& device,
                                      const std::vector<Arithmetic>& used) {
  const std::vector<Roof> roofs = roofsOf(device, used);
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
  for (const Arithmetic& one : used)
    if (std::ranges::none_of(roofs,
                             [&](const Roof& roof) { return roof.isMeasured && isOf(roof, one); }))
      miss(one.name());
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

const Roof* bestArithmetic(const std::vector<Roof>& roofs, std::string_view precision) {
  return highest(roofs, [precision](const Roof& roof) {
    return roof.kind == Roof::Kind::arithmetic &&
           (precision.empty() || roof.precision == precision);
  });
}

}  // namespace kw::view
