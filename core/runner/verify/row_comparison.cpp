// SPDX-License-Identifier: GPL-3.0-or-later
#include "runner/verify/row_comparison.h"

#include <algorithm>
#include <cmath>
#include <set>
#include <utility>
#include <vector>

#include "runner/device/comparison.h"
#include "runner/device/scalar_types.h"

namespace kw {

namespace {

int64_t rowLength(const HostArray& array) {
  return array.shape.empty() ? 1 : array.shape.back();
}

int64_t rowCount(const HostArray& array) {
  const int64_t length = rowLength(array);
  return length == 0 ? 0 : array.elements() / length;
}

// Values with where they stood, smallest first and NaN last.
using Placed = std::pair<double, int64_t>;
std::vector<Placed> sortedRow(const HostArray& array, int64_t row) {
  const int64_t length = rowLength(array);
  std::vector<Placed> values;
  values.reserve(static_cast<size_t>(length));
  for (int64_t i = row * length; i < (row + 1) * length; ++i)
    values.emplace_back(array.real(i), i);
  std::sort(values.begin(), values.end(), [](const Placed& a, const Placed& b) {
    if (std::isnan(a.first) || std::isnan(b.first)) return !std::isnan(a.first);
    return a.first < b.first;
  });
  return values;
}

comparison::Outcome compareValues(double got, double want, const Tolerance& tolerance) {
  const comparison::Rule rule{.kind = comparison::tolerance,
                              .type = scalar::float64,
                              .wantIsDouble = true,
                              .relative = tolerance.relative,
                              .absolute = tolerance.absolute,
                              .codes = 0};
  return comparison::compare(rule, scalar::bitsOf(got), scalar::bitsOf(want));
}

void note(CompareResult& result, const comparison::Outcome& outcome, const HostArray& got,
          int64_t index) {
  result.worst = std::max(result.worst, outcome.distance);
  if (!outcome.different) return;
  ++result.different;
  if (result.first >= 0 && result.first <= index) return;
  result.first = index;
  result.got = outcome.got;
  result.want = outcome.want;
  result.allowed = outcome.allowed;
  result.gotBits = got.bits(index);
}

// What is wrong with one index of a top-k, or "".
std::string indexFault(const HostArray& indices, int64_t at, const HostArray& source, int64_t row,
                       double value, std::set<int64_t>& seen) {
  const int64_t length = rowLength(source);
  const double index = indices.real(at);
  if (!(index >= 0) || index >= static_cast<double>(length)) return "is outside its row";
  const auto column = static_cast<int64_t>(index);
  if (!seen.insert(column).second) return "is given twice in its row";
  const double selected = source.real(row * length + column);
  const bool same = selected == value || (std::isnan(selected) && std::isnan(value));
  return same ? "" : "selects another value than the one beside it";
}

}  // namespace

CompareResult compareSets(const HostArray& got, const HostArray& want, const Tolerance& tolerance) {
  CompareResult result;
  for (int64_t row = 0; row < rowCount(got); ++row) {
    const std::vector<Placed> gotRow = sortedRow(got, row), wantRow = sortedRow(want, row);
    for (size_t i = 0; i < gotRow.size(); ++i) {
      note(result, compareValues(gotRow[i].first, wantRow[i].first, tolerance), got,
           gotRow[i].second);
    }
  }
  return result;
}

Result<TopKResult> compareTopK(const HostArray& got, const HostArray& want,
                               const HostArray& indices, const HostArray& source,
                               const Tolerance& tolerance) {
  if (indices.shape != got.shape || rowCount(source) != rowCount(got)) {
    return failInput("a top-k of shape " + shapeText(got.shape) + " needs indices of that shape (" +
                     shapeText(indices.shape) + ") and as many rows in its source (" +
                     shapeText(source.shape) + ")");
  }
  TopKResult result;
  const int64_t length = rowLength(got);
  for (int64_t row = 0; row < rowCount(got); ++row) {
    std::set<int64_t> seen;
    for (int64_t i = row * length; i < (row + 1) * length; ++i) {
      note(result.values, compareValues(got.real(i), want.real(i), tolerance), got, i);
      std::string fault = indexFault(indices, i, source, row, got.real(i), seen);
      if (fault.empty()) continue;
      if (result.indices.different++ > 0) continue;
      result.fault = std::move(fault);
      result.indices.first = i;
      result.indices.got = indices.real(i);
      result.indices.want = got.real(i);
      result.indices.gotBits = indices.bits(i);
    }
  }
  return result;
}

}  // namespace kw
