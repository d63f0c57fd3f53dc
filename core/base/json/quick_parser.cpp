// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/json/quick_parser.h"

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <limits>
#include <string>
#include <type_traits>
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

constexpr unsigned replacementCharacter = 0xFFFD;

bool isHighSurrogate(unsigned code) {
  return code >= 0xD800 && code < 0xDC00;
}
bool isLowSurrogate(unsigned code) {
  return code >= 0xDC00 && code < 0xE000;
}

bool hasDuplicate(const Object& members) {
  std::vector<std::string_view> keys;
  keys.reserve(members.size());
  for (const Member& member : members)
    keys.emplace_back(member.first);
  std::ranges::sort(keys);
  return std::ranges::adjacent_find(keys) != keys.end();
}

// How the texts of other programs are read. Containers down to `keptDepth` keep their whole
// elements when the text breaks off inside them.
struct Leniency {
  bool isLenient = false;
  int keptDepth = 0;
};

// Each function gives false where it leaves the text to the thorough parser or, where the reading
// is lenient, at the fault that ends it.
class QuickParser {
 public:
  explicit QuickParser(std::string_view text, Leniency leniency = {})
      : m_at(text.data()),
        m_end(text.data() + text.size()),
        m_lineStart(text.data()),
        m_leniency(leniency) {}

  bool whole(Value& value) {
    if (!any(value)) return false;
    skipSpace();
    return m_at == m_end;
  }

  // Where it stopped.
  std::string_view rest() const { return {m_at, static_cast<size_t>(m_end - m_at)}; }
  int line() const { return m_line; }
  int column() const { return static_cast<int>(m_at - m_lineStart) + 1; }

 private:
  bool isLenient() const { return m_leniency.isLenient; }

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
    const int firstColumn = column();
    const bool whole = content(value);
    value.setPlace(line, firstColumn);
    return whole;
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
    Object members;
    return container(value, members, [this](Object& all) { return membersOf(all); });
  }

  bool membersOf(Object& members) {
    do {
      if (endsAfterComma('}')) return true;
      if (!member(members)) return false;
    } while (take(','));
    if (!take('}')) return false;
    return isLenient() || members.size() <= fewMembers || !hasDuplicate(members);
  }

  // The value from its elements, which `read` reads up to the closing bracket.
  template <class Elements, class Read>
  bool container(Value& value, Elements& elements, Read read) {
    ++m_at;
    const int depth = ++m_depth;
    if (depth > maximumDepth) return false;
    skipSpace();
    const bool isEmpty = take(std::is_same_v<Elements, Object> ? '}' : ']');
    if (!isEmpty) elements.reserve(firstCapacity);
    const bool whole = isEmpty || read(elements);
    if (!whole && (!isLenient() || depth > m_leniency.keptDepth)) return false;
    if (!whole) m_keepsPart = true;
    --m_depth;
    value = Value(std::move(elements));
    return whole;
  }

  // A comma before a closing bracket, which lenient readings pass over.
  bool endsAfterComma(char closing) {
    if (!isLenient()) return false;
    skipSpace();
    return take(closing);
  }

  // Reads into the element that was just added; takes it away again where it broke off and kept
  // nothing.
  template <class Elements>
  bool element(Elements& elements, Value& added) {
    if (any(added)) return true;
    if (!m_keepsPart) elements.pop_back();
    return false;
  }

  bool member(Object& members) {
    skipSpace();
    std::string key;
    if (!string(key)) return false;
    const auto isSame = [&key](const Member& other) { return other.first == key; };
    if (!isLenient() && members.size() < fewMembers && std::ranges::any_of(members, isSame))
      return false;
    skipSpace();
    if (!take(':')) return false;
    if (!element(members, members.emplace_back(std::move(key), Value()).second)) return false;
    skipSpace();
    return true;
  }

  bool array(Value& value) {
    Array items;
    return container(value, items, [this](Array& all) { return itemsOf(all); });
  }

  bool itemsOf(Array& items) {
    do {
      if (endsAfterComma(']')) return true;
      if (!element(items, items.emplace_back())) return false;
      skipSpace();
    } while (take(','));
    return take(']');
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
      if (isLenient() && take('u')) return codePoint(text);
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

  // Behind "\u". Half of a surrogate pair becomes U+FFFD: Python writes those.
  bool codePoint(std::string& text) {
    unsigned code = 0;
    if (!fourHexadecimals(code)) return false;
    if (isHighSurrogate(code) && rest().starts_with("\\u")) {
      m_at += 2;
      unsigned low = 0;
      if (!fourHexadecimals(low)) return false;
      if (isLowSurrogate(low)) {
        appendUtf8(text, 0x10000 + ((code - 0xD800) << 10) + (low - 0xDC00));
        return true;
      }
      appendUtf8(text, replacementCharacter);
      code = low;
    }
    appendUtf8(text, isHighSurrogate(code) || isLowSurrogate(code) ? replacementCharacter : code);
    return true;
  }

  bool fourHexadecimals(unsigned& code) {
    constexpr ptrdiff_t count = 4;
    if (m_end - m_at < count) {
      m_at = m_end;
      return false;
    }
    const auto read = std::from_chars(m_at, m_at + count, code, 16);
    if (read.ec != std::errc() || read.ptr != m_at + count) return false;
    m_at += count;
    return true;
  }

  // What Python writes and JSON does not have.
  bool pythonNumber(Value& value) {
    constexpr double infinity = std::numeric_limits<double>::infinity();
    return word("NaN", value, Value(std::numeric_limits<double>::quiet_NaN())) ||
           word("Infinity", value, Value(infinity)) || word("-Infinity", value, Value(-infinity));
  }

  bool digits() {
    const char* start = m_at;
    while (isDecimalDigit(peek()))
      ++m_at;
    return m_at != start;
  }

  bool number(Value& value) {
    if (isLenient() && pythonNumber(value)) return true;
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
    if (isLenient() && m_at == m_end) return false;  // more digits may have followed
    return isReal ? real(start, value) : integer(start, value);
  }

  bool integer(const char* start, Value& value) {
    int64_t read = 0;
    if (std::from_chars(start, m_at, read).ec != std::errc())
      return isLenient() && real(start, value);
    value = Value(read);
    return true;
  }

  bool real(const char* start, Value& value) {
    double read = 0;
    const bool isInRange = std::from_chars(start, m_at, read).ec == std::errc();
    if (!isLenient() && (!isInRange || losesIntegerDigits({start, m_at}, read))) return false;
    if (!isInRange) read = std::strtod(std::string(start, m_at).c_str(), nullptr);  // 0 or infinite
    value = Value(read);
    return true;
  }

  const char* m_at;
  const char* m_end;
  const char* m_lineStart;
  Leniency m_leniency;
  int m_line = 1;
  int m_depth = 0;
  bool m_keepsPart = false;  // the element that broke off is a container that kept its part
};

