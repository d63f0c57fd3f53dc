// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <set>

#include "model/problem/problem_reader.h"
#include "model/space/expression_fields.h"
#include "model/space/names.h"

namespace kw {

namespace {

class ReferenceCheck {
 public:
  ReferenceCheck(const Problem& problem, const json::Value& root, json::Faults& faults)
      : m_problem(problem), m_root(root), m_faults(faults) {}

  void run() {
    checkNames();
    checkOutputs();
    checkComparisons();
    checkCaseRoles();
    for (size_t i = 0; i < m_problem.arguments.size(); ++i)
      checkTensorMap(i);
    checkFunctionFills();
    checkStored();
    checkBaselines();
  }

 private:
  const json::Value& item(const char* key, size_t index) const {
    const json::Array& items = m_root[key].asArray();
    return index < items.size() ? items[index] : m_root;
  }

  void add(const char* key, size_t index, const std::string& member, const std::string& message,
           const std::string& advice = {}) {
    const json::Value& at = item(key, index);
    const json::Value* place = at.find(member.substr(0, member.find('.')));
    m_faults.add(place ? *place : at,
                 elementPath(key, index) + (member.empty() ? "" : "." + member), message, advice);
  }

  template <class T>
  void checkUnique(const char* key, const std::vector<T>& items) {
    std::set<std::string> seen;
    for (size_t i = 0; i < items.size(); ++i)
      if (!items[i].name.empty() && !seen.insert(items[i].name).second)
        add(key, i, "name", "the name \"" + items[i].name + "\" is given twice");
  }

  void checkNames() {
    checkUnique("arguments", m_problem.arguments);
    checkUnique("symbols", m_problem.symbols);
    checkUnique("cases", m_problem.cases);
    std::set<std::string> seen;
    for (size_t i = 0; i < m_problem.sizeNames.size(); ++i)
      if (!seen.insert(m_problem.sizeNames[i]).second)
        add("sizes", i, "", "the size \"" + m_problem.sizeNames[i] + "\" is given twice");
  }

  // Outputs whose correctness another output's top-k comparison decides.
  std::set<std::string> indexOutputs() const {
    std::set<std::string> names;
    for (const Argument& argument : m_problem.arguments)
      if (argument.comparison && argument.comparison->kind == Comparison::Kind::topK)
        names.insert(argument.comparison->indices);
    return names;
  }

  void checkOutputs() {
    const std::set<std::string> judgedElsewhere = indexOutputs();
    const bool hasTolerance = m_root.find("tolerance") != nullptr;
    bool any = false;
    for (size_t i = 0; i < m_problem.arguments.size(); ++i) {
      const Argument& argument = m_problem.arguments[i];
      if (!argument.isChecked()) continue;
      any = true;
      if (!hasTolerance && !argument.comparison && !judgedElsewhere.contains(argument.name))
        add("arguments", i, "", "nothing says how the output \"" + argument.name + "\" is compared",
            "give the problem a \"tolerance\" or the argument a \"comparison\"");
    }
    if (!any && m_root["arguments"].isArray())
      m_faults.add(m_root["arguments"], "arguments", "no argument has the role output or inout",
                   "without an output nothing can be verified");
  }

  void checkComparison(const char* key, size_t index, const char* member,
                       const Comparison& comparison) {
    if (comparison.kind != Comparison::Kind::topK) return;
    const std::string path = std::string(member) + ".top_k";
    const Argument* indices = m_problem.argument(comparison.indices);
    if (!indices || !indices->isChecked() || isFloatingPoint(indices->type))
      add(key, index, path, "\"" + comparison.indices + "\" is no output of integers");
    const Argument* source = m_problem.argument(comparison.source);
    if (!source || (source->role != Role::input && source->role != Role::inout))
      add(key, index, path, "\"" + comparison.source + "\" is no input");
  }

