// SPDX-License-Identifier: GPL-3.0-or-later
#include "client/language_model/extract_json.h"

#include <algorithm>
#include <cctype>
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

size_t behindBlanks(std::string_view text, size_t at) {
  return std::min(text.find_first_not_of(" \t\r\n", at), text.size());
}

// Whether what stands in these brackets is meant for an object, a faulty one perhaps, and is no
// prose: it begins with a quote, a comment or a bare key.
bool isMeantForObject(std::string_view text) {
  size_t at = behindBlanks(text, 1);
  if (at == text.size()) return false;
  if (std::string_view("\"'/").find(text[at]) != std::string_view::npos) return true;
  const size_t word = at;
  while (at < text.size() &&
         (std::isalnum(static_cast<unsigned char>(text[at])) || text[at] == '_'))
    ++at;
  at = at > word ? behindBlanks(text, at) : text.size();
  return at < text.size() && text[at] == ':';
}

struct Search {
  std::optional<Span> found;
  std::optional<Span> around;     // the faulty object that `found` is a part of
  std::optional<Span> likeliest;  // what comes nearest to one

  void good(Span span) {
    if (found && span.size() < found->size()) return;
    found = span;
    around = m_outer && m_outer->end >= span.end ? m_outer : std::nullopt;
  }
  void faulty(Span span, bool isClosedObject) {
    if (!likeliest || span.size() > likeliest->size()) likeliest = span;
    if (isClosedObject && (!m_outer || m_outer->end <= span.begin)) m_outer = span;
  }
  // A fault of the whole says what is wrong; a part of it would be taken for something else.
  std::optional<Span> answer() const { return around ? around : found ? found : likeliest; }

 private:
  std::optional<Span> m_outer;  // the outermost closed and faulty object that was begun last
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
    const std::string_view part = text.substr(begin, span.size());
    if (isWhole && json::parse(part)) {
      search.good(span);
      begin = end;
    } else {
      search.faulty(span, isWhole && isMeantForObject(part));
      ++begin;
    }
  }
  return search;
}

}  // namespace

Result<ExtractedJson> extractJson(std::string_view reply) {
  const std::optional<Span> span = searchObjects(reply).answer();
  if (!span)
    return failInput("expected a JSON object in the reply, found none in its " +
                         std::to_string(reply.size()) + " bytes",
                     {}, "ask for the object again");
  auto value = json::parse(inPlace(reply, span->begin, span->end), replyName);
  if (!value) return fail(std::move(value).error());
  return ExtractedJson{std::move(*value), span->begin, span->end};
}

}  // namespace kw::language
