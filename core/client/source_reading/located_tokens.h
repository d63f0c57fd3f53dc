// SPDX-License-Identifier: GPL-3.0-or-later
// Tokens of CUDA C++ text that know where in the text they stand, and brackets among them.
#pragma once

#include <initializer_list>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "model/kernel/source_scan.h"

namespace kw::reading {

struct LocatedToken {
  Token::Kind kind = Token::Kind::identifier;
  std::string text;
  int line = 1;
  size_t begin = 0;  // bytes of the text: [begin, end)
  size_t end = 0;

  bool isIdentifier() const { return kind == Token::Kind::identifier; }
  bool isDirective() const { return kind == Token::Kind::directive; }
};

using Tokens = std::vector<LocatedToken>;

// All tokens; a directive is one of them and reaches to the end of its logical line.
Tokens locate(std::string_view text);

// Of an expression in Kernelwright's language, where "//" divides and begins no comment: it comes
// as a "/".
Tokens locateExpression(std::string_view text);
// Its names, each once.
std::set<std::string> namesOfExpression(std::string_view text);

// The tokens of a directive behind its '#'. Places count in the directive's own text.
Tokens directiveWords(const LocatedToken& directive);

bool isOneOf(std::string_view text, std::initializer_list<std::string_view> words);

// The index behind the bracket that closes the one at `open` ("(", "[", "{" or "<"); the number of
// tokens where none does. Angle brackets end at a ';' or a '{' that no other bracket holds.
size_t behindBracket(const Tokens& all, size_t open);

// Texts between commas that stand in no further brackets, for tokens [begin, end). Angle brackets
// count where they look like a template's arguments.
std::vector<std::string> splitAtCommas(const Tokens& all, size_t begin, size_t end);

// Tokens [begin, end) as one text with the spaces that C++ needs.
std::string joined(const Tokens& all, size_t begin, size_t end);

}  // namespace kw::reading
