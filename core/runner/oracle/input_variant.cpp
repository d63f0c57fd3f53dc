// SPDX-License-Identifier: GPL-3.0-or-later
#include "runner/oracle/input_variant.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "runner/device/scalar_types.h"

namespace kw {

namespace {

constexpr double narrowing = 16;
constexpr double widening = 8;
constexpr double remainder = 64;  // neighbours cancel to 1/64

struct Range {
  double middle = 0, spread = 1;
  double low = 0, high = 0;  // both may be taken
  bool bounded = false;      // by low and high
};

Range rangeOf(const FillPlan& plan) {
  if (plan.kind == Fill::Kind::normal)
    return {.middle = plan.low,
            .spread = plan.high,
            .low = plan.low - 8 * plan.high,
            .high = plan.low + 8 * plan.high};
  // The upper bound of a uniform fill is never reached.
  const double width = plan.high - plan.low;
  const double high = plan.kind == Fill::Kind::uniform ? plan.high - width / 1024 : plan.high;
  return {.middle = plan.low + width / 2,
          .spread = width / 2,
          .low = plan.low,
          .high = high,
          .bounded = true};
}

double narrowed(double value, const Range& range) {
  if (range.bounded) return range.low + (value - range.low) / narrowing;
  return range.middle + 2 * range.spread + (value - range.middle) / narrowing;
}

double widened(double value, const Range& range) {
  if (range.bounded) return value < range.middle ? range.low : range.high;
  return range.middle + widening * (value - range.middle);
}

// Every second value takes back the one before it.
double cancelled(double before, double value, const Range& range) {
  return 2 * range.middle - before + (value - range.middle) / remainder;
}

double special(double value, int64_t index, const Range& range, const InputVariant& variant) {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  if (variant.nonFinite && index % 97 == 13) return std::numeric_limits<double>::quiet_NaN();
  if (variant.nonFinite && index % 101 == 17) return index % 2 == 0 ? infinity : -infinity;
  switch (index % 11) {
    case 0:
      return range.low <= 0 && range.high >= 0 ? 0.0 : range.low;
    case 3:
      return range.low <= 0 && range.high >= 0 ? -0.0 : range.high;
    case 5:  // the smallest the type can hold: it is rounded to nothing in narrower ones
      return range.low <= 0 && range.high > 1e-40 ? 1e-40 : range.middle;
    case 7:
    case 8:
      return range.middle + (range.bounded ? 0 : range.spread);
    default:
      return value;
  }
}

double changed(double before, double value, int64_t index, const Range& range,
               const InputVariant& variant) {
  switch (variant.distribution) {
    case Distribution::own:
      return value;
    case Distribution::narrow:
      return narrowed(value, range);
    case Distribution::wide:
      return widened(value, range);
    case Distribution::cancelling:
      return index % 2 == 0 ? value : cancelled(before, value, range);
    case Distribution::special:
      return special(value, index, range, variant);
  }
  return value;
}

}  // namespace

std::string_view name(Distribution distribution) {
  constexpr std::array<std::string_view, 5> names{"own", "narrow", "wide", "cancelling", "special"};
  return names[static_cast<size_t>(distribution)];
}

bool changes(const InputVariant& variant, Fill::Kind kind) {
  const bool random =
      kind == Fill::Kind::normal || kind == Fill::Kind::uniform || kind == Fill::Kind::integers;
  return random && variant.distribution != Distribution::own;
}

void reshape(HostArray& values, const FillPlan& plan, const InputVariant& variant) {
  if (!changes(variant, plan.kind)) return;
  const Range range = rangeOf(plan);
  const auto type = static_cast<int>(plan.type);
  const bool isFloat = scalar::isFloat(type);
  InputVariant used = variant;
  used.nonFinite = variant.nonFinite && isFloat;
  double before = range.middle;
  for (int64_t index = 0; index < values.elements(); ++index) {
    const double value = values.real(index);
    double next = changed(before, value, index, range, used);
    before = value;
    if (range.bounded && std::isfinite(next)) next = std::clamp(next, range.low, range.high);
    if (!isFloat) next = std::trunc(next);
    values.setBits(index, scalar::encode(next, type));
  }
}

}  // namespace kw
