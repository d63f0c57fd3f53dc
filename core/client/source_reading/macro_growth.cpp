// SPDX-License-Identifier: GPL-3.0-or-later
#include "client/source_reading/macro_growth.h"

#include <algorithm>
#include <cstdint>
#include <map>
#include <vector>

namespace kw::reading {

namespace {

constexpr double mostTokens = 5e6;  // clang takes about 100 bytes for each
constexpr double endless = 1e18;
constexpr int deepest = 500;

// A number of tokens: `constant`, and for each parameter how often its argument is in it.
struct Length {
  double constant = 0;
  std::vector<double> times;

  void add(const Length& other, double factor = 1) {
    constant = std::min(endless, constant + factor * other.constant);
    if (times.size() < other.times.size()) times.resize(other.times.size());
    for (size_t i = 0; i < other.times.size(); ++i)
      times[i] = std::min(endless, times[i] + factor * other.times[i]);
  }
};

constexpr const char* rest = "__VA_ARGS__";  // the parameter for all further arguments

struct Macro {
  bool isFunction = false;
  std::vector<std::string> parameters;
  Tokens body;

  bool isVariadic() const { return !parameters.empty() && parameters.back() == rest; }
};

// Of the words of "define NAME(a, b...) body".
Macro macroOf(const Tokens& words) {
  Macro macro;
  size_t at = 2;
  macro.isFunction = words.size() > 2 && words[2].text == "(" && words[2].begin == words[1].end;
  if (macro.isFunction) {
    for (++at; at < words.size() && words[at].text != ")"; ++at)
      if (words[at].isIdentifier())
        macro.parameters.push_back(words[at].text);
      else if (words[at].text != "," && !macro.isVariadic())
        macro.parameters.emplace_back(rest);
    ++at;
  }
  if (at < words.size())
    macro.body.assign(words.begin() + static_cast<std::ptrdiff_t>(at), words.end());
  return macro;
}

class Growth {
 public:
  explicit Growth(const Tokens& all) : m_all(all) {
    for (const LocatedToken& token : all) {
      if (!token.isDirective()) continue;
      const Tokens words = directiveWords(token);
      if (words.size() > 1 && words[0].text == "define")
        m_macros[words[1].text].push_back(macroOf(words));
    }
    // In the order of the text, as one mostly names those before it: no deep descent then.
    for (const LocatedToken& token : all)
      if (token.isDirective()) measure(directiveWords(token));
  }

  MacroGrowth whole() {
    MacroGrowth growth;
    std::map<std::string, double> perMacro;
    for (size_t at = 0; at < m_all.size();) {
      const std::string& name = m_all[at].text;
      const bool isMacro = m_all[at].isIdentifier() && m_macros.contains(name);
      const double length = next(m_all, at, nullptr).constant;
      growth.tokens = std::min(endless, growth.tokens + length);
      if (!isMacro) continue;
      double& sum = perMacro[name];
      sum += length;
      if (growth.largest.empty() || sum > perMacro[growth.largest]) growth.largest = name;
    }
    return growth;
  }

 private:
  void measure(const Tokens& words) {
    if (words.size() > 1 && words[0].text == "define") lengthOf(words[1].text);
  }

  // Of what stands at `at`, which goes behind it.
  Length next(const Tokens& tokens, size_t& at, const Macro* within) {
    const LocatedToken& token = tokens[at++];
    if (token.isDirective()) return {};
    if (!token.isIdentifier()) return {1, {}};
    if (within) {
      const auto found = std::ranges::find(within->parameters, token.text);
      if (found != within->parameters.end()) {
        Length length;
        length.times.resize(static_cast<size_t>(found - within->parameters.begin()) + 1);
        length.times.back() = 1;
        return length;
      }
    }
    const auto macros = m_macros.find(token.text);
    if (macros == m_macros.end()) return {1, {}};
    const bool isCalled = at < tokens.size() && tokens[at].text == "(";
    if (macros->second.front().isFunction && !isCalled) return {1, {}};
    Length length = lengthOf(token.text);
    if (!macros->second.front().isFunction) return length;
    const std::vector<Length> arguments = argumentsAt(tokens, at, within);
    Length called{length.constant, {}};
    const Macro& macro = macros->second.front();
    for (size_t i = 0; i < arguments.size(); ++i) {
      const size_t last = macro.parameters.size() - 1;
      const size_t parameter = macro.isVariadic() ? std::min(i, last) : i;
      if (parameter < length.times.size()) called.add(arguments[i], length.times[parameter]);
    }
    return called;
  }

  // From the "(" at `at`, which goes behind the ")".
  std::vector<Length> argumentsAt(const Tokens& tokens, size_t& at, const Macro* within) {
    std::vector<Length> arguments(1);
    if (m_depth >= deepest) {
      arguments.back().constant = endless;
      at = std::min(closingAt(tokens, at) + 1, tokens.size());
      return arguments;
    }
    ++m_depth;
    ++at;
    for (int open = 1; at < tokens.size();) {
      const std::string& text = tokens[at].text;
      open += text == "(" ? 1 : text == ")" ? -1 : 0;
      if (open == 0 || (text == "," && open == 1)) {
        ++at;
        if (open == 0) break;
        arguments.emplace_back();
      } else {
        arguments.back().add(next(tokens, at, within));
      }
    }
    --m_depth;
    return arguments;
  }

  // The ")" of the "(" at `open`; the end where there is none.
  static size_t closingAt(const Tokens& tokens, size_t open) {
    int depth = 0;
    size_t at = open;
    for (; at < tokens.size(); ++at) {
      depth += tokens[at].text == "(" ? 1 : tokens[at].text == ")" ? -1 : 0;
      if (depth == 0) break;
    }
    return at;
  }

  // Of the macro in all its definitions, once it is called with nothing.
  Length lengthOf(const std::string& name) {
    if (const auto known = m_lengths.find(name); known != m_lengths.end()) return known->second;
    if (m_depth >= deepest) return {endless, {}};
    m_lengths[name] = {1, {}};  // inside of itself it stays a name
    ++m_depth;
    Length largest;
    for (const Macro& macro : m_macros.at(name)) {
      Length length;
      for (size_t at = 0; at < macro.body.size();)
        length.add(next(macro.body, at, &macro));
      largest.constant = std::max(largest.constant, length.constant);
      largest.times.resize(std::max(largest.times.size(), length.times.size()));
      for (size_t i = 0; i < length.times.size(); ++i)
        largest.times[i] = std::max(largest.times[i], length.times[i]);
    }
    --m_depth;
    return m_lengths[name] = std::move(largest);
  }

  const Tokens& m_all;
  std::map<std::string, std::vector<Macro>> m_macros;
  std::map<std::string, Length> m_lengths;
  int m_depth = 0;
};

std::string countOf(double tokens) {
  if (tokens >= endless) return "endlessly many";
  return "about " + std::to_string(static_cast<uint64_t>(tokens));
}

}  // namespace

MacroGrowth macroGrowth(const Tokens& all) {
  return Growth(all).whole();
}

Status checkMacroGrowth(const Tokens& all) {
  const MacroGrowth growth = macroGrowth(all);
  if (growth.tokens <= mostTokens) return {};
  const std::string why =
      growth.largest.empty() ? "" : ", most of them of the macro " + growth.largest;
  return failInput("expected a source of at most 5 million tokens after its macros, found " +
                       countOf(growth.tokens) + why,
                   {}, "write that macro out shorter, or cut the file down to the kernel");
}

}  // namespace kw::reading
