// SPDX-License-Identifier: GPL-3.0-or-later
// What every fuzz program needs.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>

namespace kw::fuzz {

inline std::string_view textOf(const uint8_t* data, size_t size) {
  return {reinterpret_cast<const char*>(data), size};
}

// Ends the program, which libFuzzer takes for a finding.
inline void require(bool holds, const char* what, std::string_view text = {}) {
  if (holds) return;
  std::fprintf(stderr, "does not hold: %s\n%.*s\n", what, static_cast<int>(text.size()),
               text.data());
  std::abort();
}

}  // namespace kw::fuzz
