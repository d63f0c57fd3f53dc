// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/json/quick_parser.h"

#include <algorithm>
#include <charconv>
#include <string>
#include <vector>

#include "base/json/number.h"
#include "base/json/text.h"
#include "base/json/utf8.h"

namespace kw::json {

namespace {

constexpr size_t fewMembers = 16;
// Most objects and arrays of a message are small; growing from one to this would move them thrice.
constexpr size_t firstCapacity = 8;

bool isDecimalDigit(char c) {
  return c >= '0' && c <= '9';
}

// What a string may hold as it stands, besides UTF-8 sequences of several bytes.
bool standsForItself(char c) {
  const auto byte = static_cast<unsigned char>(c);
  return byte >= 0x20 && byte < 0x80 && c != '"' && c != '\\';
}

// The character that a backslash and `c` stand for; 0 where they take more than that.
char meantByEscape(char c) {
  switch (c) {
    case '"':
    case '\\':
    case '/':
      return c;
    case 'b':
      return '\b';
    case 'f':
      return '\f';
    case 'n':
      return '\n';
    case 'r':
      return '\r';
    case 't':
      return '\t';
    default:
      return 0;
  }
}

bool hasDuplicate(const Object& members) {
  std::vector<std::string_view> keys;
  keys.reserve(members.size());
  for (const Member& member : members)
    keys.emplace_back(member.first);
  std::ranges::sort(keys);
  return std::ranges::adjacent_find(keys) != keys.end();
}

// Each function gives false where it leaves the text to the thorough parser.
class QuickParser {
 public:
  explicit QuickParser(std::string_view text)
      : m_at(text.data()), m_end(text.data() + text.size()), m_lineStart(text.data()) {}

  bool whole(Value& value) {
    if (!any(value)) return false;
    skipSpace();
    return m_at == m_end;
  }

 private:
  char peek() const { return m_at == m_end ? '\0' : *m_at; }

  bool take(char c) {
    if (peek() != c) return false;
    ++m_at;
    return true;
  }

  void skipSpace() {
    for (; m_at != m_end; ++m_at) {
      if (*m_at == '\n') {
        ++m_line;
        m_lineStart = m_at + 1;
      } else if (*m_at != ' ' && *m_at != '\t' && *m_at != '\r') {
        return;
      }
    }
  }

  bool any(Value& value) {
    skipSpace();
    const int line = m_line;
    const int column = static_cast<int>(m_at - m_lineStart) + 1;
    if (!content(value)) return false;
    value.setPlace(line, column);
    return true;
  }

  bool content(Value& value) {
    switch (peek()) {
      case '{':
        return object(value);
      case '[':
        return array(value);
      case '"': {
        std::string text;
        if (!string(text)) return false;
        value = Value(std::move(text));
        return true;
      }
      case 't':
        return word("true", value, Value(true));
      case 'f':
        return word("false", value, Value(false));
      case 'n':
        return word("null", value, Value());
      default:
        return number(value);
    }
  }

  bool word(std::string_view expected, Value& value, Value meaning) {
    if (!std::string_view(m_at, m_end).starts_with(expected)) return false;
    m_at += expected.size();
    value = std::move(meaning);
    return true;
  }

  bool object(Value& value) {
    ++m_at;
    if (++m_depth > maximumDepth) return false;
    Object members;
    skipSpace();
    if (!take('}')) {
      members.reserve(firstCapacity);
      do {
        if (!member(members)) return false;
      } while (take(','));
      if (!take('}')) return false;
    }
    if (members.size() > fewMembers && hasDuplicate(members)) return false;
    --m_depth;
    value = Value(std::move(members));
    return true;
  }

  bool member(Object& members) {
    skipSpace();
    std::string key;
    if (!string(key)) return false;
    const auto isSame = [&key](const Member& other) { return other.first == key; };
    if (members.size() < fewMembers && std::ranges::any_of(members, isSame)) return false;
    skipSpace();
    if (!take(':')) return false;
    if (!any(members.emplace_back(std::move(key), Value()).second)) return false;
    skipSpace();
    return true;
  }

  bool array(Value& value) {
    ++m_at;
    if (++m_depth > maximumDepth) return false;
    Array items;
    skipSpace();
    if (!take(']')) {
      items.reserve(firstCapacity);
      do {
        if (!any(items.emplace_back())) return false;
        skipSpace();
      } while (take(','));
      if (!take(']')) return false;
    }
    --m_depth;
    value = Value(std::move(items));
    return true;
  }

  bool string(std::string& text) {
    if (!take('"')) return false;
    for (;;) {
      const char* plain = std::find_if_not(m_at, m_end, standsForItself);
      text.append(m_at, plain);
      m_at = plain;
      if (take('"')) return true;
      if (m_at == m_end || !special(text)) return false;
    }
  }

  bool special(std::string& text) {
    if (take('\\')) {
      const char meant = meantByEscape(peek());
      if (meant == 0) return false;
      text += meant;
      ++m_at;
      return true;
    }
    const size_t length = utf8Length(std::string_view(m_at, m_end));
    if (length < 2) return false;  // a control character, or no UTF-8
    text.append(m_at, length);
    m_at += length;
    return true;
  }

  bool digits() {
    const char* start = m_at;
    while (isDecimalDigit(peek()))
      ++m_at;
    return m_at != start;
  }

  bool number(Value& value) {
    const char* start = m_at;
    take('-');
    if (!take('0') && !digits()) return false;
    bool isReal = false;
    if (take('.')) {
      isReal = true;
      if (!digits()) return false;
    }
    if (take('e') || take('E')) {
      isReal = true;
      if (!take('+')) take('-');
      if (!digits()) return false;
    }
    return isReal ? real(start, value) : integer(start, value);
  }

  bool integer(const char* start, Value& value) {
    int64_t read = 0;
    if (std::from_chars(start, m_at, read).ec != std::errc()) return false;
    value = Value(read);
    return true;
  }

  bool real(const char* start, Value& value) {
    double read = 0;
    if (std::from_chars(start, m_at, read).ec != std::errc()) return false;
    if (losesIntegerDigits(std::string_view(start, m_at), read)) return false;
    value = Value(read);
    return true;
  }

  const char* m_at;
  const char* m_end;
  const char* m_lineStart;
  int m_line = 1;
  int m_depth = 0;
};

}  // namespace

std::optional<Value> quickParse(std::string_view text) {
  std::optional<Value> value(std::in_place);
  if (!QuickParser(text).whole(*value)) value.reset();
  return value;
}

}  // namespace kw::json
