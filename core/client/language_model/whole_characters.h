// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>

namespace kw::language {

// Makes valid UTF-8 of bytes that come in pieces: a sequence that is cut between two pieces is held
// back until it is whole, bytes that belong to none become U+FFFD.
class WholeCharacters {
 public:
  std::string feed(std::string_view bytes);
  std::string finish();  // what was held back, which is not going to be whole

 private:
  std::string take(bool isEnd);
  std::string m_held;
};

}  // namespace kw::language
