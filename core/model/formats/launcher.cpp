// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/launcher.h"

#include <set>
#include <vector>

#include "model/formats/cpp_expression.h"
#include "model/formats/cuda_types.h"
#include "model/kernel/source_scan.h"

namespace kw {

namespace {

using expression::Expression;

std::string joined(const std::vector<std::string>& parts) {
  std::string text;
  for (const std::string& part : parts)
    text += (text.empty() ? "" : ", ") + part;
  return text;
}

bool isWorkspace(const Argument& argument) {
  return argument.role == Role::workspace;
}

// Values that a caller may choose; those that depend on sizes are worked out by the launcher.
bool isChosen(const Argument& argument) {
  return argument.role == Role::value && argument.value.isConstant();
}

// What callers pass for a value: small floats as float.
std::string_view valueType(ElementType type) {
  return isFloatingPoint(type) && type != ElementType::float64 ? "float" : cudaTypeName(type);
}

std::string bufferParameter(const Argument& argument) {
  return std::string(argument.role == Role::input ? "const " : "") +
         std::string(cudaTypeName(argument.type)) + "* " + argument.name;
}

std::vector<std::string> sizeParameters(const Problem& problem) {
  std::vector<std::string> parameters;
  for (const std::string& size : problem.sizeNames)
    parameters.push_back("int64_t " + size);
  return parameters;
}

class Definitions {
 public:
  explicit Definitions(const LauncherPlan& plan)
      : m_plan(plan),
        m_problem(*plan.problem),
        m_names{plan.problem->sizeNames, plan.configuration} {}

  Result<std::string> workspaceFunction();
  Result<std::string> launchFunction();

 private:
  Result<std::string> integer(const Expression& expression) {
    return toCpp(expression, CppType::integer, m_names, m_limits);
  }
  Result<std::string> limitVariables() const;
  Result<std::string> extent(const Argument& argument);
  Result<std::string> layoutFunction();
  Result<std::string> sizeChecks();
  Result<std::string> requirements();
  Result<std::string> pointerChecks();
  Result<std::string> workspacePointers();
  Result<std::string> scalarArguments();
  Result<std::string> structArgument(const Argument& argument);
  Result<std::string> initialValues();
  Result<std::string> launch(const Launch& launch);
  Result<std::string> shape(const std::string& member, const std::vector<Expression>& expressions);
  std::string forwarded() const;
  std::string address(const std::string& argument) const;

