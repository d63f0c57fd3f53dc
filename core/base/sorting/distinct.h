// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <vector>

namespace kw {

// Sorts `values` upwards and leaves one of each.
// std::ranges::unique would read better, but clang 14 does not compile it with libstdc++ 12.
template <typename T>
void sortDistinct(std::vector<T>& values) {
  std::ranges::sort(values);
  values.erase(std::unique(values.begin(), values.end()), values.end());
}

}  // namespace kw
