// SPDX-License-Identifier: GPL-3.0-or-later
// Where the tokens of a JSON text stand. Follows a parser token by token: each call of token()
// skips to the next one and over it. Internal to json/.
#pragma once

#include <cstddef>
#include <string_view>

namespace kw::json {

struct Mark {
  int line = 0;
  int column = 0;  // in bytes, from 1
};

class Position {
 public:
  explicit Position(std::string_view text);

  // The place of the next token, which is passed. Commas and colons are no tokens here.
  Mark token();
  // The place of a byte at or after the last token.
  Mark at(size_t offset) const;
  // The place of the token whose last byte stands before `end`; here commas and colons are tokens,
  // too.
  Mark tokenBefore(size_t end) const;
  bool onlySpaceLeft() const;

 private:
  size_t tokenEnd(size_t start) const;

  std::string_view m_text;
  size_t m_cursor = 0;  // behind the last token
  size_t m_lineStart = 0;
  int m_line = 1;
};

}  // namespace kw::json
