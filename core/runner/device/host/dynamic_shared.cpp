// SPDX-License-Identifier: GPL-3.0-or-later
#include "runner/device/host/dynamic_shared.h"

#include <algorithm>
#include <optional>
#include <set>
#include <vector>

#include "model/kernel/source_scan.h"

namespace kw::host {

namespace {

using Tokens = std::vector<Token>;

// Offsets of tokens in the text they came from.
class Offsets {
 public:
  explicit Offsets(std::string_view text) : m_starts{0} {
    for (size_t i = 0; i < text.size(); ++i)
      if (text[i] == '\n') m_starts.push_back(i + 1);
  }
  size_t of(const Token& token) const {
    return m_starts[static_cast<size_t>(token.line - 1)] + static_cast<size_t>(token.column - 1);
  }

 private:
  std::vector<size_t> m_starts;
};

struct Declaration {
  std::string element;  // "float", or "float [33]" for an array of rows
  std::string name;
  size_t last = 0;  // its semicolon, among the tokens
};

// Behind the closing bracket of the group that opens at `at`.
size_t behindGroup(const Tokens& all, size_t at) {
  int depth = 0;
  for (; at < all.size(); ++at) {
    const std::string& text = all[at].text;
    if (text == "(" || text == "[") ++depth;
    if (text == ")" || text == "]") --depth;
    if (depth == 0) return at + 1;
  }
  return at;
}

// `extern … __shared__ … name[]…;` from the `extern` at `first`.
std::optional<Declaration> declarationAt(const Tokens& all, size_t first) {
  static const std::set<std::string> alignments = {"__align__", "alignas", "__attribute__",
                                                   "__builtin_align__"};
  Declaration found;
  bool shared = false;
  size_t at = first + 1;
  for (; at < all.size() && all[at].text != "[";) {
    const Token& token = all[at];
    if (token.kind == Token::Kind::directive || token.text == ";" || token.text == "{")
      return std::nullopt;
    if (alignments.contains(token.text)) {
      at = behindGroup(all, at + 1);
      continue;
    }
    if (token.text == "__shared__") {
      shared = true;
    } else {
      if (!found.name.empty()) found.element += (found.element.empty() ? "" : " ") + found.name;
      found.name = token.text;
    }
    ++at;
  }
  if (!shared || found.element.empty() || at + 1 >= all.size() || all[at + 1].text != "]")
    return std::nullopt;
  for (at += 2; at < all.size() && all[at].text != ";"; ++at)
    found.element += " " + all[at].text;
  found.last = at;
  return at < all.size() ? std::optional(found) : std::nullopt;
}

// Whether what the tokens before `at` open is in no function or class.
class Scopes {
 public:
  void see(const Tokens& all, size_t at) {
    const std::string& text = all[at].text;
    if (text == "}" && !m_open.empty()) m_open.pop_back();
    if (text != "{") return;
    size_t before = at;
    while (before > 0 &&
           (all[before - 1].kind == Token::Kind::identifier || all[before - 1].text == "::" ||
            all[before - 1].kind == Token::Kind::string) &&
           all[before - 1].text != "namespace" && all[before - 1].text != "extern")
      --before;
    const bool outer =
        before > 0 && (all[before - 1].text == "namespace" || all[before - 1].text == "extern");
    m_open.push_back(outer);
  }
  bool atNamespace() const {
    return std::all_of(m_open.begin(), m_open.end(), [](bool outer) { return outer; });
  }

 private:
  std::vector<bool> m_open;  // for each open brace: a namespace's or a linkage specification's
};

std::string replacement(const Declaration& declaration, bool atNamespace, int nextLine,
                        const std::string& fileName) {
  const std::string memory = "kw_host::dynamicShared<" + declaration.element + ">()";
  if (!atNamespace) return "auto* const " + declaration.name + " = " + memory;
  // Outside a function there is no block yet whose memory it could point to.
  return "\n#define " + declaration.name + " (" + memory + ")\n#line " + std::to_string(nextLine) +
         " \"" + fileName + "\"\n";
}

}  // namespace

std::string withDynamicSharedAsPointers(std::string_view text, const std::string& fileName) {
  const Tokens all = tokens(text);
  const Offsets offsets(text);
  Scopes scopes;
  std::string result;
  size_t copied = 0;
  for (size_t at = 0; at < all.size(); ++at) {
    scopes.see(all, at);
    if (all[at].text != "extern") continue;
    const auto declaration = declarationAt(all, at);
    if (!declaration) continue;
    const Token& last = all[declaration->last];
    result += text.substr(copied, offsets.of(all[at]) - copied);
    result += replacement(*declaration, scopes.atNamespace(), last.line, fileName);
    // In a function the lines that the declaration took up; the line directive counts them
    // otherwise.
    if (!scopes.atNamespace()) result.append(static_cast<size_t>(last.line - all[at].line), '\n');
    copied = offsets.of(last);
    at = declaration->last;
  }
  result += text.substr(copied);
  return result;
}

}  // namespace kw::host
