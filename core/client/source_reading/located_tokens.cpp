// SPDX-License-Identifier: GPL-3.0-or-later
#include "client/source_reading/located_tokens.h"

#include <algorithm>
#include <cctype>

namespace kw::reading {

namespace {

std::vector<size_t> lineStarts(std::string_view text) {
  std::vector<size_t> starts{0};
  for (size_t i = 0; i < text.size(); ++i)
    if (text[i] == '\n') starts.push_back(i + 1);
  return starts;
}

// A directive's text lost its comments and joined lines, so its end is looked for in the source.
size_t directiveEnd(std::string_view text, size_t begin) {
  for (size_t i = begin; i < text.size(); ++i) {
    if (text.substr(i, 2) == "/*") {
      i = std::min(text.find("*/", i + 2), text.size() - 1);
    } else if (text[i] == '\n') {
      const bool afterReturn = i > begin && text[i - 1] == '\r';
      const size_t last = afterReturn ? i - 1 : i;
      if (last == begin || text[last - 1] != '\\') return i;
    }
  }
  return text.size();
}

bool isWordEnd(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
}

}  // namespace

Tokens locate(std::string_view text) {
  const std::vector<size_t> starts = lineStarts(text);
  Tokens all;
  for (Token& token : tokens(text)) {
    LocatedToken located{token.kind, std::move(token.text), token.line, 0, 0};
    const auto line = static_cast<size_t>(token.line - 1);
    located.begin =
        std::min(starts[std::min(line, starts.size() - 1)] + static_cast<size_t>(token.column - 1),
                 text.size());
    located.end = located.isDirective()
                      ? directiveEnd(text, located.begin)
                      : std::min(located.begin + located.text.size(), text.size());
    all.push_back(std::move(located));
  }
  return all;
}

Tokens locateExpression(std::string_view text) {
  std::string copy(text);
  for (size_t at = copy.find("//"); at != std::string::npos; at = copy.find("//", at))
    copy[at + 1] = ' ';
  return locate(copy);
}

std::set<std::string> namesOfExpression(std::string_view text) {
  std::set<std::string> names;
  for (const LocatedToken& token : locateExpression(text))
    if (token.isIdentifier()) names.insert(token.text);
  return names;
}

Tokens directiveWords(const LocatedToken& directive) {
  const size_t hash = directive.text.find('#');
  Tokens words = locate(std::string_view(directive.text).substr(hash + 1));
  for (LocatedToken& word : words)
    word.line = directive.line;
  return words;
}

bool isOneOf(std::string_view text, std::initializer_list<std::string_view> words) {
  return std::find(words.begin(), words.end(), text) != words.end();
}

size_t behindBracket(const Tokens& all, size_t open) {
  const bool angle = all[open].text == "<";
  int depth = 0;
  for (size_t i = open; i < all.size(); ++i) {
    const std::string& text = all[i].text;
    if (all[i].isDirective()) continue;
    if (isOneOf(text, {"(", "[", "{"})) {
      if (angle && i != open) {
        if (text == "{" && depth <= 1) return all.size();
        i = behindBracket(all, i) - 1;
        continue;
      }
      ++depth;
    } else if (isOneOf(text, {")", "]", "}"})) {
      if (angle) return all.size();
      if (--depth == 0) return i + 1;
    } else if (angle && text == "<") {
      ++depth;
    } else if (angle && text == ">") {
      if (--depth == 0) return i + 1;
    } else if (angle && text == ";") {
      return all.size();
    }
  }
  return all.size();
}

std::vector<std::string> splitAtCommas(const Tokens& all, size_t begin, size_t end) {
  std::vector<std::string> parts;
  size_t first = begin;
  for (size_t i = begin; i < end; ++i) {
    if (isOneOf(all[i].text, {"(", "[", "{"})) {
      i = std::min(behindBracket(all, i), end) - 1;
    } else if (all[i].text == "<" && i > begin && all[i - 1].isIdentifier()) {
      // Either a template's arguments or a comparison, which closes nowhere here.
      const size_t close = behindBracket(all, i);
      if (close <= end) i = close - 1;
    } else if (all[i].text == ",") {
      parts.push_back(joined(all, first, i));
      first = i + 1;
    }
  }
  if (first < end || !parts.empty()) parts.push_back(joined(all, first, end));
  return parts;
}

std::string joined(const Tokens& all, size_t begin, size_t end) {
  std::string text;
  for (size_t i = begin; i < end && i < all.size(); ++i) {
    if (all[i].isDirective() || all[i].text.empty()) continue;
    const bool wordMeetsWord =
        !text.empty() && isWordEnd(text.back()) && isWordEnd(all[i].text.front());
    const bool wordFollowsMark = !text.empty() &&
                                 isOneOf(text.substr(text.size() - 1), {"*", "&", ">", ","}) &&
                                 isWordEnd(all[i].text.front());
    if (wordMeetsWord || wordFollowsMark) text += ' ';
    text += all[i].text;
  }
  return text;
}

}  // namespace kw::reading
