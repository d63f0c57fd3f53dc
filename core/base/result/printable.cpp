// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/result/printable.h"

namespace kw {

namespace {

void appendEscaped(std::string& out, unsigned char code) {
  constexpr std::string_view digits = "0123456789abcdef";
  out += "\\x";
  out += {digits[code >> 4], digits[code & 15]};
}

}  // namespace

std::string printable(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  for (size_t i = 0; i < text.size(); ++i) {
    const auto code = static_cast<unsigned char>(text[i]);
    const auto next = static_cast<unsigned char>(i + 1 < text.size() ? text[i + 1] : 0);
    if (code == 0xc2 && next >= 0x80 && next < 0xa0) {  // U+0080 to U+009F, such as CSI
      appendEscaped(out, next);
      ++i;
    } else if ((code < 0x20 && code != '\n' && code != '\t') || code == 0x7f) {
      appendEscaped(out, code);
    } else {
      out += text[i];
    }
  }
  return out;
}

}  // namespace kw
