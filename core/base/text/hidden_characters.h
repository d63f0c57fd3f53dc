// SPDX-License-Identifier: GPL-3.0-or-later
// Characters of Unicode that change how a text looks without being seen themselves.
#pragma once

#include <array>
#include <string>
#include <string_view>
#include <utility>

namespace kw {

// `text` (UTF-8) with marks of direction, joiners and blanks of no width as "<U+202E>": whoever
// reviews code must see what a compiler sees.
inline std::string withHiddenShown(std::string_view text) {
  constexpr std::array<std::pair<std::string_view, std::string_view>, 18> hidden{{
      {"\xE2\x80\x8B", "<U+200B>"},
      {"\xE2\x80\x8C", "<U+200C>"},
      {"\xE2\x80\x8D", "<U+200D>"},
      {"\xE2\x80\x8E", "<U+200E>"},
      {"\xE2\x80\x8F", "<U+200F>"},
      {"\xE2\x80\xAA", "<U+202A>"},
      {"\xE2\x80\xAB", "<U+202B>"},
      {"\xE2\x80\xAC", "<U+202C>"},
      {"\xE2\x80\xAD", "<U+202D>"},
      {"\xE2\x80\xAE", "<U+202E>"},
      {"\xE2\x81\xA0", "<U+2060>"},
      {"\xE2\x81\xA6", "<U+2066>"},
      {"\xE2\x81\xA7", "<U+2067>"},
      {"\xE2\x81\xA8", "<U+2068>"},
      {"\xE2\x81\xA9", "<U+2069>"},
      {"\xEF\xBB\xBF", "<U+FEFF>"},
      {"\xD8\x9C", "<U+061C>"},
      {"\xC2\xAD", "<U+00AD>"},
  }};
  std::string shown;
  while (!text.empty()) {
    size_t length = 1;
    std::string_view as = text.substr(0, 1);
    for (const auto& [bytes, name] : hidden)
      if (text.starts_with(bytes)) {
        length = bytes.size();
        as = name;
      }
    shown += as;
    text.remove_prefix(length);
  }
  return shown;
}

}  // namespace kw
