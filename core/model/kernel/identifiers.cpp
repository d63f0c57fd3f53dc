// SPDX-License-Identifier: GPL-3.0-or-later
// Names used in a text, and names replaced in one.
#include <algorithm>

#include "model/kernel/lexer.h"
#include "model/kernel/source_scan.h"

namespace kw {

namespace {

void collect(const std::vector<Token>& all, std::set<std::string>& names) {
  for (const Token& token : all) {
    if (token.kind == Token::Kind::identifier) names.insert(token.text);
    if (token.kind == Token::Kind::directive) collect(directiveTokens(token), names);
  }
}

}  // namespace

std::set<std::string> identifiersIn(std::string_view source) {
  std::set<std::string> names;
  collect(tokens(source), names);
  return names;
}

std::string baseName(std::string_view function) {
  std::string_view name = function.substr(0, function.find('<'));
  const size_t scope = name.rfind("::");
  if (scope != std::string_view::npos) name = name.substr(scope + 2);
  const size_t first = name.find_first_not_of(" \t");
  if (first == std::string_view::npos) return {};
  return std::string(name.substr(first, name.find_last_not_of(" \t") - first + 1));
}

std::string replaceIdentifiers(std::string_view text,
                               const std::vector<std::pair<std::string, std::string>>& values) {
  std::string replaced;
  for (size_t at = 0; at < text.size();) {
    size_t end = at;
    while (end < text.size() && isIdentifierPart(text[end]))
      ++end;
    if (end == at) {
      replaced += text[at++];
      continue;
    }
    const std::string_view word = text.substr(at, end - at);
    const auto value = std::find_if(values.begin(), values.end(),
                                    [&](const auto& one) { return one.first == word; });
    replaced += value == values.end() ? word : std::string_view(value->second);
    at = end;
  }
  return replaced;
}

}  // namespace kw
