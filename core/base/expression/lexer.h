// SPDX-License-Identifier: GPL-3.0-or-later
// Splits an expression's text into tokens. Internal to expression/.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/expression/expression.h"

namespace kw::expression {

enum class TokenKind { end, literal, name, symbol };

struct Token {
  TokenKind kind = TokenKind::end;
  std::string_view text;  // as it stands; C's && || ! also come as and, or, !
  int column = 1;
  Value value = int64_t{0};  // of a literal
  // 9223372036854775808, which only fits once a minus stands before it.
  bool isLeastMagnitude = false;
};

// The last token is an `end`.
Result<std::vector<Token>> tokenize(std::string_view text);

// "WHAT at column 7 of "a + * b"", of ErrorKind::badInput. A long text is cut to what stands near.
Error faultAt(std::string_view text, int column, const std::string& what);

}  // namespace kw::expression
