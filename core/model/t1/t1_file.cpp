// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/t1/t1_file.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include "base/files/files.h"
#include "base/json/reader.h"
#include "base/json/text.h"
#include "model/space/expression_fields.h"
#include "model/space/names.h"
#include "model/t1/value_list.h"

namespace kw {

namespace {

// A text as it is, numbers as JSON, nothing for null.
std::string textOf(const json::Value& value) {
  if (value.isNull()) return {};
  return value.isString() ? value.asString() : json::writeLine(value);
}

std::vector<std::string> textsOf(const json::Value& value) {
  if (value.isNull()) return {};
  if (!value.isArray()) return {textOf(value)};
  std::vector<std::string> texts;
  for (const json::Value& item : value.asArray())
    texts.push_back(textOf(item));
  return texts;
}

// The value as its parameter's type has it, or nothing where it cannot be of it.
std::optional<ParameterValue> ofType(const ParameterValue& value, const std::string& type) {
  const bool isText = std::holds_alternative<std::string>(value);
  if (type == "string") return isText ? std::optional(value) : std::nullopt;
  const bool isKnown = type == "int" || type == "uint" || type == "float" || type == "bool";
  if (!isKnown) return value;  // a type of a later version, or none
  if (isText) return std::nullopt;
  const int64_t* integer = std::get_if<int64_t>(&value);
  const double* real = std::get_if<double>(&value);
  if (type == "float") {
    if (integer) return static_cast<double>(*integer);
    return real ? std::optional(value) : std::nullopt;
  }
  if (type == "bool") {
    if (integer && (*integer == 0 || *integer == 1)) return *integer == 1;
    return std::holds_alternative<bool>(value) ? std::optional(value) : std::nullopt;
  }
  constexpr double exactBelow = 0x1p53;
  if (real && std::trunc(*real) == *real && std::fabs(*real) < exactBelow)
    return ofType(static_cast<int64_t>(*real), type);
  if (!integer || (type == "uint" && *integer < 0)) return std::nullopt;
  return value;
}

class T1Reader {
 public:
  T1Reader(const json::Value& root, json::Faults& faults) : m_root(root), m_faults(faults) {}

  T1Problem read() {
    const json::Value& space = m_root["ConfigurationSpace"];
    const json::Array& parameters = space["TuningParameters"].asArray();
    if (parameters.empty())
      m_faults.add(space, "ConfigurationSpace.TuningParameters",
                   "expected at least one parameter, found none");
    for (size_t i = 0; i < parameters.size(); ++i)
      readParameter(parameters[i], elementPath("ConfigurationSpace.TuningParameters", i));
    if (m_problem.defaults.size() != parameters.size()) m_problem.defaults.clear();
    const json::Array& conditions = space["Conditions"].asArray();
    for (size_t i = 0; i < conditions.size(); ++i)
      readCondition(conditions[i], elementPath("ConfigurationSpace.Conditions", i));
    readKernel(m_root["KernelSpecification"]);
    const std::string benchmark = textOf(m_root["General"]["BenchmarkName"]);
    m_problem.name = benchmark.empty() ? m_problem.kernelName : benchmark;
    return std::move(m_problem);
  }

 private:
  void readParameter(const json::Value& at, const std::string& path) {
    json::ObjectReader reader(at, path, m_faults);
    Parameter parameter;
    parameter.name = reader.string("Name");
    const std::string type = reader.optionalString("Type");
    const bool isName = isIdentifier(parameter.name) && !isReservedName(parameter.name);
    if (!parameter.name.empty() && !isName)
      reader.fault("Name", "\"" + parameter.name + "\" cannot be the name of a parameter",
                   "conditions name it: use letters, digits and '_', and no word of theirs");
    if (m_problem.space.find(parameter.name))
      reader.fault("Name", "the parameter \"" + parameter.name + "\" is given twice");
    for (const ParameterValue& value : valuesOf(reader))
      addValue(reader, type, value, parameter);
    if (const json::Value* usual = reader.raw("Default")) readDefault(*usual, type);
    m_problem.space.parameters.push_back(std::move(parameter));
  }

  // Values are a text in Python, or an array.
  std::vector<ParameterValue> valuesOf(json::ObjectReader& reader) {
    const json::Value* values = reader.required("Values");
    if (!values) return {};
    const std::string text = values->isArray() ? json::writeLine(*values) : values->asString();
    if (!values->isArray() && !values->isString()) {
      reader.fault("Values", "expected a text such as \"[1, 2, 4]\", found " +
                                 std::string(values->kindName()));
      return {};
    }
    auto read = readValueList(text);
    if (!read)
      reader.fault("Values", read.error().message, read.error().advice);
    else if (read->empty())
      reader.fault("Values", "the parameter has no value");
    return read ? *std::move(read) : std::vector<ParameterValue>();
  }