  void checkComparisons() {
    for (size_t i = 0; i < m_problem.arguments.size(); ++i)
      if (const auto& comparison = m_problem.arguments[i].comparison)
        checkComparison("arguments", i, "comparison", *comparison);
    for (size_t i = 0; i < m_problem.cases.size(); ++i)
      if (const auto& tolerance = m_problem.cases[i].tolerance)
        checkComparison("cases", i, "tolerance", *tolerance);
    if (m_problem.tolerance.kind == Comparison::Kind::topK)
      m_faults.add(m_root["tolerance"], "tolerance", "top_k belongs to one output",
                   "give it as that argument's \"comparison\"");
  }

  void checkCaseRoles() {
    const bool any = std::any_of(m_problem.cases.begin(), m_problem.cases.end(),
                                 [](const Case& one) { return one.performance; });
    if (!any && !m_problem.cases.empty())
      m_faults.add(m_root["cases"], "cases", "no case has the role performance",
                   "without one nothing can be timed");
  }

  void checkTensorMap(size_t index) {
    const Argument& map = m_problem.arguments[index];
    if (map.role != Role::tensorMap) return;
    const Argument* buffer = m_problem.argument(map.mapOf);
    if (!buffer || !buffer->isBuffer()) {
      std::vector<std::string> buffers;
      for (const Argument& one : m_problem.arguments)
        if (one.isBuffer()) buffers.push_back(one.name);
      add("arguments", index, "of", "\"" + map.mapOf + "\" is no buffer of the problem",
          suggestion(map.mapOf, buffers));
    } else if (map.box.size() != buffer->shape.size()) {
      add("arguments", index, "box",
          "expected a length for each of the " + std::to_string(buffer->shape.size()) +
              " axes of " + map.mapOf + ", found " + std::to_string(map.box.size()));
    }
  }

  void checkFunctionFill(const char* key, size_t index, const Fill& fill) {
    if (fill.kind == Fill::Kind::function && m_problem.oracle.python.empty())
      add(key, index, "fill",
          "the function \"" + fill.name + "\" needs a Python oracle to stand in",
          "name the file in \"oracle\": {\"python\": …}");
  }

  void checkFunctionFills() {
    for (size_t i = 0; i < m_problem.arguments.size(); ++i)
      checkFunctionFill("arguments", i, m_problem.arguments[i].fill);
    for (size_t i = 0; i < m_problem.symbols.size(); ++i)
      checkFunctionFill("symbols", i, m_problem.symbols[i].fill);
    for (size_t i = 0; i < m_problem.cases.size(); ++i)
      for (const auto& [name, fill] : m_problem.cases[i].fills)
        checkFunctionFill("cases", i, fill);
  }

  void checkStored() {
    const auto& stored = m_problem.oracle.stored;
    if (stored.empty()) return;
    const json::Value& at = m_root["oracle"]["stored"];
    std::vector<std::string> outputs;
    for (const Argument& argument : m_problem.arguments) {
      if (!argument.isChecked()) continue;
      outputs.push_back(argument.name);
      if (!stored.contains(argument.name))
        m_faults.add(at, "oracle.stored",
                     "no stored array is named for the output \"" + argument.name + "\"");
    }
    for (const auto& [output, file] : stored)
      if (std::find(outputs.begin(), outputs.end(), output) == outputs.end())
        m_faults.add(at[output], "oracle.stored." + output, "\"" + output + "\" is no output",
                     suggestion(output, outputs));
  }

  void checkBaselines() {
    std::vector<std::string> cases;
    for (const Case& one : m_problem.cases)
      cases.push_back(one.name);
    for (size_t i = 0; i < m_problem.baselines.size(); ++i) {
      const std::string& name = m_problem.baselines[i].caseName;
      if (!name.empty() && !m_problem.findCase(name))
        add("baselines", i, "case", "\"" + name + "\" is no case of the problem",
            suggestion(name, cases));
    }
  }

  const Problem& m_problem;
  const json::Value& m_root;
  json::Faults& m_faults;
};

}  // namespace

void checkReferences(const Problem& problem, const json::Value& root, json::Faults& faults) {
  ReferenceCheck(problem, root, faults).run();
}

}  // namespace kw
