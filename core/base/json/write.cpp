// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

#include "base/json/number.h"
#include "base/json/text.h"
#include "base/json/utf8.h"

namespace kw::json {

namespace {

constexpr size_t lineWidth = 100;

void appendControl(std::string& out, unsigned char c) {
  static constexpr char hexadecimal[] = "0123456789abcdef";
  out += "\\u00";
  out += hexadecimal[c >> 4];
  out += hexadecimal[c & 15];
}

void appendEscaped(std::string& out, char c) {
  switch (c) {
    case '"':
      out += "\\\"";
      break;
    case '\\':
      out += "\\\\";
      break;
    case '\n':
      out += "\\n";
      break;
    case '\t':
      out += "\\t";
      break;
    case '\r':
      out += "\\r";
      break;
    default:
      appendControl(out, static_cast<unsigned char>(c));
  }
}

bool isPlain(char c) {
  const auto byte = static_cast<unsigned char>(c);
  return byte >= 0x20 && byte < 0x80 && c != '"' && c != '\\';
}

// Bytes that are no UTF-8 (a compiler's message may hold some) become U+FFFD: a line that its
// reader refuses would lose everything in it.
void appendString(std::string& out, std::string_view text) {
  out += '"';
  for (size_t at = 0; at < text.size();) {
    const auto begin = text.begin() + static_cast<ptrdiff_t>(at);
    const auto plain = static_cast<size_t>(std::find_if_not(begin, text.end(), isPlain) - begin);
    out.append(text.substr(at, plain));
    at += plain;
    if (at == text.size()) break;
    if (static_cast<unsigned char>(text[at]) < 0x80) {
      appendEscaped(out, text[at++]);
    } else if (const size_t length = utf8Length(text.substr(at))) {
      out.append(text.substr(at, length));
      at += length;
    } else {
      out += "\xEF\xBF\xBD";
      ++at;
    }
  }
  out += '"';
}

void appendInteger(std::string& out, int64_t value) {
  std::array<char, 24> buffer;
  const auto end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value);
  out.append(buffer.data(), end.ptr);
}

void appendNumber(std::string& out, double value) {
  if (std::isfinite(value)) return appendReal(out, value);
  out += '"';
  appendReal(out, value);
  out += '"';
}

void appendScalar(std::string& out, const Value& value) {
  if (value.isNull())
    out += "null";
  else if (value.isBool())
    out += value.asBool() ? "true" : "false";
  else if (value.isInteger())
    appendInteger(out, value.asInteger());
  else if (value.isReal())
    appendNumber(out, value.asReal());
  else
    appendString(out, value.asString());
}

bool isContainer(const Value& value) {
  return value.isArray() || value.isObject();
}

bool isFlatArray(const Value& value) {
  return value.isArray() &&
         std::none_of(value.asArray().begin(), value.asArray().end(), isContainer);
}

// `separator` stands between elements, `colon` behind keys.
void appendOnOneLine(std::string& out, const Value& value, std::string_view separator,
                     std::string_view colon) {
  if (!isContainer(value)) return appendScalar(out, value);
  std::string_view before;
  out += value.isArray() ? '[' : '{';
  for (const Value& item : value.asArray()) {
    out += before;
    appendOnOneLine(out, item, separator, colon);
    before = separator;
  }
  for (const auto& [key, member] : value.asObject()) {
    out += before;
    appendString(out, key);
    out += colon;
    appendOnOneLine(out, member, separator, colon);
    before = separator;
  }
  out += value.isArray() ? ']' : '}';
}

class PrettyWriter {
 public:
  void append(const Value& value) {
    const bool empty = value.asArray().empty() && value.asObject().empty();
    if (!isContainer(value) || empty || fitsOnLine(value))
      return appendOnOneLine(m_out, value, ", ", ": ");
    m_out += value.isArray() ? '[' : '{';
    ++m_depth;
    appendElements(value);
    --m_depth;
    newLine();
    m_out += value.isArray() ? ']' : '}';
  }

  std::string take() {
    m_out += '\n';
    return std::move(m_out);
  }

 private:
  void appendElements(const Value& value) {
    std::string_view before;
    for (const Value& item : value.asArray()) {
      m_out += before;
      newLine();
      append(item);
      before = ",";
    }
    for (const auto& [key, member] : value.asObject()) {
      m_out += before;
      newLine();
      appendString(m_out, key);
      m_out += ": ";
      append(member);
      before = ",";
    }
  }

  bool fitsOnLine(const Value& value) const {
    if (!isFlatArray(value) || value.asArray().size() > lineWidth / 2) return false;
    std::string line;
    appendOnOneLine(line, value, ", ", ": ");
    const size_t used = m_out.size() - (m_out.rfind('\n') + 1);  // npos + 1 is 0
    return used + line.size() < lineWidth;
  }

  void newLine() {
    m_out += '\n';
    m_out.append(2 * m_depth, ' ');
  }

  std::string m_out;
  size_t m_depth = 0;
};

}  // namespace

std::string writeLine(const Value& value) {
  std::string out;
  appendOnOneLine(out, value, ",", ":");
  return out;
}

std::string writePretty(const Value& value) {
  PrettyWriter writer;
  writer.append(value);
  return writer.take();
}

}  // namespace kw::json
