// SPDX-License-Identifier: GPL-3.0-or-later
// Headers that NVRTC does not find, handed to it from memory.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace kw::cuda {

struct StandinHeader {
  const char* name;       // as in #include <name>
  std::string_view text;  // ends with a zero byte, as all string literals do
};
const std::vector<StandinHeader>& standinHeaders();

// Changes with the texts: part of the key under which cubins are kept.
const std::string& standinHash();

}  // namespace kw::cuda
