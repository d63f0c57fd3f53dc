// SPDX-License-Identifier: GPL-3.0-or-later
// Cuts CUDA C++ text into tokens.
#pragma once

#include <string_view>
#include <vector>

#include "model/kernel/source_scan.h"

namespace kw {

class Lexer {
 public:
  explicit Lexer(std::string_view source) : m_source(source) {}
  std::vector<Token> run();

 private:
  char at(size_t offset) const {
    return m_at + offset < m_source.size() ? m_source[m_at + offset] : '\0';
  }
  bool done() const { return m_at >= m_source.size(); }
  void advance(size_t count = 1);
  void skipSpace();
  bool skipComment();
  void skipLineComment();
  void readDirective();
  void readIdentifier();
  void readNumber();
  struct Start {
    size_t at;
    int line;
    int column;
  };
  Start here() const { return {m_at, m_line, m_column}; }
  void readQuoted(char quote, const Start& start);
  void readRawString(const Start& start);
  void readPunctuation();
  // Makes a token of the text from `start` on.
  void add(Token::Kind kind, const Start& start);

  std::string_view m_source;
  size_t m_at = 0;
  int m_line = 1;
  int m_column = 1;
  bool m_lineBegins = true;  // only space so far: a '#' here begins a directive
  std::vector<Token> m_tokens;
};

bool isIdentifierStart(char c);
bool isIdentifierPart(char c);

// The tokens of a directive after its '#', as ordinary tokens.
std::vector<Token> directiveTokens(const Token& directive);

}  // namespace kw
