// SPDX-License-Identifier: GPL-3.0-or-later
// Other inputs than those a case describes, of the same kind: what a candidate cannot have been
// made for. Only random fills are changed, and never beyond what they can give; permutations,
// offsets, constants, files and functions stay.
#pragma once

#include <array>
#include <string_view>

#include "model/problem/problem.h"
#include "runner/device/device.h"
#include "runner/oracle/host_array.h"

namespace kw {

enum class Distribution {
  own,     // as the case says, from another seed
  narrow,  // a sixteenth of the spread, away from the middle: differences are small against values
  wide,    // eight times the deviation, or nothing but the ends of the range
  cancelling,  // neighbours nearly cancel about the middle, to 1/64
  special,  // zeros of both signs, the smallest number of the type, equal values, in between others
};
inline constexpr std::array allDistributions{Distribution::own, Distribution::narrow,
                                             Distribution::wide, Distribution::cancelling,
                                             Distribution::special};
std::string_view name(Distribution distribution);

struct InputVariant {
  Distribution distribution = Distribution::own;
  bool nonFinite = false;  // `special` also gives NaN and infinities, in floating-point types
};

// Whether values of this fill are others under the variant (apart from their seed).
bool changes(const InputVariant& variant, Fill::Kind kind);

// Changes values that `plan` gave.
void reshape(HostArray& values, const FillPlan& plan, const InputVariant& variant);

}  // namespace kw
