// SPDX-License-Identifier: GPL-3.0-or-later
#include "client/language_model/whole_characters.h"

#include "base/json/utf8.h"

namespace kw::language {

namespace {

constexpr std::string_view replacement = "\xef\xbf\xbd";

// Whether more bytes could still make a character of `rest`, which begins with none.
bool mayBecomeOne(std::string_view rest) {
  if (rest.size() >= 4) return false;
  const auto first = static_cast<unsigned char>(rest[0]);
  const size_t wanted = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : first >= 0xc2 ? 2 : 1;
  if (rest.size() >= wanted) return false;
  for (const char c : rest.substr(1))
    if ((static_cast<unsigned char>(c) & 0xc0) != 0x80) return false;
  return first <= 0xf4;
}

}  // namespace

std::string WholeCharacters::take(bool isEnd) {
  std::string out;
  size_t at = 0;
  while (at < m_held.size()) {
    const std::string_view rest = std::string_view(m_held).substr(at);
    const size_t length = json::utf8Length(rest);
    if (length == 0 && !isEnd && mayBecomeOne(rest)) break;
    out += length == 0 ? replacement : rest.substr(0, length);
    at += length == 0 ? 1 : length;
  }
  m_held.erase(0, at);
  return out;
}

std::string WholeCharacters::feed(std::string_view bytes) {
  m_held += bytes;
  return take(false);
}

std::string WholeCharacters::finish() {
  return take(true);
}

}  // namespace kw::language
