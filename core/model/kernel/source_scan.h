// SPDX-License-Identifier: GPL-3.0-or-later
// What can be read off CUDA C++ text without compiling it. Comments, strings and raw strings are
// skipped.
#pragma once

#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace kw {

struct Token {
  enum class Kind { identifier, number, string, punctuation, directive };
  Kind kind = Kind::identifier;
  std::string text;
  int line = 1;
  int column = 1;
};

// A preprocessor directive is one token, its text the whole logical line.
std::vector<Token> tokens(std::string_view source);

struct KernelDeclaration {
  std::string name;  // without namespace
  int line = 1;
  bool isTemplate = false;
  std::vector<std::string> parameters;  // texts such as "const float* __restrict__ x"
};
std::vector<KernelDeclaration> kernelsIn(std::string_view source);  // the __global__ functions

// Every identifier that is used, those in directives too.
std::set<std::string> identifiersIn(std::string_view source);
// Macros that the text itself defines (#define).
std::set<std::string> macrosDefinedIn(std::string_view source);
// Identifiers in upper case (A-Z, 0-9, _; at least two characters) that are used and that the text
// neither defines nor that are usual in CUDA: macros the space probably has to define. With the
// line of first use. Uses in #if and #elif do not count: there, what is not defined is 0.
struct MacroUse {
  std::string name;
  int line = 1;
};
std::vector<MacroUse> undefinedMacros(std::string_view source);
// Files named by #include "…" and <…>.
struct Include {
  std::string file;
  bool quoted = false;
  int line = 1;
};
std::vector<Include> includesIn(std::string_view source);

// "norm" of "ns::norm<float, VEC>".
std::string baseName(std::string_view function);
// Replaces whole identifiers that name parameters by their values.
std::string replaceIdentifiers(std::string_view text,
                               const std::vector<std::pair<std::string, std::string>>& values);

}  // namespace kw
