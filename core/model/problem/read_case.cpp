// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/problem/read_case.h"

#include <algorithm>
#include <cmath>

#include "model/problem/read_comparison.h"
#include "model/problem/read_fill.h"
#include "model/space/expression_fields.h"

namespace kw {

namespace {

// A name that can stand in a report and in the name of a file.
bool isCaseName(const std::string& name) {
  return !name.empty() && std::none_of(name.begin(), name.end(), [](char c) {
    return c == '/' || c == '\\' || static_cast<unsigned char>(c) < ' ';
  });
}

class CaseReader {
 public:
  CaseReader(const json::Value& value, const std::string& keyPath, const Problem& problem,
             json::Faults& faults)
      : m_reader(value, keyPath, faults), m_problem(problem), m_faults(faults) {}

  Case read() {
    m_case.name = m_reader.string("name");
    if (m_reader.value()["name"].isString() && !isCaseName(m_case.name))
      m_reader.fault("name", "\"" + m_case.name + "\" is no name of a case",
                     "leave out slashes and control characters");
    m_case.performance = m_reader.oneOf("role", {"performance", "correctness"}) == "performance";
    m_case.sizes = readSizes("sizes", true);
    checkComplete();
    m_case.hostSizes = readSizes("host_sizes", false);
    readWeight();
    if (const json::Value* tolerance = m_reader.raw("tolerance"))
      m_case.tolerance = readComparison(*tolerance, m_reader.path("tolerance"), m_faults);
    readFills();
    m_reader.finish();
    return std::move(m_case);
  }

 private:
  // Numbers, or expressions over the sizes before them.
  std::map<std::string, int64_t> readSizes(const char* key, bool isRequired) {
    std::map<std::string, int64_t> sizes;
    const json::Value* object = isRequired ? m_reader.required(key) : m_reader.raw(key);
    if (!object) return sizes;
    json::ObjectReader members(*object, m_reader.path(key), m_faults);
    for (const auto& [name, value] : object->asObject()) {
      const std::vector<std::string>& known = m_problem.sizeNames;
      if (std::find(known.begin(), known.end(), name) == known.end())
        m_faults.add(value, members.path(name), "\"" + name + "\" is none of the problem's sizes",
                     suggestion(name, known));
      sizes[name] = readSize(value, members.path(name), sizes);
    }
    return sizes;
  }

  int64_t readSize(const json::Value& value, const std::string& path, const Sizes& before) {
    const expression::Expression size = readExpression(value, path, m_faults);
    const Result<int64_t> number = size.evaluateInteger(lookupFor(before, {}, {}));
    if (!number) {
      m_faults.add(value, path, number.error().message, "expected a number of elements");
      return 0;
    }
    if (*number < 0)
      m_faults.add(value, path, "a size is at least 0, found " + std::to_string(*number));
    return *number;
  }

  void checkComplete() {
    if (!m_reader.value()["sizes"].isObject()) return;  // a fault already
    for (const std::string& name : m_problem.sizeNames)
      if (!m_case.sizes.contains(name))
        m_reader.fault("sizes", "the size \"" + name + "\" is missing");
  }

  void readWeight() {
    m_case.weight = m_reader.optionalReal("weight", 1);
    constexpr double most = 1e6;  // products of weights and times stay finite
    if (m_case.weight > 0 && m_case.weight <= most) return;
    m_reader.fault("weight", "a weight is a number over 0, at most 1000000");
    m_case.weight = 1;
  }

  void readFills() {
    const json::Value* object = m_reader.raw("fill");
    if (!object) return;
    json::ObjectReader members(*object, m_reader.path("fill"), m_faults);
    const NameScope sizes{m_problem.sizeNames, false, false};
    std::vector<std::string> inputs;
    for (const Argument& argument : m_problem.arguments)
      if (argument.role == Role::input || argument.role == Role::inout)
        inputs.push_back(argument.name);
    for (const auto& [name, value] : object->asObject()) {
      if (std::find(inputs.begin(), inputs.end(), name) == inputs.end()) {
        m_faults.add(value, members.path(name), "\"" + name + "\" is no input",
                     suggestion(name, inputs));
        continue;
      }
      const ElementType type = m_problem.argument(name)->type;
      m_case.fills[name] = readFill(value, members.path(name), type, sizes, m_faults);
    }
  }

  json::ObjectReader m_reader;
  const Problem& m_problem;
  json::Faults& m_faults;
  Case m_case;
};

}  // namespace

Case readCase(const json::Value& value, const std::string& keyPath, const Problem& problem,
              json::Faults& faults) {
  return CaseReader(value, keyPath, problem, faults).read();
}

}  // namespace kw
