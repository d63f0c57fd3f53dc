// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/launcher.h"

#include <algorithm>
#include <set>
#include <vector>

#include "model/formats/cuda_types.h"
#include "model/formats/launcher_terms.h"

namespace kw {

namespace {

// What callers pass for a value: small floats as float.
std::string valueType(ElementType type) {
  return std::string(isFloatingPoint(type) && type != ElementType::float64 ? "float"
                                                                           : cudaTypeName(type));
}

std::string bufferParameter(const Argument& argument) {
  return std::string(argument.role == Role::input ? "const " : "") +
         std::string(cudaTypeName(argument.type)) + "* " + argument.name;
}

std::string valueParameter(const Argument& argument, bool withDefault) {
  const std::string type = valueType(argument.type);
  std::string text = type + " " + argument.name;
  std::set<std::string> none;
  const auto value = toCpp(argument.value, cppType(argument.type), {}, none);
  if (withDefault && value) text += " = static_cast<" + type + ">(" + *value + ")";
  return text;
}

// Where each workspace begins in the one block that the caller provides.
Result<std::string> layoutFunction(LauncherTerms& terms) {
  std::string members, places, unused;
  for (const Argument& declared : terms.problem.arguments) {
    if (!isWorkspace(declared)) continue;
    const Argument argument = argumentFor(terms.problem, declared, terms.plan.isTemplate);
    KW_ASSIGN(const std::string elements, terms.extent(argument));
    members += "  int64_t " + argument.name + " = 0;\n";
    places += "  workspace->" + argument.name +
              " = workspace->bytes;\n  workspace->bytes += roundUp(" + elements + " * " +
              std::to_string(sizeOf(argument.type)) + ", 256);\n";
  }
  for (const std::string& size : terms.problem.sizeNames)
    unused += "  static_cast<void>(" + size + ");\n";
  KW_ASSIGN(const std::string limits, terms.takeLimits());
  return "namespace {\n\n// Offsets of the workspaces in bytes, and all bytes together.\nstruct "
         "Workspace {\n" +
         members + "  int64_t bytes = 0;\n};\n\ncudaError_t layOut(" +
         joined(sizeParameters(terms.problem)) + ", Workspace* workspace) {\n  using namespace " +
         terms.plan.space + ";\n" + limits + places + unused +
         "  return cudaSuccess;\n}\n\n}  // namespace\n\n";
}

Result<std::string> workspaceFunctions(LauncherTerms& terms) {
  if (!needsWorkspace(terms.problem)) return std::string();
  const std::string sizes = joined(terms.problem.sizeNames);
  KW_ASSIGN(const std::string layout, layoutFunction(terms));
  std::string text = layout + workspaceDeclaration(terms.plan) + " {\n" + variantWorkspaces(terms) +
                     "  Workspace layout;\n" + failing("layOut(" + sizes + ", &layout)") +
                     "  *bytes = static_cast<size_t>(layout.bytes);\n";
  if (!terms.plan.fallback.empty())
    text += "  size_t other = 0;\n" +
            failing(terms.plan.fallback + "_workspace_bytes(" + sizes + ", &other)") +
            "  if (other > *bytes) *bytes = other;\n";
  return text + "  return cudaSuccess;\n}\n\n";
}

std::string symbolFunction(const LauncherPlan& plan, const Symbol& symbol) {
  const auto renamed = plan.renamed.find(symbol.name);
  std::string others;  // each winner has its own copy of the symbol
  for (const LauncherPlan& variant : plan.variants)
    others += failing(variant.function + "_set_" + symbol.name + "(values, count, stream)");
  return symbolDeclaration(plan, symbol, false) + " {\n" + others +
         "  return cudaMemcpyToSymbolAsync(" +
         (renamed == plan.renamed.end() ? symbol.name : renamed->second) + ", values, count * " +
         std::to_string(sizeOf(symbol.type)) + ", 0, cudaMemcpyDefault, stream);\n}\n\n";
}

Result<std::string> launchFunction(LauncherTerms& terms) {
  std::string body;
  for (const auto part : {sizeChecks, variantChoice, requirementChecks, pointerChecks,
                          workspacePointers, scalarArguments, initialValues, launchStatements}) {
    KW_ASSIGN(const std::string text, part(terms));
    body += text;
  }
  KW_ASSIGN(const std::string limits, terms.takeLimits());
  return launcherDeclaration(terms.plan, false) + " {\n  using namespace " + terms.plan.space +
         ";\n" + limits + body + "  return cudaSuccess;\n}\n";
}

}  // namespace

bool needsWorkspace(const Problem& problem) {
  return std::any_of(problem.arguments.begin(), problem.arguments.end(), isWorkspace);
}

bool setsBuffers(const LauncherPlan& plan) {
  const auto& launches = launchesOf(*plan.problem, plan.isTemplate);
  const auto& arguments = plan.problem->arguments;
  return std::any_of(launches.begin(), launches.end(),
                     [](const Launch& launch) { return !launch.memset.empty(); }) ||
         std::any_of(arguments.begin(), arguments.end(),
                     [](const Argument& argument) { return argument.initial.has_value(); });
}

std::string launcherDeclaration(const LauncherPlan& plan, bool withDefaults) {
  const Problem& problem = *plan.problem;
  std::vector<std::string> parameters;
  for (const Argument& argument : problem.arguments)
    if (argument.isBuffer() && !isWorkspace(argument))
      parameters.push_back(bufferParameter(argument));
  for (const std::string& size : sizeParameters(problem))
    parameters.push_back(size);
  if (needsWorkspace(problem))
    parameters.insert(parameters.end(), {"void* workspace", "size_t workspaceBytes"});
  for (const Argument& argument : problem.arguments)
    if (isChosen(argument)) parameters.push_back(valueParameter(argument, withDefaults));
  parameters.push_back(withDefaults ? "cudaStream_t stream = nullptr" : "cudaStream_t stream");
  return "cudaError_t " + plan.function + "(" + joined(parameters) + ")";
}

std::string workspaceDeclaration(const LauncherPlan& plan) {
  std::vector<std::string> parameters = sizeParameters(*plan.problem);
  parameters.push_back("size_t* bytes");
  return "cudaError_t " + plan.function + "_workspace_bytes(" + joined(parameters) + ")";
}

std::string symbolDeclaration(const LauncherPlan& plan, const Symbol& symbol, bool withDefaults) {
  return "cudaError_t " + plan.function + "_set_" + symbol.name + "(const " +
         std::string(cudaTypeName(symbol.type)) + "* values, size_t count, cudaStream_t stream" +
         (withDefaults ? " = nullptr" : "") + ")";
}

Result<std::string> launcherDefinitions(const LauncherPlan& plan) {
  LauncherTerms terms(plan);
  KW_ASSIGN(std::string text, choosingFunctions(terms));
  KW_ASSIGN(const std::string workspace, workspaceFunctions(terms));
  text += workspace;
  for (const Symbol& symbol : plan.problem->symbols)
    text += symbolFunction(plan, symbol);
  KW_ASSIGN(const std::string launcher, launchFunction(terms));
  return text + launcher;
}

}  // namespace kw
