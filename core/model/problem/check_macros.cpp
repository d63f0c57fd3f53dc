// SPDX-License-Identifier: GPL-3.0-or-later
// Macros and other names that a text uses.
#include <algorithm>
#include <array>
#include <set>

#include "model/kernel/source_scan.h"
#include "model/problem/check_kernels.h"
#include "model/space/names.h"

namespace kw {

namespace {

bool isTextureName(std::string_view name) {
  static constexpr std::array<std::string_view, 15> names{
      "cudaTextureObject_t",
      "cudaSurfaceObject_t",
      "tex1D",
      "tex1Dfetch",
      "tex2D",
      "tex2Dgather",
      "tex2DLod",
      "tex3D",
      "texCubemap",
      "tex1DLayered",
      "tex2DLayered",
      "surf1Dread",
      "surf2Dread",
      "surf2Dwrite",
      "surf3Dread",
  };
  return std::find(names.begin(), names.end(), name) != names.end();
}

// Names that `compile` defines: "NAME" or "NAME=value".
std::set<std::string> definedBy(const CompileOptions& options) {
  std::set<std::string> names;
  for (const std::string& define : options.defines)
    names.insert(define.substr(0, define.find('=')));
  return names;
}

void collectNames(const std::vector<expression::Expression>& expressions,
                  std::set<std::string>& names) {
  for (const expression::Expression& expression : expressions)
    names.insert(expression.names().begin(), expression.names().end());
}

// Every name that decides what a launch of the template does.
std::set<std::string> namesOutsideText(const Problem& problem) {
  std::set<std::string> names;
  for (const Launch& launch : launchesOf(problem, true)) {
    names.merge(identifiersIn(launch.function));
    collectNames(launch.grid, names);
    collectNames(launch.block, names);
    collectNames(launch.cluster, names);
    collectNames({launch.sharedMemory}, names);
  }
  for (const auto& [argument, elements] : problem.space->workspace)
    collectNames({elements}, names);
  for (const std::string& option : problem.compile.options)
    names.merge(identifiersIn(option));
  for (const std::string& define : problem.compile.defines)
    names.merge(identifiersIn(define));
  return names;
}

// What stands between the quotes of a string literal, whatever its prefix.
std::string contentOf(const std::string& literal) {
  const size_t open = literal.find('"');
  const size_t close = literal.rfind('"');
  if (open == std::string::npos || close <= open) return literal;
  return literal.substr(open + 1, close - open - 1);
}

}  // namespace

void refuseTextures(const KernelText& text, json::Faults& faults) {
  std::set<std::string> refused;
  for (const Token& token : tokens(text.text)) {
    if (token.kind != Token::Kind::identifier || !isTextureName(token.text)) continue;
    if (!refused.insert(token.text).second) continue;
    faults.add(Error{ErrorKind::badInput,
                     "\"" + token.text + "\": textures and surfaces are not supported",
                     Place{text.shownFile, token.line, token.column, {}},
                     "pass the data as a buffer and read it with ordinary loads"});
  }
}

void refuseFileReads(const KernelText& text, json::Faults& faults) {
  std::vector<std::string> all{text.text};
  all.insert(all.end(), text.included.begin(), text.included.end());
  for (const std::string& one : all) {
    std::string joined;  // neighbouring strings are one to the compiler
    for (const Token& token : tokens(one)) {
      if (token.kind != Token::Kind::string && token.kind != Token::Kind::directive) {
        joined.clear();
        continue;
      }
      joined += token.kind == Token::Kind::string ? contentOf(token.text) : token.text;
      if (joined.find(".incbin") == std::string::npos) continue;
      faults.add(Error{ErrorKind::badInput,
                       "\".incbin\": a kernel may not read files through the assembler",
                       &one == &all.front() ? Place{text.shownFile, token.line, token.column, {}}
                                            : Place{text.shownFile, 0, 0, {}},
                       "pass the data as an argument"});
      return;
    }
  }
}

void checkMacros(const KernelText& text, const Problem& problem, json::Faults& faults) {
  std::string all;
  for (const std::string& included : text.included)
    all += included + "\n";
  std::set<std::string> missing;
  for (const MacroUse& use : undefinedMacros(all + text.text))
    missing.insert(use.name);
  const std::set<std::string> defined = definedBy(problem.compile);
  std::vector<std::string> parameters;
  for (const Parameter& parameter : problem.space->parameters)
    parameters.push_back(parameter.name);
  for (const MacroUse& use : undefinedMacros(text.text)) {
    const bool isParameter = problem.space->find(use.name) != nullptr;
    if (isParameter || defined.contains(use.name) || !missing.contains(use.name)) continue;
    const std::string near = suggestion(use.name, parameters);
    faults.add(Error{
        ErrorKind::badInput,
        "the macro " + use.name + " is used, but neither the template nor the space defines it",
        Place{text.shownFile, use.line, 0, {}},
        near.empty() ? "add it to the parameters in " + problem.spaceFile : near});
  }
}

std::vector<std::string> unusedParameters(const KernelText& text, const Problem& problem) {
  std::set<std::string> used = identifiersIn(text.text);
  for (const std::string& included : text.included)
    used.merge(identifiersIn(included));
  used.merge(namesOutsideText(problem));
  std::vector<std::string> unused;
  for (const Parameter& parameter : problem.space->parameters)
    if (!used.contains(parameter.name)) unused.push_back(parameter.name);
  return unused;
}

}  // namespace kw
