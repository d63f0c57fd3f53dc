// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/json/position.h"

#include <algorithm>

namespace kw::json {

namespace {

constexpr std::string_view byteOrderMark = "\xEF\xBB\xBF";

bool isSpace(char c) {
  return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

bool isPassedOver(char c) {
  return isSpace(c) || c == ',' || c == ':';
}

bool isPunctuation(char c) {
  return std::string_view(",:[]{}").find(c) != std::string_view::npos;
}

bool isBareword(char c) {
  return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || c == 'E' || c == '+' || c == '-' ||
         c == '.';
}

}  // namespace

Position::Position(std::string_view text) : m_text(text) {
  if (text.starts_with(byteOrderMark)) m_cursor = byteOrderMark.size();
}

size_t Position::tokenEnd(size_t start) const {
  if (start >= m_text.size()) return m_text.size();
  size_t at = start + 1;
  if (m_text[start] == '"') {
    while (at < m_text.size() && m_text[at] != '"')
      at += m_text[at] == '\\' ? 2 : 1;
    return std::min(at + 1, m_text.size());
  }
  if (!isBareword(m_text[start])) return at;  // a bracket
  while (at < m_text.size() && isBareword(m_text[at]))
    ++at;
  return at;
}

Mark Position::token() {
  size_t start = m_cursor;
  for (; start < m_text.size() && isPassedOver(m_text[start]); ++start) {
    if (m_text[start] != '\n') continue;
    ++m_line;
    m_lineStart = start + 1;
  }
  m_cursor = tokenEnd(start);
  return Mark{m_line, static_cast<int>(start - m_lineStart) + 1};
}

Mark Position::tokenBefore(size_t end) const {
  // The parser also counts the end of the text, and the NUL it takes for one, as a byte.
  if (end == 0 || end > m_text.size() || isPunctuation(m_text[end - 1]) || m_text[end - 1] == '\0')
    return at(end - std::min(end, size_t{1}));
  size_t start = m_cursor;
  for (size_t next = m_cursor; next < end; next = tokenEnd(start)) {
    start = next;
    while (start < end && isPassedOver(m_text[start]))
      ++start;
  }
  return at(start);
}

Mark Position::at(size_t offset) const {
  offset = std::clamp(offset, std::min(m_cursor, m_text.size()), m_text.size());
  Mark mark{m_line, 0};
  size_t lineStart = m_lineStart;
  for (size_t i = m_cursor; i < offset; ++i) {
    if (m_text[i] != '\n') continue;
    ++mark.line;
    lineStart = i + 1;
  }
  mark.column = static_cast<int>(offset - lineStart) + 1;
  return mark;
}

bool Position::onlySpaceLeft() const {
  return std::all_of(m_text.begin() + static_cast<ptrdiff_t>(m_cursor), m_text.end(), isSpace);
}

}  // namespace kw::json
