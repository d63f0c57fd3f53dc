// SPDX-License-Identifier: GPL-3.0-or-later
// Repeating a 32-bit word over memory.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>

namespace kw::host {

// The last bytes, where `bytes` is no multiple of four, get the word's first ones.
inline void fillPattern(unsigned char* to, size_t bytes, uint32_t pattern) {
  const size_t words = bytes / sizeof pattern;
  for (size_t i = 0; i < words; ++i)
    std::memcpy(to + i * sizeof pattern, &pattern, sizeof pattern);
  std::memcpy(to + words * sizeof pattern, &pattern, bytes % sizeof pattern);
}

}  // namespace kw::host