// The text without the NULs that a crashed file system leaves at its end.
std::string_view withoutFinalNuls(std::string_view text) {
  return text.substr(0, text.find_last_not_of('\0') + 1);
}

// Whether what a reading stopped at may be the beginning of something: space, part of a word, part
// of a character.
bool isCutShort(std::string_view rest) {
  if (rest.find_first_not_of(" \t\r\n") == std::string_view::npos) return true;
  for (const std::string_view word : {"true", "false", "null", "NaN", "Infinity", "-Infinity"})
    if (word.starts_with(rest)) return true;
  constexpr size_t longestCharacter = 4;
  return rest.size() < longestCharacter && static_cast<unsigned char>(rest.front()) >= 0x80;
}

}  // namespace

std::optional<Value> quickParse(std::string_view text) {
  std::optional<Value> value(std::in_place);
  if (!QuickParser(text).whole(*value)) value.reset();
  return value;
}

PartialValue parseLeniently(std::string_view text, const std::string& fileName, int keptDepth) {
  constexpr std::string_view byteOrderMark = "\xEF\xBB\xBF";
  text = withoutFinalNuls(text);
  if (text.starts_with(byteOrderMark)) text.remove_prefix(byteOrderMark.size());
  PartialValue read;
  QuickParser parser(text, {true, keptDepth});
  if (parser.whole(read.value)) return read;
  read.isCut = isCutShort(parser.rest());
  constexpr size_t shownBytes = 20;
  const std::string found(parser.rest().substr(0, shownBytes));
  read.fault =
      Error{ErrorKind::badInput,
            read.isCut ? "the text breaks off here" : "expected JSON, found \"" + found + "\"",
            Place{fileName, parser.line(), parser.column(), {}},
            {}};
  return read;
}

}  // namespace kw::json
