// SPDX-License-Identifier: GPL-3.0-or-later
#include "runner/measure/memory_budget.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <string>

namespace kw {

namespace {

// Left for modules, the flush buffer and what allocators round up to.
constexpr double usableShare = 0.9;

std::string mebibytes(int64_t bytes) {
  std::array<char, 40> text{};
  std::snprintf(text.data(), text.size(), "%.1f MiB", static_cast<double>(bytes) / (1 << 20));
  return text.data();
}

}  // namespace

Result<MemoryBudget> memoryBudget(Device& device, const OpenCases& cases) {
  KW_ASSIGN(const int64_t freeBytes, device.freeMemory());
  const auto usable = static_cast<int64_t>(static_cast<double>(freeBytes) * usableShare);
  int64_t lasting = 0, scratch = 0, largestScratch = 0, largestBytes = -1;
  std::string largest;
  for (const auto& open : cases) {
    const int64_t own = open->data().scratchBytes();
    lasting += open->lastingBytes();
    scratch += own;
    largestScratch = std::max(largestScratch, own);
    if (open->lastingBytes() + own > largestBytes) {
      largestBytes = open->lastingBytes() + own;
      largest = open->name();
    }
  }
  if (lasting + scratch <= usable) return MemoryBudget{.keepScratch = true};
  if (lasting + largestScratch <= usable) return MemoryBudget{.keepScratch = false};
  return failInput("the cases need " + mebibytes(lasting + largestScratch) + " on " +
                       device.info().id + " (case " + largest + " alone " +
                       mebibytes(largestBytes) + "), and " + mebibytes(freeBytes) + " are free",
                   {}, "make the sizes of case " + largest + " smaller, or free memory");
}

}  // namespace kw
