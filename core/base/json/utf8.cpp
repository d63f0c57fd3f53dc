// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/json/utf8.h"

#include <cstdint>

namespace kw::json {

size_t utf8Length(std::string_view text) {
  if (text.empty()) return 0;
  const auto byte = [&](size_t i) {
    return static_cast<uint32_t>(static_cast<unsigned char>(text[i]));
  };
  const uint32_t first = byte(0);
  if (first < 0x80) return 1;
  const size_t length = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2;
  if (first < 0xC2 || first > 0xF4 || text.size() < length) return 0;
  uint32_t code = first & (0xFFu >> (length + 1));
  for (size_t i = 1; i < length; ++i) {
    if ((byte(i) & 0xC0) != 0x80) return 0;
    code = code << 6 | (byte(i) & 0x3F);
  }
  static constexpr uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
  const bool surrogate = code >= 0xD800 && code <= 0xDFFF;
  return code < least[length] || code > 0x10FFFF || surrogate ? 0 : length;
}

void appendUtf8(std::string& out, unsigned code) {
  const auto add = [&out](unsigned byte) { out += static_cast<char>(byte); };
  const auto continuation = [&](unsigned shift) { add(0x80 | (code >> shift & 0x3F)); };
  if (code < 0x80) return add(code);
  if (code < 0x800) {
    add(0xC0 | code >> 6);
  } else if (code < 0x10000) {
    add(0xE0 | code >> 12);
    continuation(6);
  } else {
    add(0xF0 | code >> 18);
    continuation(12);
    continuation(6);
  }
  continuation(0);
}

}  // namespace kw::json
