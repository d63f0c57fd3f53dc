// SPDX-License-Identifier: GPL-3.0-or-later
// Any text is read or refused with a place, and what was read can be written and read again.
#include "base/json/text.h"
#include "fuzz_input.h"

using namespace kw;

namespace {

void checkRoundTrip(const json::Value& value, const std::string& written) {
  const auto again = json::parse(written);
  fuzz::require(again.has_value(), "what was written can be read", written);
  fuzz::require(*again == value, "it reads back as the same value", written);
}

// Whatever the quick parser takes, the thorough one takes and reads alike, with the same places.
void checkPlaces(const json::Value& quick, const json::Value& thorough) {
  fuzz::require(quick.line() == thorough.line() && quick.column() == thorough.column(),
                "both parsers give the same places");
  for (size_t i = 0; i < quick.asArray().size(); ++i)
    checkPlaces(quick.asArray()[i], thorough.asArray()[i]);
  for (size_t i = 0; i < quick.asObject().size(); ++i)
    checkPlaces(quick.asObject()[i].second, thorough.asObject()[i].second);
}

void compareParsers(std::string_view text, const json::Value& read) {
  const auto thorough = json::parseThoroughly(text);
  fuzz::require(thorough.has_value(), "the thorough parser takes it, too");
  fuzz::require(*thorough == read, "both parsers read the same");
  checkPlaces(read, *thorough);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const auto read = json::parse(fuzz::textOf(data, size), "fuzz.json");
  if (!read) {
    fuzz::require(read.error().kind == ErrorKind::badInput, "a fault is one of the input");
    fuzz::require(read.error().place.line > 0 && read.error().place.column > 0,
                  "a fault has a place");
    return 0;
  }
  compareParsers(fuzz::textOf(data, size), *read);
  checkRoundTrip(*read, json::writeLine(*read));
  checkRoundTrip(*read, json::writePretty(*read));
  fuzz::require(json::writeLine(*read).find('\n') == std::string::npos, "a line is one line");
  return 0;
}
