// SPDX-License-Identifier: GPL-3.0-or-later
// The ceilings of a roofline plot: how much a device can move and compute in a second.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "model/problem/problem.h"
#include "model/profile/profile.h"
#include "model/records/records.h"

namespace kw::view {

// Where bytes are counted. On a CPU, "dram" is the memory; the others are not known there.
enum class MemoryLevel { dram, l2, l1 };
inline constexpr int memoryLevels = 3;
std::string_view name(MemoryLevel level);  // "DRAM", "L2", "L1"

struct Roof {
  enum class Kind { bandwidth, arithmetic };
  Kind kind = Kind::bandwidth;
  MemoryLevel level = MemoryLevel::dram;  // of a bandwidth
  std::string precision;                  // of arithmetic: "bf16"
  std::string name;                       // "DRAM copy", "bf16 tensor"
  double perSecond = 0;                   // bytes, or operations
  bool isMeasured = true;                 // else from the datasheet
  std::string from;                       // the peak's name, or how it was computed
};

// What is calculated in, and by which pipes.
struct Arithmetic {
  enum class Pipes { either, plain, tensor };  // either: nobody counted which
  std::string precision;                       // "fp32", "bf16"
  Pipes pipes = Pipes::either;

  std::string name() const;  // "bf16", "bf16 tensor"
  friend bool operator==(const Arithmetic&, const Arithmetic&) = default;
};

// The bandwidths first, from the slowest up; then the rates of `used`: other arithmetic has no
// roof. Measured ones are DeviceInfo's peaks. Datasheet ones come from clocks and widths that the
// device tells itself: DRAM at two transfers a clock over the whole bus, as GDDR and HBM have it;
// fp32 and fp64 at a fused multiply-add (two operations) a clock and lane, with the lanes of an SM
// from the CUDA C++ Programming Guide's table of arithmetic instructions. What has no such source
// is left out.
std::vector<Roof> roofsOf(const DeviceInfo& device, const std::vector<Arithmetic>& used);

// The arithmetic that a problem states, first, and what counters say that its candidates really
// use: at least a tenth of the operations counted in a profile. Less is the compiler's own (it
// loads constants and converts with fp16 instructions: 6 % of the operations of a kernel that
// calculates in fp32, on an H200). Where the stated precision was counted, its pipes are those that
// were seen to work.
std::vector<Arithmetic> arithmeticOf(const Problem& problem, const std::vector<Profile>& profiles);

// What is not drawn, and why: one sentence each.
std::vector<std::string> missingRoofs(const DeviceInfo& device,
                                      const std::vector<Arithmetic>& used);

// The highest measured of a kind and level, the highest datasheet one where none was measured; null
// where there is neither. `precision` "": of any.
const Roof* bestBandwidth(const std::vector<Roof>& roofs, MemoryLevel level);
const Roof* bestArithmetic(const std::vector<Roof>& roofs, std::string_view precision = {});

}  // namespace kw::view
