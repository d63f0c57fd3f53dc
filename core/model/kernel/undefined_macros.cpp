// SPDX-License-Identifier: GPL-3.0-or-later
// Which macros a text needs from outside. An upper-case name counts as one unless something in the
// text looks like its declaration: refusing a right template would be worse than leaving a missing
// macro to the compiler.
#include <algorithm>
#include <array>
#include <map>

#include "model/kernel/directives.h"
#include "model/kernel/lexer.h"

namespace kw {

namespace {

bool contains(std::initializer_list<std::string_view> words, std::string_view word) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

bool isUpperCase(std::string_view name) {
  const auto isUpper = [](char c) {
    return (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
  };
  return name.size() >= 2 && name.front() >= 'A' && name.front() <= 'Z' &&
         std::all_of(name.begin(), name.end(), isUpper);
}

// What the compiler or CUDA's and C's headers define.
bool isUsual(std::string_view name) {
  static constexpr std::array<std::string_view, 16> prefixes{
      "CUDA", "CUDART_", "CUB_",  "CUTE_",    "CUTLASS_", "CU_", "THRUST_", "NVRTC_",
      "FLT_", "DBL_",    "LDBL_", "HUGE_VAL", "FP_",      "M_",  "CCCL_",   "LIBCUDACXX_",
  };
  for (const std::string_view prefix : prefixes)
    if (name.starts_with(prefix)) return true;
  static constexpr std::array<std::string_view, 9> limited{
      "CHAR", "SCHAR", "SHRT", "INT", "LONG", "LLONG", "SSIZE", "PTRDIFF", "WCHAR"};
  const auto isLimitOf = [&](std::string_view type) {
    return name == std::string(type) + "_MAX" || name == std::string(type) + "_MIN" ||
           name == "U" + std::string(type) + "_MAX";
  };
  if (std::any_of(limited.begin(), limited.end(), isLimitOf)) return true;
  const bool sized = name.starts_with("INT") || name.starts_with("UINT");
  if (sized && (name.ends_with("_MAX") || name.ends_with("_MIN") || name.ends_with("_C")))
    return true;
  return contains({"NULL", "NAN", "INFINITY", "SIZE_MAX", "CHAR_BIT", "RAND_MAX", "EOF", "NDEBUG"},
                  name);
}

// Words that stand before an expression or another specifier, so that what follows them is not
// declared.
bool isNoType(const std::string& word) {
  return contains({"const",    "volatile", "static", "inline", "constexpr", "extern", "register",
                   "return",   "else",     "case",   "sizeof", "alignof",   "new",    "delete",
                   "throw",    "goto",     "do",     "and",    "or",        "not",    "co_return",
                   "co_yield", "if",       "while",  "for",    "switch"},
                  word);
}

bool isBuiltInType(const std::string& word) {
  return word.ends_with("_t") ||
         contains({"float",    "double", "int",     "char",          "short",          "long",
                   "unsigned", "signed", "bool",    "void",          "auto",           "half",
                   "__half",   "half2",  "__half2", "__nv_bfloat16", "__nv_bfloat162", "float2",
                   "float3",   "float4", "double2", "int2",          "int4",           "uint2",
                   "uint4",    "uchar4"},
                  word);
}

class MacroScan {
 public:
  explicit MacroScan(std::string_view source) : m_all(tokens(source)) {
    m_defined = macrosDefinedIn(source);
    m_defined.merge(macrosTestedIn(m_all));
  }

  std::vector<MacroUse> run() {
    collectEnumerators();
    for (size_t i = 0; i < m_all.size(); ++i)
      if (isDeclared(i)) m_defined.insert(m_all[i].text);
    for (size_t i = 0; i < m_all.size(); ++i) {
      if (m_all[i].kind == Token::Kind::directive)
        collectUses(directiveTokens(m_all[i]));
      else
        note(m_all, i);
    }
    return inOrder();
  }

 private:
  const std::string& textAt(size_t index) const {
    static const std::string none;
    return index < m_all.size() && m_all[index].kind != Token::Kind::directive ? m_all[index].text
                                                                               : none;
  }

  bool isName(size_t index) const {
    return index < m_all.size() && m_all[index].kind == Token::Kind::identifier;
  }

  void collectEnumerators() {
    for (size_t i = 0; i < m_all.size(); ++i) {
      if (textAt(i) != "enum" || !isName(i)) continue;
      while (i < m_all.size() && textAt(i) != "{" && textAt(i) != ";")
        ++i;
      for (; i < m_all.size() && textAt(i) != "}" && textAt(i) != ";"; ++i)
        if ((textAt(i) == "{" || textAt(i) == ",") && isName(i + 1))
          m_defined.insert(textAt(i + 1));
    }
  }

  // Something like `int NAME =`, `typename NAME,`, `float* NAME;`, `, NAME = 1`.
  bool isDeclared(size_t i) const {
    if (!isName(i) || i == 0) return false;
    const std::string& before = textAt(i - 1);
    const std::string& after = textAt(i + 1);
    if (contains({"typename", "class", "struct", "union", "using", "namespace", "enum", "..."},
                 before))
      return true;
    if (!contains({"=", ",", ")", ";", ">", "[", "(", "{", ":"}, after)) return false;
    if (isName(i - 1)) return !isNoType(before);
    // A pointer to a function: `T (*NAME)(T)`.
    if (before == "*" && textAt(i - 2) == "(" && after == ")" && textAt(i + 2) == "(") return true;
    if (before == "*" || before == "&") return i >= 2 && isBuiltInType(textAt(i - 2));
    if (before == ">") return after == "=" || after == "{";
    if (before == ",") return after == "=" || after == ";";
    return before == "}" && after == ";";
  }

  void note(const std::vector<Token>& all, size_t i) {
    const Token& token = all[i];
    if (token.kind != Token::Kind::identifier || !isUpperCase(token.text) || isUsual(token.text))
      return;
    // A member or a name of a namespace.
    if (i > 0 && contains({".", "->", "::"}, all[i - 1].text)) return;
    m_uses.emplace(token.text, token.line);
  }

  // A macro's own parameters are no macros. Only a bracket that stands right behind the name opens
  // them.
  static std::set<std::string> macroParameters(const std::vector<Token>& words) {
    std::set<std::string> names;
    if (words.size() < 4 || words[0].text != "define" || words[2].text != "(") return names;
    if (words[2].column != words[1].column + static_cast<int>(words[1].text.size())) return names;
    for (size_t i = 3; i < words.size() && words[i].text != ")"; ++i)
      names.insert(words[i].text);
    return names;
  }

  // A name that #if finds undefined is 0 to it, which nobody can tell from what was meant.
  void collectUses(const std::vector<Token>& words) {
    if (words.empty() ||
        contains({"include", "if", "elif", "ifdef", "ifndef", "undef", "error", "warning"},
                 words[0].text))
      return;
    // #pragma GCC diagnostic; #pragma unroll NAME does name a macro.
    if (words[0].text == "pragma" && words.size() > 1 && words[1].text != "unroll") return;
    const std::set<std::string> own = macroParameters(words);
    for (size_t i = 1; i < words.size(); ++i)
      if (!own.contains(words[i].text)) note(words, i);
  }

  std::vector<MacroUse> inOrder() const {
    std::vector<MacroUse> uses;
    for (const auto& [name, line] : m_uses)
      if (!m_defined.contains(name)) uses.push_back({name, line});
    std::stable_sort(uses.begin(), uses.end(),
                     [](const MacroUse& a, const MacroUse& b) { return a.line < b.line; });
    return uses;
  }

  std::vector<Token> m_all;
  std::set<std::string> m_defined;
  std::map<std::string, int> m_uses;  // line of first use
};

}  // namespace

std::vector<MacroUse> undefinedMacros(std::string_view source) {
  return MacroScan(source).run();
}

}  // namespace kw
