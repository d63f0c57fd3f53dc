// SPDX-License-Identifier: GPL-3.0-or-later
#include "client/new_problem/grid_rounding.h"

#include <array>

namespace kw::drafting {

namespace {

// Every usual block divides it, and products with other sizes stay within 64 bits.
constexpr int64_t manyFactors = int64_t{1} << 20;
constexpr int64_t evenlyDivided = manyFactors * 45;

struct Steps {
  int64_t before = 0, behind = 0;  // how much the extent grows up to the value and after it
};

// Nothing where the extent cannot be worked out around the value.
std::optional<Steps> stepsAt(const expression::Expression& extent, const std::string& name,
                             SizeValues sizes, int64_t value) {
  std::array<int64_t, 3> results{};
  for (size_t i = 0; i < results.size(); ++i) {
    sizes[name] = value + static_cast<int64_t>(i) - 1;
    const auto result = evaluated(extent, sizes);
    if (!result) return std::nullopt;
    results[i] = *result;
  }
  return Steps{results[1] - results[0], results[2] - results[1]};
}

// Rounded down, it grows on reaching a multiple of the block; rounded up, on passing it. At 0 too,
// where a grid that is limited is still below its limit.
Rounding roundingOfExtent(const std::string& text, const std::string& name,
                          const SizeValues& sizes) {
  const auto extent = expression::Expression::parse(text);
  if (!extent) return Rounding::none;
  for (const int64_t value : {evenlyDivided, int64_t{0}}) {
    const auto steps = stepsAt(*extent, name, sizes, value);
    if (!steps || steps->before == steps->behind) continue;
    return steps->before > steps->behind ? Rounding::down : Rounding::up;
  }
  return Rounding::none;
}

}  // namespace

std::optional<int64_t> evaluated(const expression::Expression& text, const SizeValues& sizes) {
  const auto lookup = [&](std::string_view wanted) -> std::optional<expression::Value> {
    const auto found = sizes.find(std::string(wanted));
    if (found == sizes.end()) return std::nullopt;
    return found->second;
  };
  const auto result = text.evaluateInteger(lookup);
  if (!result) return std::nullopt;
  return *result;
}

Rounding roundingOf(const std::vector<std::string>& grid, const std::string& name,
                    const SizeValues& sizes) {
  Rounding all = Rounding::none;
  for (const std::string& extent : grid) {
    const Rounding one = roundingOfExtent(extent, name, sizes);
    if (one == Rounding::down) return one;
    if (one == Rounding::up) all = one;
  }
  return all;
}

bool dividesEvenly(const std::vector<std::string>& grid, const std::string& name,
                   const SizeValues& sizes) {
  const auto value = sizes.find(name);
  if (value == sizes.end()) return true;
  for (const std::string& text : grid) {
    if (roundingOfExtent(text, name, sizes) != Rounding::down) continue;
    const auto extent = expression::Expression::parse(text);
    const auto steps = extent ? stepsAt(*extent, name, sizes, value->second) : std::nullopt;
    if (steps && steps->before <= steps->behind) return false;
  }
  return true;
}

}  // namespace kw::drafting
