// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/kernel/lexer.h"

#include <algorithm>
#include <array>

namespace kw {

namespace {

bool isDigit(char c) {
  return c >= '0' && c <= '9';
}

bool isSpace(char c) {
  return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f' || c == '\v';
}

// Longest first.
constexpr std::array<std::string_view, 24> operators{
    "<<=", ">>=", "...", "->*", "<=>", "::", "->", "++", "--", "<<", "<=", ">=",
    "==",  "!=",  "&&",  "||",  "+=",  "-=", "*=", "/=", "%=", "&=", "|=", "^=",
};

}  // namespace

bool isIdentifierStart(char c) {
  return c == '_' || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

bool isIdentifierPart(char c) {
  return isIdentifierStart(c) || isDigit(c);
}

void Lexer::advance(size_t count) {
  for (; count > 0 && !done(); --count, ++m_at) {
    if (m_source[m_at] == '\n') {
      ++m_line;
      m_column = 1;
      m_lineBegins = true;
    } else {
      ++m_column;
    }
  }
}

void Lexer::skipLineComment() {
  while (!done() && at(0) != '\n')
    advance(at(0) == '\\' && at(1) == '\n' ? 2 : 1);
}

bool Lexer::skipComment() {
  if (at(0) != '/') return false;
  if (at(1) == '/') {
    skipLineComment();
    return true;
  }
  if (at(1) != '*') return false;
  const bool lineBegan = m_lineBegins;
  advance(2);
  while (!done() && !(at(0) == '*' && at(1) == '/'))
    advance();
  advance(2);
  m_lineBegins = lineBegan || m_lineBegins;
  return true;
}

void Lexer::skipSpace() {
  while (!done()) {
    if (isSpace(at(0)))
      advance();
    else if (at(0) == '\\' && at(1) == '\n')
      advance(2);
    else if (at(0) == '\\' && at(1) == '\r' && at(2) == '\n')
      advance(3);
    else if (!skipComment())
      return;
  }
}

void Lexer::add(Token::Kind kind, const Start& start) {
  m_tokens.push_back(
      {kind, std::string(m_source.substr(start.at, m_at - start.at)), start.line, start.column});
  m_lineBegins = false;
}

// Up to the end of the line; a backslash before it joins the next one. Comments end up as one
// space.
void Lexer::readDirective() {
  Token token{Token::Kind::directive, {}, m_line, m_column};
  while (!done() && at(0) != '\n') {
    if (at(0) == '\\' && (at(1) == '\n' || (at(1) == '\r' && at(2) == '\n'))) {
      advance(at(1) == '\n' ? 2 : 3);
      token.text += ' ';
    } else if (skipComment()) {
      token.text += ' ';
    } else if (at(0) == '"') {
      const size_t begin = m_at;
      advance();
      while (!done() && at(0) != '"' && at(0) != '\n')
        advance(at(0) == '\\' ? 2 : 1);
      if (at(0) == '"') advance();
      token.text += m_source.substr(begin, m_at - begin);
    } else {
      token.text += at(0);
      advance();
    }
  }
  m_tokens.push_back(std::move(token));
}

void Lexer::readIdentifier() {
  const Start start = here();
  while (isIdentifierPart(at(0)))
    advance();
  const std::string_view text = m_source.substr(start.at, m_at - start.at);
  const bool prefix = text == "L" || text == "u" || text == "U" || text == "u8";
  const bool rawPrefix =
      text == "R" || text == "LR" || text == "uR" || text == "UR" || text == "u8R";
  if (rawPrefix && at(0) == '"') return readRawString(start);
  if (prefix && (at(0) == '"' || at(0) == '\'')) return readQuoted(at(0), start);
  add(Token::Kind::identifier, start);
}

// A preprocessing number: 1'000, 0x1p-3, 1e+5f.
void Lexer::readNumber() {
  const Start start = here();
  while (!done()) {
    const char c = at(0);
    const bool exponent =
        (c == 'e' || c == 'E' || c == 'p' || c == 'P') && (at(1) == '+' || at(1) == '-');
    if (exponent)
      advance(2);
    else if (isIdentifierPart(c) || c == '.' || (c == '\'' && isIdentifierPart(at(1))))
      advance();
    else
      break;
  }
  add(Token::Kind::number, start);
}

void Lexer::readQuoted(char quote, const Start& start) {
  advance();
  while (!done() && at(0) != quote && at(0) != '\n')
    advance(at(0) == '\\' ? 2 : 1);
  if (at(0) == quote) advance();
  add(Token::Kind::string, start);
}

void Lexer::readRawString(const Start& start) {
  const size_t open = m_source.find('(', m_at);
  if (open == std::string_view::npos) return readQuoted('"', start);
  const std::string close = ")" + std::string(m_source.substr(m_at + 1, open - m_at - 1)) + "\"";
  const size_t end = m_source.find(close, open);
  advance(end == std::string_view::npos ? m_source.size() : end + close.size() - m_at);
  add(Token::Kind::string, start);
}

void Lexer::readPunctuation() {
  const Start start = here();
  const std::string_view rest = m_source.substr(m_at);
  const auto longest = std::find_if(operators.begin(), operators.end(),
                                    [&](std::string_view one) { return rest.starts_with(one); });
  // ">>" stays two tokens, since it mostly closes two template argument lists.
  advance(longest == operators.end() ? 1 : longest->size());
  add(Token::Kind::punctuation, start);
}

std::vector<Token> Lexer::run() {
  for (skipSpace(); !done(); skipSpace()) {
    const char c = at(0);
    if (c == '#' && m_lineBegins)
      readDirective();
    else if (isIdentifierStart(c))
      readIdentifier();
    else if (isDigit(c) || (c == '.' && isDigit(at(1))))
      readNumber();
    else if (c == '"' || c == '\'')
      readQuoted(c, here());
    else
      readPunctuation();
  }
  return std::move(m_tokens);
}

std::vector<Token> tokens(std::string_view source) {
  return Lexer(source).run();
}

std::vector<Token> directiveTokens(const Token& directive) {
  const size_t hash = directive.text.find('#');
  std::vector<Token> all = tokens(std::string_view(directive.text).substr(hash + 1));
  for (Token& token : all) {
    token.column += directive.column + static_cast<int>(hash);
    token.line = directive.line;
  }
  return all;
}

}  // namespace kw
