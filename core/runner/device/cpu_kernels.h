// SPDX-License-Identifier: GPL-3.0-or-later
// Fills, comparison and checks over plain memory, on all processors this process may use. The host
// device works with them; tests hold the GPU's kernels against them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "runner/device/device.h"

namespace kw::cpu {

// Writes elements 0 to plan.elements-1 from `to`; it must hold them.
Status fill(std::span<std::byte> to, const FillPlan& plan);

// `got` holds plan.layout.extent elements, `want` plan.layout.elements dense ones. plan.got and
// plan.want are not looked at.
Result<CompareResult> compare(const ComparePlan& plan, std::span<const std::byte> got,
                              std::span<const std::byte> want);

// The same as Device::errors, with the same bytes as compare().
Result<ErrorReport> errors(const ErrorPlan& plan, std::span<const std::byte> got,
                           std::span<const std::byte> want);

uint64_t checksum(std::span<const std::byte> bytes);

// sqrt(mean(x*x)) over the finite elements; 0 where there are none.
double rms(const void* from, ElementType type, int64_t elements);

// Repeats a 32-bit word from the first byte on; a last part of a word is written in part.
void setWords(std::span<std::byte> to, uint32_t pattern);

// What canaries are filled with.
inline constexpr std::byte canaryByte{0xC7};

// `before` and `after` adjoin a buffer of `bytes`. The damage nearest to the buffer's first byte in
// front of it, else the first one behind it.
CanaryReport checkCanaries(std::span<const std::byte> before, std::span<const std::byte> after,
                           int64_t bytes);

}  // namespace kw::cpu
