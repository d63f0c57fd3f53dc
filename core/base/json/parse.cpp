// SPDX-License-Identifier: GPL-3.0-or-later
// The only file that includes nlohmann's header. What the quick parser does not take, that lexer
// and grammar read; the handler below builds our values from its events, works out where each
// began, and refuses what JSON allows but our formats do not.
#include <nlohmann/json.hpp>

#include "base/json/number.h"
#include "base/json/position.h"
#include "base/json/quick_parser.h"
#include "base/json/text.h"
#include "base/json/tree_builder.h"

namespace kw::json {

namespace {

// "[json.exception.parse_error.101] parse error at line 1, column 5: syntax error while parsing
// value - unexpected '}'; expected ']'" becomes "expected ']', found '}'".
std::string readable(std::string_view what) {
  const size_t dash = what.find(" - ");
  if (dash != std::string_view::npos) what.remove_prefix(dash + 3);
  const size_t expected = what.find("; expected ");
  const std::string wanted(
      expected == std::string_view::npos ? "" : what.substr(expected + std::strlen("; expected ")));
  std::string found(what.substr(0, std::min(expected, what.find("; last read"))));
  constexpr std::string_view unexpected = "unexpected ";
  if (found.starts_with(unexpected)) {
    found.erase(0, unexpected.size());
    return wanted.empty() ? "found an unexpected " + found
                          : "expected " + wanted + ", found " + found;
  }
  return found;
}

// Receives nlohmann's events. Returning false ends the reading; m_builder then has the fault.
class Handler {
 public:
  explicit Handler(std::string_view text) : m_position(text) {}

  bool null() { return scalar(Value()); }
  bool boolean(bool value) { return scalar(Value(value)); }
  bool number_integer(int64_t value) { return scalar(Value(value)); }

  bool number_unsigned(uint64_t value) {
    const Mark mark = m_position.token();
    if (value > static_cast<uint64_t>(INT64_MAX)) return refuse(mark, integerTooLarge());
    return m_builder.value(Value(static_cast<int64_t>(value)), mark);
  }

  bool number_float(double value, const std::string& text) {
    const Mark mark = m_position.token();
    // An integer that fits into no 64 bits arrives here, as a real.
    if (text.find_first_of(".eE") == std::string::npos) return refuse(mark, integerTooLarge());
    if (losesIntegerDigits(text, value))
      return refuse(mark, "the number " + text + " would be changed to " + realText(value) +
                              ", the nearest that a 64-bit real holds");
    return m_builder.value(Value(value), mark);
  }

  bool string(std::string& value) { return scalar(Value(std::move(value))); }
  bool binary(nlohmann::json::binary_t&) { return false; }  // never in text

  bool start_object(size_t) { return m_builder.open(Value(Object()), m_position.token()); }
  bool start_array(size_t) { return m_builder.open(Value(Array()), m_position.token()); }
  bool end_object() { return close(); }
  bool end_array() { return close(); }
  bool key(std::string& name) { return m_builder.key(std::move(name), m_position.token()); }

  bool parse_error(size_t position, const std::string& token, const std::exception& error) {
    const std::string_view what = error.what();
    // Out-of-range reals come this way too, with their own number.
    if (what.find("out_of_range") != std::string_view::npos)
      return refuse(m_position.token(),
                    "the number " + token + " is larger than a 64-bit real holds");
    // A token that does not fit is pointed at where it begins, a bad byte inside a token as it is.
    const bool wholeToken = what.find("unexpected") != std::string_view::npos;
    const Mark mark = wholeToken ? m_position.tokenBefore(position)
                                 : m_position.at(position - std::min(position, size_t{1}));
    return refuse(mark, readable(what));
  }

  TreeBuilder& builder() { return m_builder; }
  Position& position() { return m_position; }

 private:
  bool scalar(Value value) { return m_builder.value(std::move(value), m_position.token()); }

  bool close() {
    m_position.token();
    return m_builder.close();
  }

  bool refuse(Mark mark, std::string message) { return m_builder.refuse(mark, std::move(message)); }

  static std::string integerTooLarge() {
    return "the integer is outside the 64-bit range, " + std::to_string(INT64_MIN) + " to " +
           std::to_string(INT64_MAX);
  }

  Position m_position;
  TreeBuilder m_builder;
};

}  // namespace

Result<Value> parse(std::string_view text, const std::string& fileName) {
  if (auto value = quickParse(text)) return *std::move(value);
  return parseThoroughly(text, fileName);
}

Result<Value> parseThoroughly(std::string_view text, const std::string& fileName) {
  Handler handler(text);
  TreeBuilder& builder = handler.builder();
  try {
    const bool read = nlohmann::json::sax_parse(text.data(), text.data() + text.size(), &handler);
    // The lexer takes a NUL for the end, so what follows the value is looked at once more.
    if (read && !handler.position().onlySpaceLeft())
      builder.refuse(handler.position().token(), "expected nothing after the JSON value");
    else if (!read && !builder.failed())
      builder.refuse(handler.position().token(), "the text is no JSON");
  } catch (const std::exception& error) {
    builder.refuse(Mark{}, std::string("reading JSON failed: ") + error.what());
  }
  return builder.take(fileName);
}

}  // namespace kw::json
