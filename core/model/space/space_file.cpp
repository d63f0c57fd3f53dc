// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/space/space_file.h"

#include <algorithm>
#include <cmath>
#include <unordered_set>

#include "base/json/text.h"
#include "model/space/expression_fields.h"
#include "model/space/launch_names.h"

namespace kw {

namespace {

constexpr const char* formatName = "kernelwright-space/1";
// Value indices are 16 bits wide; the number of parameters bounds the depth of the search.
constexpr size_t mostValues = 65535;
constexpr size_t mostParameters = 1000;

std::optional<ParameterValue> parameterValue(const json::Value& value) {
  if (value.isInteger()) return value.asInteger();
  if (value.isReal() && std::isfinite(value.asReal())) return value.asReal();
  if (value.isString()) return value.asString();
  if (value.isBool()) return value.asBool();
  return std::nullopt;
}

bool hasControlCharacter(const ParameterValue& value) {
  const auto* text = std::get_if<std::string>(&value);
  return text && std::ranges::any_of(*text, [](unsigned char c) { return c < 0x20 || c == 0x7f; });
}

// Tells whether a parameter has a value already: one that is equal as a number, or the same text
// once it stands in the template.
class SeenValues {
 public:
  bool add(const ParameterValue& value) {
    const bool newText = m_keys.insert(expression::toPlainText(value)).second;
    const std::optional<std::string> number = numberKey(value);
    const bool newNumber = !number || m_keys.insert(*number).second;
    return newText && newNumber;
  }

 private:
  // "#2" for 2 and 2.0, "#1" for true. No text of a value in a template begins like this.
  static std::optional<std::string> numberKey(const ParameterValue& value) {
    if (std::holds_alternative<std::string>(value)) return std::nullopt;
    const auto* real = std::get_if<double>(&value);
    if (!real) return "#" + expression::toPlainText(value);
    const bool isWhole = std::trunc(*real) == *real && std::fabs(*real) < 0x1p62;
    return "#" +
           (isWhole ? std::to_string(static_cast<int64_t>(*real)) : expression::toPlainText(value));
  }

  std::unordered_set<std::string> m_keys;
};

class SpaceReader {
 public:
  SpaceReader(const json::Value& root, const std::vector<std::string>& sizeNames,
              json::Faults& faults)
      : m_root(root), m_sizeNames(sizeNames), m_faults(faults) {}

  Space read() {
    json::ObjectReader reader(m_root, "", m_faults);
    reader.oneOf("format", {formatName});
    readParameters(reader);
    m_space.constraints = readConditions(reader, "constraints", constraintScope());
    m_space.requirements = readConditions(reader, "requires", launchScope());
    readLaunches(reader);
    readWorkspace(reader);
    reader.finish();
    return std::move(m_space);
  }

 private:
  NameScope constraintScope() const {
    NameScope scope{{}, true, false};
    for (const Parameter& parameter : m_space.parameters)
      scope.names.push_back(parameter.name);
    return scope;
  }

  NameScope launchScope() const {
    NameScope scope = constraintScope().with(m_sizeNames);
    scope.anything = m_sizeNames.empty();
    return scope;
  }

  void readParameters(json::ObjectReader& reader) {
    const json::Array& items = reader.array("parameters");
    const json::Value* value = reader.raw("parameters");
    if (value && value->isArray() && (items.empty() || items.size() > mostParameters))
      reader.fault("parameters", "expected 1 to " + std::to_string(mostParameters) +
                                     " parameters, found " + std::to_string(items.size()));
    for (size_t i = 0; i < std::min(items.size(), mostParameters); ++i) {
      const std::string path = elementPath("parameters", i);
      Parameter parameter = readParameter(items[i], path);
      checkParameterName(parameter.name, items[i], path);
      m_space.parameters.push_back(std::move(parameter));
    }
  }

  Parameter readParameter(const json::Value& value, const std::string& path) {
    json::ObjectReader reader(value, path, m_faults);
    Parameter parameter;
    parameter.name = reader.string("name");
    parameter.meaning = reader.optionalString("meaning");
    readValues(reader, parameter);
    reader.finish();
    return parameter;
  }

