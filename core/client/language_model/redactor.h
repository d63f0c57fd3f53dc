// SPDX-License-Identifier: GPL-3.0-or-later
// Keeps known keys out of every text that is shown or kept.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/result/result.h"
#include "client/language_model/secret.h"

namespace kw::language {

class Redactor {
 public:
  // Keys of fewer bytes are not looked for: "none" and "x" are what local servers are given, and
  // stand in ordinary words.
  static constexpr size_t shortestKey = 6;
  static constexpr std::string_view mark = "[key]";

  void add(std::string_view key);
  std::string apply(std::string text) const;
  // Message, place, advice and further faults.
  Error apply(Error error) const;

  // Bytes at the end of `text` that may be the beginning of a key.
  size_t openTail(std::string_view text) const;

 private:
  std::vector<Secret> m_keys;
};

// The same for a text that comes in pieces: what may be the beginning of a key is held back.
class RedactedStream {
 public:
  explicit RedactedStream(const Redactor& redactor) : m_redactor(redactor) {}
  std::string feed(std::string_view piece);
  std::string finish();

 private:
  const Redactor& m_redactor;
  std::string m_held;
};

}  // namespace kw::language