  void addValue(json::ObjectReader& reader, const std::string& type, const ParameterValue& value,
                Parameter& parameter) {
    auto typed = ofType(value, type);
    if (!typed)
      return reader.fault("Values", "the value " + expression::toText(value) + " is no " + type +
                                        ", which is the parameter's type");
    const auto isSame = [&](const ParameterValue& one) { return expression::equal(one, *typed); };
    if (std::ranges::none_of(parameter.values, isSame))
      parameter.values.push_back(*std::move(typed));
    else
      m_problem.notes.push_back("the value " + expression::toText(value) + " of \"" +
                                parameter.name + "\" is given twice; it counts once");
  }

  void readDefault(const json::Value& usual, const std::string& type) {
    std::optional<ParameterValue> value;
    if (usual.isInteger()) value = usual.asInteger();
    if (usual.isReal()) value = usual.asReal();
    if (usual.isBool()) value = usual.asBool();
    if (usual.isString()) value = usual.asString();
    if (value) value = ofType(*value, type);
    if (value) m_problem.defaults.push_back(*std::move(value));
  }

  void readCondition(const json::Value& at, const std::string& path) {
    const json::Value& text = at["Expression"];
    const std::string place = path + ".Expression";
    if (!text.isString())
      return m_faults.add(
          at, path, "expected \"Expression\" with a text, found " + std::string(text.kindName()));
    auto parsed = expression::Expression::parse(text.asString());
    if (!parsed) return m_faults.add(text, place, parsed.error().message, parsed.error().advice);
    NameScope scope;
    for (const Parameter& parameter : m_problem.space.parameters)
      scope.names.push_back(parameter.name);
    checkNames(*parsed, scope, text, place, m_faults);
    m_problem.space.constraints.push_back(*std::move(parsed));
  }

  void readKernel(const json::Value& kernel) {
    m_problem.language = textOf(kernel["Language"]);
    m_problem.kernelName = textOf(kernel["KernelName"]);
    m_problem.kernelFile = textOf(kernel["KernelFile"]);
    m_problem.compilerOptions = textsOf(kernel["CompilerOptions"]);
    m_problem.globalSizeType = textOf(kernel["GlobalSizeType"]);
    m_problem.problemSize = textsOf(kernel["ProblemSize"]);
    m_problem.sharedMemory = textOf(kernel["SharedMemory"]);
    constexpr std::array axes{"X", "Y", "Z"};
    for (size_t axis = 0; axis < axes.size(); ++axis) {
      m_problem.globalSize[axis] = textOf(kernel["GlobalSize"][axes[axis]]);
      m_problem.localSize[axis] = textOf(kernel["LocalSize"][axes[axis]]);
      m_problem.gridDivisors[axis] = textsOf(kernel[std::string("GridDiv") + axes[axis]]);
    }
    const json::Array& arguments = kernel["Arguments"].asArray();
    for (size_t i = 0; i < arguments.size(); ++i)
      readArgument(arguments[i], elementPath("KernelSpecification.Arguments", i));
  }

  void readArgument(const json::Value& at, const std::string& path) {
    json::ObjectReader reader(at, path, m_faults);
    T1Argument argument;
    argument.name = reader.string("Name");
    argument.type = reader.string("Type");
    argument.memoryType = textOf(at["MemoryType"]);
    argument.accessType = textOf(at["AccessType"]);
    argument.fillType = textOf(at["FillType"]);
    argument.fillValue = textOf(at[at.find("DataSource") ? "DataSource" : "FillValue"]);
    argument.size = textOf(at["Size"]);
    argument.isOutput = at["Output"].asInteger() != 0 || at["Output"].asBool();
    m_problem.arguments.push_back(std::move(argument));
  }

  const json::Value& m_root;
  json::Faults& m_faults;
  T1Problem m_problem;
};

}  // namespace

bool isT1(std::string_view text) {
  if (text.find("\"ConfigurationSpace\"") == std::string_view::npos) return false;
  const auto root = json::parse(text);
  return root && root->find("ConfigurationSpace");
}

Result<T1Problem> readT1Text(std::string_view text, const std::string& fileName) {
  KW_ASSIGN(const json::Value root, json::parse(text, fileName));
  if (!root.find("ConfigurationSpace"))
    return failInput("this is no T1 file: it has no \"ConfigurationSpace\"",
                     Place{fileName, root.line(), root.column(), {}});
  json::Faults faults(fileName);
  T1Problem problem = T1Reader(root, faults).read();
  if (!faults.empty()) return fail(faults.take());
  return problem;
}

Result<T1Problem> readT1(const std::filesystem::path& path) {
  KW_ASSIGN(const std::string text, files::readText(path));
  return readT1Text(text, path.string());
}

}  // namespace kw
