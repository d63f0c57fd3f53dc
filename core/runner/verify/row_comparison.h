// SPDX-License-Identifier: GPL-3.0-or-later
// Comparisons that are not element by element, in our own memory. A row runs along the last axis.
#pragma once

#include <string>

#include "base/result/result.h"
#include "runner/device/device.h"
#include "runner/oracle/host_array.h"

namespace kw {

struct Tolerance {
  double relative = 0;
  double absolute = 0;
};

// Rows as sets with repetition: sorted, then compared by value. Integers above 2^53 are rounded.
CompareResult compareSets(const HostArray& got, const HostArray& want, const Tolerance& tolerance);

struct TopKResult {
  CompareResult values;  // against the oracle's, in order
  // Of the first index that is outside its row, given twice in it, or that selects another value
  // than the one beside it.
  CompareResult indices;  // got: the index, want: the value it should select
  std::string fault;      // what is wrong with that index
};
// `source` has the same leading axes as `got`; its last axis is what the indices point into.
Result<TopKResult> compareTopK(const HostArray& got, const HostArray& want,
                               const HostArray& indices, const HostArray& source,
                               const Tolerance& tolerance);

}  // namespace kw
