// SPDX-License-Identifier: GPL-3.0-or-later
// The __global__ functions of a text.
#include <algorithm>

#include "model/kernel/source_scan.h"

namespace kw {

namespace {

bool isOneOf(const std::string& text, std::initializer_list<std::string_view> words) {
  return std::find(words.begin(), words.end(), text) != words.end();
}

bool isIdentifier(const Token& token) {
  return token.kind == Token::Kind::identifier;
}

// Index after the bracket that closes the one at `open`; the end where none does.
size_t closed(const std::vector<Token>& all, size_t open, std::string_view left,
              std::string_view right) {
  int depth = 0;
  for (size_t i = open; i < all.size(); ++i) {
    if (all[i].text == left) ++depth;
    if (all[i].text == right && --depth == 0) return i + 1;
  }
  return all.size();
}

// A text that reads as C++ does: "const float* __restrict__ x".
std::string joinedText(const std::vector<Token>& all, size_t begin, size_t end) {
  std::string text;
  for (size_t i = begin; i < end; ++i) {
    const Token& token = all[i];
    if (token.kind == Token::Kind::directive) continue;
    const bool word = isIdentifier(token) || token.kind == Token::Kind::number;
    const bool afterWord =
        !text.empty() &&
        (std::isalnum(static_cast<unsigned char>(text.back())) || text.back() == '_');
    const bool afterMark =
        !text.empty() && isOneOf(std::string(1, text.back()), {"*", "&", ">", ",", "="});
    if ((word && (afterWord || afterMark)) || token.text == "=") text += ' ';
    text += token.text;
  }
  return text;
}

// Texts between commas that stand in no further brackets.
std::vector<std::string> parametersIn(const std::vector<Token>& all, size_t begin, size_t end) {
  std::vector<std::string> parameters;
  int depth = 0;
  size_t first = begin;
  for (size_t i = begin; i <= end; ++i) {
    if (i < end && isOneOf(all[i].text, {"(", "<", "[", "{"})) ++depth;
    if (i < end && isOneOf(all[i].text, {")", ">", "]", "}"})) --depth;
    if (i < end && (depth > 0 || all[i].text != ",")) continue;
    const std::string text = joinedText(all, first, i);
    if (!text.empty() && text != "void") parameters.push_back(text);
    first = i + 1;
  }
  return parameters;
}

// From a __global__ on: the index of the function's name, which stands before "(" and is no
// attribute.
size_t nameIndex(const std::vector<Token>& all, size_t from) {
  for (size_t i = from; i + 1 < all.size(); ++i) {
    if (isOneOf(all[i].text, {";", "{", "}"})) break;
    if (!isIdentifier(all[i])) continue;
    if (all[i + 1].text == "<") i = closed(all, i + 1, "<", ">") - 1;
    if (i + 1 >= all.size() || all[i + 1].text != "(" || !isIdentifier(all[i])) continue;
    const bool attribute =
        all[i].text.starts_with("__") || isOneOf(all[i].text, {"alignas", "decltype"});
    if (!attribute) return i;
    i = closed(all, i + 1, "(", ")") - 1;
  }
  return all.size();
}

bool isKnown(const std::vector<KernelDeclaration>& kernels, const KernelDeclaration& one) {
  return std::any_of(kernels.begin(), kernels.end(), [&](const KernelDeclaration& other) {
    return other.name == one.name && other.parameters.size() == one.parameters.size();
  });
}

}  // namespace

std::vector<KernelDeclaration> kernelsIn(std::string_view source) {
  const std::vector<Token> all = tokens(source);
  std::vector<KernelDeclaration> kernels;
  bool inTemplate = false;
  for (size_t i = 0; i < all.size(); ++i) {
    if (isOneOf(all[i].text, {";", "{", "}"})) inTemplate = false;
    if (all[i].text == "template" && i + 1 < all.size() && all[i + 1].text == "<") {
      inTemplate = true;
      i = closed(all, i + 1, "<", ">") - 1;
      continue;
    }
    if (!isIdentifier(all[i]) || all[i].text != "__global__") continue;
    const size_t name = nameIndex(all, i + 1);
    if (name == all.size()) continue;
    const size_t end = closed(all, name + 1, "(", ")");
    KernelDeclaration kernel{all[name].text, all[name].line, inTemplate, {}};
    kernel.parameters = parametersIn(all, name + 2, std::max(end, name + 3) - 1);
    if (!isKnown(kernels, kernel)) kernels.push_back(std::move(kernel));
    i = end - 1;
  }
  return kernels;
}

}  // namespace kw
