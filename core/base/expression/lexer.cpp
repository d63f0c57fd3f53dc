// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/expression/lexer.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

namespace kw::expression {

namespace {

// <cctype> depends on the locale and takes no negative characters.
bool isDigit(char c) {
  return c >= '0' && c <= '9';
}
bool isLetter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}
bool isWordPart(char c) {
  return isLetter(c) || isDigit(c);
}
bool isSpace(char c) {
  return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

// Longer ones first.
constexpr std::array<std::string_view, 25> symbols = {
    "**", "//", "<=", ">=", "==", "!=", "&&", "||", "+", "-", "*", "/", "%",
    "<",  ">",  "!",  "(",  ")",  "[",  "]",  ",",  "?", ":", "&", "|"};

class Lexer {
 public:
  explicit Lexer(std::string_view text) : m_text(text) {}

  Result<std::vector<Token>> run() {
    for (skipSpace(); m_at < m_text.size(); skipSpace())
      KW_TRY(next());
    m_tokens.push_back(Token{TokenKind::end, {}, column(m_at)});
    return std::move(m_tokens);
  }

 private:
  static int column(size_t at) { return static_cast<int>(at) + 1; }
  Status faultAtOffset(size_t at, const std::string& what) const {
    return fail(faultAt(m_text, column(at), what));
  }
  char peek(size_t ahead = 0) const {
    return m_at + ahead < m_text.size() ? m_text[m_at + ahead] : '\0';
  }
  void skipSpace() {
    while (m_at < m_text.size() && isSpace(m_text[m_at]))
      ++m_at;
  }

  Status next() {
    const char c = peek();
    if (isDigit(c) || (c == '.' && isDigit(peek(1)))) return number();
    if (isLetter(c)) return word();
    if (c == '\'' || c == '"') return string();
    return symbol();
  }

  void add(TokenKind kind, size_t start, Value value = int64_t{0}) {
    m_tokens.push_back(
        Token{kind, m_text.substr(start, m_at - start), column(start), std::move(value)});
  }

  Status number() {
    const size_t start = m_at;
    bool isReal = false;
    const bool isHexadecimal = peek() == '0' && (peek(1) == 'x' || peek(1) == 'X');
    while (isWordPart(peek()) || peek() == '.') {
      const bool exponent = !isHexadecimal && (peek() == 'e' || peek() == 'E');
      isReal = isReal || exponent || peek() == '.';
      ++m_at;
      if (exponent && (peek() == '+' || peek() == '-')) ++m_at;
    }
    const std::string_view text = m_text.substr(start, m_at - start);
    return isReal ? realNumber(text, start) : integerNumber(text, start, isHexadecimal);
  }

  Status realNumber(std::string_view text, size_t start) {
    double value = 0;
    const auto end = std::from_chars(text.data(), text.data() + text.size(), value);
    if (end.ptr != text.data() + text.size()) return noNumber(text, start);
    // Too small a number is taken as 0, which from_chars reports the same way.
    const bool tooSmall =
        end.ec == std::errc::result_out_of_range && text.find("e-") != std::string_view::npos;
    if (end.ec != std::errc() && !tooSmall)
      return faultAtOffset(start, "the number " + std::string(text) + " is too large for a real");
    add(TokenKind::literal, start, value);
    return {};
  }

  Status integerNumber(std::string_view text, size_t start, bool isHexadecimal) {
    const std::string_view digits = isHexadecimal ? text.substr(2) : text;
    uint64_t magnitude = 0;
    const auto end = std::from_chars(digits.data(), digits.data() + digits.size(), magnitude,
                                     isHexadecimal ? 16 : 10);
    if (digits.empty() || end.ptr != digits.data() + digits.size()) return noNumber(text, start);
    // C would read 010 as 8, Python would refuse it.
    if (!isHexadecimal && digits.size() > 1 && digits.front() == '0')
      return faultAtOffset(start, "the number " + std::string(text) +
                                      " begins with 0, which C takes as octal; leave the 0 out");
    constexpr uint64_t least = uint64_t{1} << 63;
    if (end.ec != std::errc() || magnitude > least)
      return faultAtOffset(start,
                           "the number " + std::string(text) + " is outside the 64-bit integers");
    add(TokenKind::literal, start,
        magnitude == least ? INT64_MIN : static_cast<int64_t>(magnitude));
    m_tokens.back().isLeastMagnitude = magnitude == least;
    return {};
  }

  Status noNumber(std::string_view text, size_t start) {
    return faultAtOffset(start, "expected a number, found '" + std::string(text) + "'");
  }

  // Names may have parts, as in device.warp_size.
  Status word() {
    const size_t start = m_at;
    while (isWordPart(peek()) || (peek() == '.' && isLetter(peek(1))))
      ++m_at;
    const std::string_view text = m_text.substr(start, m_at - start);
    if (text == "true" || text == "True")
      add(TokenKind::literal, start, true);
    else if (text == "false" || text == "False")
      add(TokenKind::literal, start, false);
    else if (text == "and" || text == "or" || text == "not" || text == "in" || text == "if" ||
             text == "else")
      add(TokenKind::symbol, start);
    else
      add(TokenKind::name, start);
    return {};
  }

  Status string() {
    const size_t start = m_at;
    const char quote = m_text[m_at++];
    std::string content;
    while (m_at < m_text.size() && m_text[m_at] != quote) {
      char c = m_text[m_at++];
      if (c == '\\') {
        if (m_at >= m_text.size()) break;
        c = m_text[m_at++];
        if (c == 'n')
          c = '\n';
        else if (c == 't')
          c = '\t';
      }
      content += c;
    }
    if (m_at >= m_text.size())
      return faultAtOffset(start, "the text is not closed by another " + std::string(1, quote));
    ++m_at;
    add(TokenKind::literal, start, std::move(content));
    return {};
  }

  Status symbol() {
    const std::string_view rest = m_text.substr(m_at);
    for (const std::string_view symbol : symbols) {
      if (!rest.starts_with(symbol)) continue;
      const size_t start = m_at;
      if (symbol == "&" || symbol == "|") break;
      m_at += symbol.size();
      add(TokenKind::symbol, start);
      if (symbol == "&&") m_tokens.back().text = "and";
      if (symbol == "||") m_tokens.back().text = "or";
      return {};
    }
    return unknownSymbol(rest.front());
  }

  Status unknownSymbol(char c) const {
    const std::string what = c >= ' ' && c < 0x7f
                                 ? "'" + std::string(1, c) + "'"
                                 : std::string("a character that is not ASCII text");
    switch (c) {
      case '=':
        return faultAtOffset(m_at, "expected an expression, found '='; a comparison is written ==");
      case '&':
        return faultAtOffset(m_at, "expected an operator, found '&'; write && or and");
      case '|':
        return faultAtOffset(m_at, "expected an operator, found '|'; write || or or");
      default:
        return faultAtOffset(m_at, "found " + what + ", which has no meaning here");
    }
  }

  std::string_view m_text;
  size_t m_at = 0;
  std::vector<Token> m_tokens;
};

}  // namespace

Result<std::vector<Token>> tokenize(std::string_view text) {
  return Lexer(text).run();
}

Error faultAt(std::string_view text, int column, const std::string& what) {
  constexpr size_t before = 40;
  constexpr size_t shown = 100;
  const size_t at = static_cast<size_t>(column) - 1;
  const size_t start = text.size() <= shown || at < before ? 0 : at - before;
  std::string excerpt(start > 0 ? "…" : "");
  excerpt += text.substr(start, shown);
  if (start + shown < text.size()) excerpt += "…";
  return Error{ErrorKind::badInput,
               what + " at column " + std::to_string(column) + " of \"" + excerpt + "\"",
               {},
               {}};
}

}  // namespace kw::expression
