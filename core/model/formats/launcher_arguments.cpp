// SPDX-License-Identifier: GPL-3.0-or-later
// What a launcher does before its launches: checks, and the arguments of the kernels.
#include "model/formats/cuda_types.h"
#include "model/formats/launcher_terms.h"

namespace kw {

namespace {

std::string castTo(ElementType type, const std::string& value) {
  return "static_cast<" + std::string(cudaTypeName(type)) + ">(" + value + ")";
}

Result<std::string> structBytes(LauncherTerms& terms, const Argument& argument) {
  const std::string name = "kw_" + argument.name;
  std::string text = "  alignas(16) unsigned char " + name + "[" +
                     std::to_string(argument.structSize) + "] = {};\n";
  for (const StructField& field : argument.fields) {
    KW_ASSIGN(const std::string value, terms.number(field.value, cppType(field.type)));
    text += "  put(" + name + ", " + std::to_string(field.offset) + ", " +
            castTo(field.type, value) + ");  // " + field.name + "\n";
  }
  return text;
}

Result<std::string> valueArgument(LauncherTerms& terms, const Argument& argument) {
  std::string value = argument.name;
  if (!isChosen(argument)) {
    KW_ASSIGN(value, terms.number(argument.value, cppType(argument.type)));
  }
  return "  " + std::string(cudaTypeName(argument.type)) + " kw_" + argument.name + " = " +
         castTo(argument.type, value) + ";\n";
}

std::string sizeArgument(const Argument& argument) {
  return "  " + std::string(cudaTypeName(argument.type)) + " kw_" + argument.name +
         " = 0;\n  if (!fits(" + argument.name + ", &kw_" + argument.name +
         ")) return cudaErrorInvalidValue;\n";
}

}  // namespace

std::string forwarded(const Problem& problem) {
  std::vector<std::string> names;
  for (const Argument& argument : problem.arguments)
    if (argument.isBuffer() && !isWorkspace(argument)) names.push_back(argument.name);
  names.insert(names.end(), problem.sizeNames.begin(), problem.sizeNames.end());
  if (needsWorkspace(problem)) names.insert(names.end(), {"workspace", "workspaceBytes"});
  for (const Argument& argument : problem.arguments)
    if (isChosen(argument)) names.push_back(argument.name);
  names.push_back("stream");
  return joined(names);
}

Result<std::string> sizeChecks(LauncherTerms& terms) {
  std::string text;
  for (const std::string& size : terms.problem.sizeNames)
    text += (text.empty() ? "" : " || ") + size + " < 0";
  return text.empty() ? text : "  if (" + text + ") return cudaErrorInvalidValue;\n";
}

Result<std::string> requirementChecks(LauncherTerms& terms) {
  if (!terms.plan.isTemplate || !terms.problem.space) return std::string();
  const std::string otherwise = terms.plan.fallback.empty()
                                    ? "cudaErrorNotSupported"
                                    : terms.plan.fallback + "(" + forwarded(terms.problem) + ")";
  std::string text;
  for (const expression::Expression& requirement : terms.problem.space->requirements) {
    KW_ASSIGN(const std::string condition, terms.number(requirement, CppType::boolean));
    text += "  if (!(" + condition + ")) return " + otherwise + ";\n";
  }
  return text;
}

Result<std::string> pointerChecks(LauncherTerms& terms) {
  std::string text;
  for (const Argument& argument : terms.problem.arguments) {
    if (!argument.isBuffer() || isWorkspace(argument)) continue;
    KW_ASSIGN(const std::string elements, terms.extent(argument));
    KW_ASSIGN(const std::string before, terms.bytesBefore(argument));
    text += "  if (!" + argument.name + " && " + elements +
            " > 0) return cudaErrorInvalidValue;\n  if (misaligned(" + argument.name + ", " +
            before + ", " + std::to_string(argument.alignment) +
            ")) return cudaErrorMisalignedAddress;\n";
  }
  return text;
}

Result<std::string> workspacePointers(LauncherTerms& terms) {
  if (!needsWorkspace(terms.problem)) return std::string();
  std::string text =
      "  Workspace layout;\n" +
      failing("layOut(" + joined(terms.problem.sizeNames) + ", &layout)") +
      "  if (workspaceBytes < static_cast<size_t>(layout.bytes)) return cudaErrorInvalidValue;\n"
      "  if (misaligned(workspace, 0, 256)) return cudaErrorMisalignedAddress;\n";
  for (const Argument& argument : terms.problem.arguments) {
    if (!isWorkspace(argument)) continue;
    KW_ASSIGN(const std::string before, terms.bytesBefore(argument));
    text += "  unsigned char* kw_" + argument.name +
            " = static_cast<unsigned char*>(workspace) + layout." + argument.name +
            (before == "0" ? "" : " + " + before) + ";\n";
  }
  return text;
}

Result<std::string> scalarArguments(LauncherTerms& terms) {
  std::string text;
  for (const Argument& argument : terms.problem.arguments) {
    if (argument.role == Role::tensorMap)
      return failInput("an exported launcher cannot make the tensor map " + argument.name, {},
                       "a problem without tensor maps can be exported");
    if (argument.role == Role::size) text += sizeArgument(argument);
    if (argument.role == Role::value) {
      KW_ASSIGN(const std::string value, valueArgument(terms, argument));
      text += value;
    }
    if (argument.role == Role::structure) {
      KW_ASSIGN(const std::string bytes, structBytes(terms, argument));
      text += bytes;
    }
  }
  return text;
}

// What the runner sets before each launch, the launcher sets too.
Result<std::string> initialValues(LauncherTerms& terms) {
  std::string text;
  for (const Argument& declared : terms.problem.arguments) {
    if (!declared.isBuffer() || !declared.initial) continue;
    const Argument argument = argumentFor(terms.problem, declared, terms.plan.isTemplate);
    KW_ASSIGN(const std::string value, terms.number(*argument.initial, cppType(argument.type)));
    KW_ASSIGN(const std::string elements, terms.extent(argument));
    KW_ASSIGN(const std::string before, terms.bytesBefore(argument));
    text += failing("fill(" + pointerName(argument) + ", " + before + ", " +
                    castTo(argument.type, value) + ", " + elements + ", stream)");
  }
  return text;
}

}  // namespace kw
