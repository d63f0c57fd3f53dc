// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/t1/python_parts.h"

#include <string>

#include "base/text/trimmed.h"

namespace kw::t1 {

namespace {

bool isOpening(char c) {
  return c == '(' || c == '[' || c == '{';
}

char closingOf(char c) {
  return c == '(' ? ')' : c == '[' ? ']' : '}';
}

// Goes over a text and knows which characters stand outside everything.
class Walk {
 public:
  // Whether the character stands outside brackets and quotes; brackets and quotes themselves do
  // not.
  bool isOutside(char c) {
    if (m_quote != 0) {
      const bool isEscaped = std::exchange(m_isEscape, m_isEscape ? false : c == '\\');
      if (c == m_quote && !isEscaped) m_quote = 0;
      return false;
    }
    if (c == '\'' || c == '"') {
      m_quote = c;
      return false;
    }
    if (isOpening(c)) {
      m_open += closingOf(c);
      return false;
    }
    if (c != ')' && c != ']' && c != '}') return m_open.empty();
    if (m_open.empty() || m_open.back() != c)
      m_isBroken = true;
    else
      m_open.pop_back();
    return false;
  }

  bool isClosed() const { return !m_isBroken && m_open.empty() && m_quote == 0; }
  bool isBroken() const { return m_isBroken; }

 private:
  std::string m_open;  // the brackets that are awaited
  char m_quote = 0;
  bool m_isEscape = false;
  bool m_isBroken = false;
};

bool isWordCharacter(char c) {
  return c == '_' || (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

}  // namespace

std::optional<std::vector<std::string_view>> splitOutside(std::string_view text, char separator) {
  std::vector<std::string_view> parts;
  Walk walk;
  size_t begin = 0;
  for (size_t i = 0; i < text.size(); ++i) {
    if (!walk.isOutside(text[i]) || text[i] != separator) continue;
    parts.push_back(trimmed(text.substr(begin, i - begin)));
    begin = i + 1;
  }
  if (!walk.isClosed()) return std::nullopt;
  parts.push_back(trimmed(text.substr(begin)));
  return parts;
}

std::optional<std::pair<std::string_view, std::string_view>> splitAtWord(std::string_view text,
                                                                         std::string_view word) {
  Walk walk;
  for (size_t i = 0; i < text.size(); ++i) {
    if (!walk.isOutside(text[i]) || !text.substr(i).starts_with(word)) continue;
    const size_t end = i + word.size();
    const bool isAlone = (i == 0 || !isWordCharacter(text[i - 1])) &&
                         (end == text.size() || !isWordCharacter(text[end]));
    if (isAlone) return std::pair(trimmed(text.substr(0, i)), trimmed(text.substr(end)));
  }
  return std::nullopt;
}

std::optional<std::string_view> insideCall(std::string_view text, std::string_view name,
                                           char open) {
  if (!text.starts_with(name)) return std::nullopt;
  text = trimmed(text.substr(name.size()));
  if (text.size() < 2 || text.front() != open || text.back() != closingOf(open))
    return std::nullopt;
  // The first bracket must be closed by the last character.
  Walk walk;
  for (size_t i = 0; i + 1 < text.size(); ++i) {
    walk.isOutside(text[i]);
    if (walk.isBroken() || walk.isClosed()) return std::nullopt;
  }
  walk.isOutside(text.back());
  if (!walk.isClosed()) return std::nullopt;
  return trimmed(text.substr(1, text.size() - 2));
}

}  // namespace kw::t1
