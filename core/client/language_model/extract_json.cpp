// SPDX-License-Identifier: GPL-3.0-or-later
#include "client/language_model/extract_json.h"

#include <algorithm>
#include <optional>

#include "base/json/text.h"

namespace kw::language {

namespace {

constexpr const char* replyName = "the reply";
// Ends the search in a reply of nothing but brackets.
constexpr size_t mostBytesLookedAt = size_t{16} << 20;

// Behind the bracket that closes the one at `begin`, or npos. Quoted brackets do not count.
size_t closingEnd(std::string_view text, size_t begin) {
  size_t depth = 0;
  bool isQuoted = false;
  for (size_t i = begin; i < text.size(); ++i) {
    const char c = text[i];
    if (isQuoted) {
      if (c == '\\') ++i;
      if (c == '"') isQuoted = false;
    } else if (c == '"') {
      isQuoted = true;
    } else if (c == '{') {
      ++depth;
    } else if (c == '}' && --depth == 0) {
      return i + 1;
    }
  }
  return std::string_view::npos;
}

// The part as parse() is to see it, so that its places are those in the whole.
std::string inPlace(std::string_view text, size_t begin, size_t end) {
  std::string padded(text.substr(0, begin));
  std::replace_if(
      padded.begin(), padded.end(), [](char c) { return c != '\n'; }, ' ');
  return padded.append(text.substr(begin, end - begin));
}

struct Span {
  size_t begin = 0;
  size_t end = 0;
  size_t size() const { return end - begin; }
};

struct Search {
  std::optional<Span> found;
  std::optional<Span> likeliest;  // what comes nearest to one

  void faulty(Span span) {
    if (!likeliest || span.size() > likeliest->size()) likeliest = span;
  }
};

Search searchObjects(std::string_view text) {
  Search search;
  size_t lookedAt = 0;
  for (size_t begin = text.find('{');
       begin != std::string_view::npos && lookedAt < mostBytesLookedAt;
       begin = text.find('{', begin)) {
    const size_t end = closingEnd(text, begin);
    const Span span{begin, std::min(end, text.size())};
    lookedAt += span.size();
    const bool isWhole = end != std::string_view::npos;
    if (isWhole && json::parse(text.substr(begin, span.size()))) {
      if (!search.found || span.size() >= search.found->size()) search.found = span;
      begin = end;
    } else {
      search.faulty(span);
      ++begin;
    }
  }
  return search;
}

}  // namespace

Result<ExtractedJson> extractJson(std::string_view reply) {
  const Search search = searchObjects(reply);
  const std::optional<Span> span = search.found ? search.found : search.likeliest;
  if (!span)
    return failInput("expected a JSON object in the reply, found none in its " +
                         std::to_string(reply.size()) + " bytes",
                     {}, "ask for the object again");
  auto value = json::parse(inPlace(reply, span->begin, span->end), replyName);
  if (!value) return fail(std::move(value).error());
  return ExtractedJson{std::move(*value), span->begin, span->end};
}

}  // namespace kw::language