  void readValues(json::ObjectReader& reader, Parameter& parameter) {
    const json::Array& items = reader.array("values");
    const json::Value* value = reader.raw("values");
    if (value && value->isArray() && (items.empty() || items.size() > mostValues))
      reader.fault("values", "expected 1 to " + std::to_string(mostValues) + " values, found " +
                                 std::to_string(items.size()));
    SeenValues seen;
    for (size_t i = 0; i < std::min(items.size(), mostValues); ++i) {
      const auto held = parameterValue(items[i]);
      const std::string path = elementPath(reader.path("values"), i);
      if (!held)
        m_faults.add(
            items[i], path,
            "expected a number, a string or a boolean, found " + std::string(items[i].kindName()));
      else if (hasControlCharacter(*held))
        m_faults.add(items[i], path, "a value cannot hold control characters",
                     "it is put into the template as it is");
      else if (!seen.add(*held))
        m_faults.add(items[i], path, "the value " + expression::toText(*held) + " is given twice");
      else
        parameter.values.push_back(*held);
    }
  }

  void checkParameterName(const std::string& name, const json::Value& value,
                          const std::string& path) {
    if (name.empty()) return;  // a fault already
    const auto fault = [&](const std::string& message, const std::string& advice) {
      m_faults.add(value["name"], path + ".name", "\"" + name + "\" " + message, advice);
    };
    if (!isIdentifier(name))
      fault("cannot be a macro", "use letters, digits and '_', beginning with a letter");
    else if (isReservedName(name))
      fault("is a word of the expression language", "choose another name");
    else if (m_space.find(name))
      fault("is the name of an earlier parameter", "every parameter needs a name of its own");
    else if (std::find(m_sizeNames.begin(), m_sizeNames.end(), name) != m_sizeNames.end())
      fault("is the name of a size of the problem", "choose another name");
  }

  std::vector<expression::Expression> readConditions(json::ObjectReader& reader, const char* key,
                                                     const NameScope& scope) {
    std::vector<expression::Expression> all = readExpressions(reader, key, 0, 100000);
    const json::Value* items = reader.raw(key);
    for (size_t i = 0; i < all.size(); ++i)
      checkNames(all[i], scope, items->asArray()[i], elementPath(key, i), m_faults);
    return all;
  }

  void readLaunches(json::ObjectReader& reader) {
    const json::Array& items = reader.optionalArray("launches");
    for (size_t i = 0; i < items.size(); ++i) {
      const std::string path = elementPath("launches", i);
      m_space.launches.push_back(readLaunch(items[i], path, m_faults));
      checkLaunchNames(m_space.launches.back(), items[i], path, launchScope(), m_faults);
    }
  }

  void readWorkspace(json::ObjectReader& reader) {
    const json::Value* workspace = reader.raw("workspace");
    if (!workspace) return;
    json::ObjectReader members(*workspace, "workspace", m_faults);
    for (const auto& [name, value] : workspace->asObject()) {
      const std::string path = members.path(name);
      m_space.workspace.emplace_back(name, readExpression(value, path, m_faults));
      checkNames(m_space.workspace.back().second, launchScope(), value, path, m_faults);
    }
  }

  const json::Value& m_root;
  const std::vector<std::string>& m_sizeNames;
  json::Faults& m_faults;
  Space m_space;
};

json::Value writeParameter(const Parameter& parameter) {
  json::Array values;
  for (const ParameterValue& value : parameter.values)
    values.push_back(std::visit([](const auto& held) { return json::Value(held); }, value));
  json::Value object =
      json::Value::object({{"name", parameter.name}, {"values", std::move(values)}});
  if (!parameter.meaning.empty()) object.set("meaning", parameter.meaning);
  return object;
}

}  // namespace

Result<Space> readSpace(std::string_view text, const std::string& fileName,
                        const std::vector<std::string>& sizeNames) {
  KW_ASSIGN(const json::Value root, json::parse(text, fileName));
  json::Faults faults(fileName);
  Space space = SpaceReader(root, sizeNames, faults).read();
  if (!faults.empty()) return fail(faults.take());
  return space;
}

std::string writeSpace(const Space& space) {
  json::Value root = json::Value::object({{"format", formatName}});
  json::Array parameters;
  for (const Parameter& parameter : space.parameters)
    parameters.push_back(writeParameter(parameter));
  root.set("parameters", std::move(parameters));
  root.set("constraints", writeExpressions(space.constraints));
  if (!space.launches.empty()) {
    json::Array launches;
    for (const Launch& launch : space.launches)
      launches.push_back(writeLaunch(launch));
    root.set("launches", std::move(launches));
  }
  if (!space.workspace.empty()) {
    json::Object workspace;
    for (const auto& [name, elements] : space.workspace)
      workspace.emplace_back(name, writeExpression(elements));
    root.set("workspace", std::move(workspace));
  }
  root.set("requires", writeExpressions(space.requirements));
  return json::writePretty(root);
}

}  // namespace kw
