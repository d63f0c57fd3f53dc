// SPDX-License-Identifier: GPL-3.0-or-later
// What the preprocessor's directives of a text say.
#include "model/kernel/directives.h"

#include "model/kernel/lexer.h"

namespace kw {

std::set<std::string> macrosDefinedIn(std::string_view source) {
  std::set<std::string> macros;
  for (const Token& token : tokens(source)) {
    if (token.kind != Token::Kind::directive) continue;
    const std::vector<Token> words = directiveTokens(token);
    if (words.size() > 1 && words[0].text == "define") macros.insert(words[1].text);
  }
  return macros;
}

std::vector<Include> includesIn(std::string_view source) {
  std::vector<Include> includes;
  for (const Token& token : tokens(source)) {
    if (token.kind != Token::Kind::directive) continue;
    const std::vector<Token> words = directiveTokens(token);
    if (words.empty() || words[0].text != "include") continue;
    const size_t open = token.text.find_first_of("\"<");
    if (open == std::string::npos) continue;
    const bool quoted = token.text[open] == '"';
    const size_t close = token.text.find(quoted ? '"' : '>', open + 1);
    if (close == std::string::npos) continue;
    includes.push_back({token.text.substr(open + 1, close - open - 1), quoted, token.line});
  }
  return includes;
}

std::set<std::string> macrosTestedIn(const std::vector<Token>& all) {
  std::set<std::string> macros;
  for (const Token& token : all) {
    if (token.kind != Token::Kind::directive) continue;
    const std::vector<Token> words = directiveTokens(token);
    if (words.size() > 1 && (words[0].text == "ifdef" || words[0].text == "ifndef"))
      macros.insert(words[1].text);
    for (size_t i = 1; i + 1 < words.size(); ++i) {
      if (words[i].text != "defined") continue;
      const size_t name = words[i + 1].text == "(" ? i + 2 : i + 1;
      if (name < words.size()) macros.insert(words[name].text);
    }
  }
  return macros;
}

}  // namespace kw