  const LauncherPlan& m_plan;
  const Problem& m_problem;
  CppNames m_names;
  std::set<std::string> m_limits;  // used so far
};

// One variable for each device limit that was used.
Result<std::string> Definitions::limitVariables() const {
  std::string text;
  for (const std::string& limit : m_limits) {
    const std::string name = "device_" + limit;
    const auto attribute = cudaAttribute(limit);
    if (!attribute && limit != "compute_capability")
      return failInput("an exported launcher cannot ask for device." + limit);
    text += "  int64_t " + name + " = 0;\n  if (const cudaError_t error = ";
    text += attribute ? "attribute(" + std::string(*attribute) + ", &" + name + ")"
                      : "computeCapability(&" + name + ")";
    text += ") return error;\n";
  }
  return text;
}

// Elements a buffer holds, the offset included: as in layoutOf(), but for sizes known at run time
// only.
Result<std::string> Definitions::extent(const Argument& argument) {
  std::vector<std::string> shape, strides;
  for (const Expression& size : argument.shape) {
    KW_ASSIGN(std::string text, integer(size));
    shape.push_back(std::move(text));
  }
  for (const Expression& stride : argument.strides) {
    KW_ASSIGN(std::string text, integer(stride));
    strides.push_back(std::move(text));
  }
  KW_ASSIGN(const std::string offset, integer(argument.offset));
  return "extent({" + joined(shape) + "}, {" + joined(strides) + "}, " + offset + ")";
}

// Where each workspace begins in the one block that the caller provides.
Result<std::string> Definitions::layoutFunction() {
  std::string members, places;
  for (const Argument& declared : m_problem.arguments) {
    if (!isWorkspace(declared)) continue;
    const Argument argument = argumentFor(m_problem, declared, m_plan.isTemplate);
    KW_ASSIGN(const std::string elements, extent(argument));
    members += "  int64_t " + argument.name + " = 0;\n";
    places += "  workspace->" + argument.name +
              " = workspace->bytes;\n  workspace->bytes += roundUp(" + elements + " * " +
              std::to_string(sizeOf(argument.type)) + ", 256);\n";
  }
  KW_ASSIGN(const std::string limits, limitVariables());
  std::string text =
      "namespace {\n\n// Offsets of the workspaces in bytes, and all bytes together.\nstruct "
      "Workspace {\n" +
      members + "  int64_t bytes = 0;\n};\n\ncudaError_t layOut(" +
      joined(sizeParameters(m_problem)) + ", Workspace* workspace) {\n  using namespace " +
      m_plan.space + ";\n" + limits + places;
  for (const std::string& size : m_problem.sizeNames)
    text += "  static_cast<void>(" + size + ");\n";
  return text + "  return cudaSuccess;\n}\n\n}  // namespace\n\n";
}

Result<std::string> Definitions::workspaceFunction() {
  KW_ASSIGN(std::string text, layoutFunction());
  m_limits.clear();
  text += workspaceDeclaration(m_plan) +
          " {\n  Workspace layout;\n  if (const cudaError_t error = layOut(" +
          joined(m_problem.sizeNames) +
          ", &layout)) return error;\n  *bytes = static_cast<size_t>(layout.bytes);\n";
  if (!m_plan.fallback.empty())
    text += "  size_t other = 0;\n  if (const cudaError_t error = " + m_plan.fallback +
            "_workspace_bytes(" + joined(m_problem.sizeNames) +
            ", &other)) return error;\n  if (other > *bytes) *bytes = other;\n";
  return text + "  return cudaSuccess;\n}\n\n";
}

Result<std::string> Definitions::sizeChecks() {
  std::string text;
  for (const std::string& size : m_problem.sizeNames)
    text += (text.empty() ? "" : " || ") + size + " < 0";
  return text.empty() ? text : "  if (" + text + ") return cudaErrorInvalidValue;\n";
}

std::string Definitions::forwarded() const {
  std::vector<std::string> names;
  for (const Argument& argument : m_problem.arguments)
    if (argument.isBuffer() && !isWorkspace(argument)) names.push_back(argument.name);
  names.insert(names.end(), m_problem.sizeNames.begin(), m_problem.sizeNames.end());
  if (needsWorkspace(m_problem)) names.insert(names.end(), {"workspace", "workspaceBytes"});
  for (const Argument& argument : m_problem.arguments)
    if (isChosen(argument)) names.push_back(argument.name);
  names.push_back("stream");
  return joined(names);
}

Result<std::string> Definitions::requirements() {
  if (!m_plan.isTemplate || !m_problem.space) return std::string();
  std::string text;
  for (const Expression& requirement : m_problem.space->requirements) {
    KW_ASSIGN(const std::string condition, toCpp(requirement, CppType::boolean, m_names, m_limits));
    const std::string otherwise = m_plan.fallback.empty()
                                      ? "cudaErrorNotSupported"
                                      : m_plan.fallback + "(" + forwarded() + ")";
    text += "  if (!" + condition + ") return " + otherwise + ";\n";
  }
  return text;
}

Result<std::string> Definitions::pointerChecks() {
  std::string text;
  for (const Argument& argument : m_problem.arguments) {
    if (!argument.isBuffer() || isWorkspace(argument)) continue;
    KW_ASSIGN(const std::string elements, extent(argument));
    KW_ASSIGN(const std::string offset, integer(argument.offset));
    text += "  if (!" + argument.name + " && " + elements +
            " > 0) return cudaErrorInvalidValue;\n  if (misaligned(" + argument.name + ", " +
            offset + " * " + std::to_string(sizeOf(argument.type)) + ", " +
            std::to_string(argument.alignment) + ")) return cudaErrorMisalignedAddress;\n";
  }
  return text;
}

Result<std::string> Definitions::workspacePointers() {
  if (!needsWorkspace(m_problem)) return std::string();
  std::string text =
      "  Workspace layout;\n  if (const cudaError_t error = layOut(" + joined(m_problem.sizeNames) +
      ", &layout)) return error;\n"
      "  if (workspaceBytes < static_cast<size_t>(layout.bytes)) return cudaErrorInvalidValue;\n"
      "  if (misaligned(workspace, 0, 256)) return cudaErrorMisalignedAddress;\n";
  for (const Argument& argument : m_problem.arguments) {
    if (!isWorkspace(argument)) continue;
    KW_ASSIGN(const std::string offset, integer(argument.offset));
    text += "  unsigned char* kw_" + argument.name +
            " = static_cast<unsigned char*>(workspace) + layout." + argument.name + " + " + offset +
            " * " + std::to_string(sizeOf(argument.type)) + ";\n";
  }
  return text;
}

Result<std::string> Definitions::structArgument(const Argument& argument) {
  const std::string name = "kw_" + argument.name;
  std::string text = "  alignas(16) unsigned char " + name + "[" +
                     std::to_string(argument.structSize) + "] = {};\n";
  for (const StructField& field : argument.fields) {
    const CppType type = isFloatingPoint(field.type) ? CppType::real : CppType::integer;
    KW_ASSIGN(const std::string value, toCpp(field.value, type, m_names, m_limits));
    text += "  put(" + name + ", " + std::to_string(field.offset) + ", static_cast<" +
            std::string(cudaTypeName(field.type)) + ">(" + value + "));  // " + field.name + "\n";
  }
  return text;
}

Result<std::string> Definitions::scalarArguments() {
  std::string text;
  for (const Argument& argument : m_problem.arguments) {
    const std::string type(cudaTypeName(argument.type)), name = "kw_" + argument.name;
    if (argument.role == Role::size) {
      text += "  " + type + " " + name + " = 0;\n  if (!fits(" + argument.name + ", &" + name +
              ")) return cudaErrorInvalidValue;\n";
    } else if (argument.role == Role::value) {
      std::string value = argument.name;
      if (!isChosen(argument)) {
        const CppType wanted = isFloatingPoint(argument.type) ? CppType::real : CppType::integer;
        KW_ASSIGN(value, toCpp(argument.value, wanted, m_names, m_limits));
      }
      text += "  " + type + " " + name + " = static_cast<" + type + ">(" + value + ");\n";
    } else if (argument.role == Role::structure) {
      KW_ASSIGN(const std::string bytes, structArgument(argument));
      text += bytes;
    } else if (argument.role == Role::tensorMap) {
      return failInput("an exported launcher cannot make the tensor map " + argument.name, {},
                       "the .cu of the kernel alone is in the session's template");
    }
  }
  return text;
}

// What the runner sets before each launch, the launcher sets too.
Result<std::string> Definitions::initialValues() {
  std::string text;
  for (const Argument& declared : m_problem.arguments) {
    if (!declared.isBuffer() || !declared.initial) continue;
    const Argument argument = argumentFor(m_problem, declared, m_plan.isTemplate);
    const CppType type = isFloatingPoint(argument.type) ? CppType::real : CppType::integer;
    KW_ASSIGN(const std::string value, toCpp(*argument.initial, type, m_names, m_limits));
    KW_ASSIGN(const std::string elements, extent(argument));
    KW_ASSIGN(const std::string offset, integer(argument.offset));
    const std::string first =
        (isWorkspace(argument) ? "reinterpret_cast<" + std::string(cudaTypeName(argument.type)) +
                                     "*>(kw_" + argument.name + ")"
                               : argument.name) +
        " - " + offset;
    text += "  if (const cudaError_t error = fill(" + first + ", static_cast<" +
            std::string(cudaTypeName(argument.type)) + ">(" + value + "), " + elements +
            ", stream)) return error;\n";
  }
  return text;
}

Result<std::string> Definitions::shape(const std::string& member,
                                       const std::vector<Expression>& expressions) {
  std::vector<std::string> sides;
  for (const Expression& side : expressions) {
    KW_ASSIGN(std::string text, integer(side));
    sides.push_back(std::move(text));
  }
  return "    launch." + member + " = {" + joined(sides) + "};\n";
}

std::string Definitions::address(const std::string& name) const {
  const Argument* argument = m_problem.argument(name);
  if (argument && argument->role == Role::structure) return "kw_" + name;
  return argument && argument->isBuffer() && !isWorkspace(*argument) ? "&" + name : "&kw_" + name;
}

Result<std::string> Definitions::launch(const Launch& launch) {
  if (!launch.memset.empty()) {
    const Argument* buffer = m_problem.argument(launch.memset);
    if (!buffer) return failInput("the memset names no argument: " + launch.memset);
    const Argument argument = argumentFor(m_problem, *buffer, m_plan.isTemplate);
    KW_ASSIGN(const std::string elements, extent(argument));
    KW_ASSIGN(const std::string offset, integer(argument.offset));
    const std::string size = std::to_string(sizeOf(argument.type));
    return "  if (const cudaError_t error = clear(" +
           std::string(isWorkspace(argument) ? "kw_" : "") + argument.name + ", " + offset + " * " +
           size + ", " + std::to_string(launch.memsetValue) + ", " + elements + " * " + size +
           ", stream)) return error;\n";
  }
  std::vector<std::pair<std::string, std::string>> macros,
      renamed(m_plan.renamed.begin(), m_plan.renamed.end());
  for (const auto& [name, value] : m_plan.configuration.values())
    macros.emplace_back(name, expression::toPlainText(value));
  const std::string function = replaceIdentifiers(launch.function, macros);
  std::vector<std::string> addresses;
  for (const Argument& argument : m_problem.arguments)
    if (launch.arguments.empty()) addresses.push_back(address(argument.name));
  for (const std::string& name : launch.arguments)
    addresses.push_back(address(name));
  std::string text = "  {\n    Launch launch;\n";
  KW_ASSIGN(const std::string grid, shape("grid", launch.grid));
  KW_ASSIGN(const std::string block, shape("block", launch.block));
  KW_ASSIGN(const std::string shared, integer(launch.sharedMemory));
  text += grid + block + "    launch.sharedBytes = " + shared + ";\n";
  if (const auto found = m_plan.staticShared.find(function);
      found != m_plan.staticShared.end() && found->second > 0)
    text += "    launch.staticSharedBytes = " + std::to_string(found->second) + ";\n";
  if (!launch.cluster.empty()) {
    KW_ASSIGN(const std::string cluster, shape("cluster", launch.cluster));
    text += cluster + "    launch.hasCluster = true;\n";
  }
  if (launch.cooperative) text += "    launch.cooperative = true;\n";
  return text + "    void* arguments[] = {" + joined(addresses) +
         "};\n    if (const cudaError_t error = run(reinterpret_cast<const void*>(&" +
         replaceIdentifiers(function, renamed) +
         "), launch, arguments, stream)) return error;\n  }\n";
}

Result<std::string> Definitions::launchFunction() {
  std::string body;
  using Part = Result<std::string> (Definitions::*)();
  // In this order: what is wrong is said before anything is written.
  for (const Part part : {&Definitions::sizeChecks, &Definitions::requirements,
                          &Definitions::pointerChecks, &Definitions::workspacePointers,
                          &Definitions::scalarArguments, &Definitions::initialValues}) {
    KW_ASSIGN(const std::string text, (this->*part)());
    body += text;
  }
  for (const Launch& one : launchesOf(m_problem, m_plan.isTemplate)) {
    KW_ASSIGN(const std::string text, launch(one));
    body += text;
  }
  KW_ASSIGN(const std::string limits, limitVariables());
  return launcherDeclaration(m_plan, false) + " {\n  using namespace " + m_plan.space + ";\n" +
         limits + body + "  return cudaSuccess;\n}\n";
}

std::string symbolDefinition(const LauncherPlan& plan, const Symbol& symbol) {
  const auto renamed = plan.renamed.find(symbol.name);
  return symbolDeclaration(plan, symbol, false) + " {\n  return cudaMemcpyToSymbolAsync(" +
         (renamed == plan.renamed.end() ? symbol.name : renamed->second) + ", values, count * " +
         std::to_string(sizeOf(symbol.type)) + ", 0, cudaMemcpyDefault, stream);\n}\n\n";
}

}  // namespace

bool needsWorkspace(const Problem& problem) {
  for (const Argument& argument : problem.arguments)
    if (isWorkspace(argument)) return true;
  return false;
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
  for (const Argument& argument : problem.arguments) {
    if (!isChosen(argument)) continue;
    std::string text = std::string(valueType(argument.type)) + " " + argument.name;
    if (const auto value = argument.value.evaluateReal({}); withDefaults && value) {
      std::set<std::string> none;
      const CppType type = isFloatingPoint(argument.type) ? CppType::real : CppType::integer;
      if (const auto literal = toCpp(argument.value, type, {}, none))
        text += " = static_cast<" + std::string(valueType(argument.type)) + ">(" + *literal + ")";
    }
    parameters.push_back(text);
  }
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
  Definitions definitions(plan);
  std::string text;
  if (needsWorkspace(*plan.problem)) {
    KW_ASSIGN(const std::string workspace, definitions.workspaceFunction());
    text += workspace;
  }
  for (const Symbol& symbol : plan.problem->symbols)
    text += symbolDefinition(plan, symbol);
  KW_ASSIGN(const std::string launcher, definitions.launchFunction());
  return text + launcher;
}

}  // namespace kw
