// SPDX-License-Identifier: GPL-3.0-or-later
// The words of Kernel Tuner's caches. Internal to recordings/.
#pragma once

#include <algorithm>
#include <array>
#include <string_view>

namespace kw::recordings {

// Of the file, what has a field in Recording, or a meaning.
inline bool isCacheFileKey(std::string_view key) {
  constexpr std::array<std::string_view, 7> keys{"device_name",      "kernel_name", "problem_size",
                                                 "tune_params_keys", "tune_params", "cache",
                                                 "objective"};
  return std::ranges::find(keys, key) != keys.end();
}

// Of a row, what is no parameter and no metric.
inline bool isCacheRowKey(std::string_view key) {
  constexpr std::array<std::string_view, 9> keys{
      "time",          "times",          "compile_time", "verification_time", "benchmark_time",
      "strategy_time", "framework_time", "timestamp",    "__error__"};
  return std::ranges::find(keys, key) != keys.end();
}

}  // namespace kw::recordings
