// SPDX-License-Identifier: GPL-3.0-or-later
// Base64 with padding (RFC 4648, section 4).
#include <array>

#include "model/protocol/messages.h"

namespace kw::protocol {

namespace {

constexpr std::string_view alphabet =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
constexpr uint8_t noDigit = 64;

constexpr std::array<uint8_t, 256> makeDigits() {
  std::array<uint8_t, 256> digits{};
  for (uint8_t& digit : digits)
    digit = noDigit;
  for (size_t i = 0; i < alphabet.size(); ++i)
    digits[static_cast<uint8_t>(alphabet[i])] = static_cast<uint8_t>(i);
  return digits;
}
constexpr std::array<uint8_t, 256> digits = makeDigits();

uint32_t byteAt(std::string_view bytes, size_t index) {
  return index < bytes.size() ? static_cast<uint8_t>(bytes[index]) : 0U;
}

}  // namespace

std::string toBase64(std::string_view bytes) {
  std::string text;
  text.reserve((bytes.size() + 2) / 3 * 4);
  for (size_t i = 0; i < bytes.size(); i += 3) {
    const uint32_t group =
        byteAt(bytes, i) << 16 | byteAt(bytes, i + 1) << 8 | byteAt(bytes, i + 2);
    text += alphabet[group >> 18];
    text += alphabet[group >> 12 & 63];
    text += i + 1 < bytes.size() ? alphabet[group >> 6 & 63] : '=';
    text += i + 2 < bytes.size() ? alphabet[group & 63] : '=';
  }
  return text;
}

Result<std::string> fromBase64(std::string_view text) {
  if (text.size() % 4 != 0)
    return failInput("base64 comes in groups of four characters, " + std::to_string(text.size()) +
                     " found");
  std::string bytes;
  bytes.reserve(text.size() / 4 * 3);
  const size_t padding = text.ends_with("==") ? 2 : text.ends_with("=") ? 1 : 0;
  const size_t length = text.size() - padding;
  uint32_t group = 0;
  for (size_t i = 0; i < text.size(); ++i) {
    const uint8_t digit = i < length ? digits[static_cast<uint8_t>(text[i])] : uint8_t{0};
    if (digit == noDigit)
      return failInput("character " + std::to_string(i + 1) + " is no base64 digit");
    group = group << 6 | digit;
    if (i % 4 != 3) continue;
    for (int shift = 16; shift >= 0; shift -= 8)
      bytes += static_cast<char>(group >> shift & 255);
    group = 0;
  }
  bytes.resize(bytes.size() - padding);
  // The bits under the padding are 0, so that each content has one text only.
  if (padding && toBase64(std::string_view(bytes).substr(bytes.size() - (3 - padding))) !=
                     text.substr(text.size() - 4))
    return failInput("base64 ends in bits that belong to no byte");
  return bytes;
}

}  // namespace kw::protocol
