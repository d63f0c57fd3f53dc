// SPDX-License-Identifier: GPL-3.0-or-later
// Spaces of 10^10 configurations with some 10^8 valid ones, each with a constraint over five
// parameters that cannot be separated.
#pragma once

#include <string>
#include <vector>

#include "model/space/space.h"

namespace kw::test {

struct LargeSpace {
  std::string name;
  Space space;
};

inline Parameter counting(const std::string& name, int64_t count, int64_t first = 1) {
  Parameter parameter{name, {}, {}};
  for (int64_t i = 0; i < count; ++i)
    parameter.values.emplace_back(first + i);
  return parameter;
}

inline LargeSpace largeSpace(std::string name, const std::vector<int64_t>& sizes,
                             const std::vector<std::string>& constraints) {
  LargeSpace large{std::move(name), {}};
  for (size_t i = 0; i < sizes.size(); ++i)
    large.space.parameters.push_back(
        counting(std::string(1, static_cast<char>('a' + i)), sizes[i]));
  for (const std::string& text : constraints)
    large.space.constraints.push_back(expression::Expression::parse(text).value());
  return large;
}

inline std::vector<LargeSpace> largeSpaces() {
  return {
      // Tiles in shared memory, as kernels have it.
      largeSpace("shared memory", {32, 32, 16, 16, 16, 16, 8, 8},
                 {"(a * c + 2 * e) * (b * d + 2 * e) * 4 <= 4096", "a * b >= 32", "c % f == 0"}),
      // A sum of products with a remainder: no bound helps, only what is carried along.
      largeSpace("remainder", {18, 18, 18, 18, 18, 18, 18, 18},
                 {"(a * b + c * d + e) % 97 == 3", "f * g >= h"}),
      // The divisor is a parameter itself.
      largeSpace("divisor", {20, 20, 20, 20, 20, 20, 15, 10},
                 {"(a * b + c * d) % (7 * e + f % 3 + 90) < 2", "g != h"}),
      // Every product overlaps with another one: nothing merges before the last of the five.
      largeSpace("tangled", {24, 24, 24, 24, 24, 10, 10, 12},
                 {"(a * b * c + a * d * e + b * d + c * e * e) % 101 == 7", "f + g != h"}),
      // Real arithmetic.
      largeSpace("real", {16, 16, 16, 16, 16, 22, 22, 22},
                 {"abs((a / b) * c - (d / e) * a) < 0.11", "f <= g"}),
  };
}

}  // namespace kw::test
