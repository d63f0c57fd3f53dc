// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/problem/problem_reader.h"

#include <algorithm>

#include "model/problem/read_argument.h"
#include "model/problem/read_case.h"
#include "model/problem/read_comparison.h"
#include "model/problem/read_settings.h"
#include "model/space/expression_fields.h"
#include "model/space/launch_names.h"
#include "model/space/space_file.h"

namespace kw {

namespace {

constexpr const char* formatName = "kernelwright-problem/1";
constexpr size_t longestName = 100;

class ProblemReader {
 public:
  ProblemReader(const json::Value& root, json::Faults& faults)
      : m_root(root), m_faults(faults), m_reader(root, "", faults) {}

  Problem read() {
    m_reader.oneOf("format", {formatName});
    readName();
    readSource();
    readTemplate();
    readSizes();
    readArguments();
    readLaunches();
    readCases();
    readJudging();
    readRest();
    m_reader.finish();
    return std::move(m_problem);
  }

 private:
  void readName() {
    m_problem.name = m_reader.string("name");
    const auto isPlain = [](char c) {
      return c == '_' || c == '-' || c == '.' || std::isalnum(static_cast<unsigned char>(c));
    };
    const bool isGiven = m_reader.value()["name"].isString();  // anything else is a fault already
    const bool hasLetter = m_problem.name.find_first_not_of('.') != std::string::npos;
    if (isGiven &&
        (!hasLetter || !std::all_of(m_problem.name.begin(), m_problem.name.end(), isPlain)))
      m_reader.fault("name", "\"" + m_problem.name + "\" is no name of a problem",
                     "use letters, digits, '_', '-' and '.', not dots alone");
    if (m_problem.name.size() > longestName)
      m_reader.fault("name", "the name has " + std::to_string(m_problem.name.size()) + " bytes",
                     "files are called after it: use at most " + std::to_string(longestName));
  }

  void readSource() {
    const json::Value* source = m_reader.required("source");
    if (!source) return;
    json::ObjectReader members(*source, "source", m_faults);
    m_problem.sourceFile = members.string("file");
    members.finish();
  }

  void readTemplate() {
    const json::Value* text = m_reader.raw("template");
    if (!text) return;
    json::ObjectReader members(*text, "template", m_faults);
    m_problem.templateFile = members.string("file");
    m_problem.spaceFile = members.string("space");
    members.finish();
  }

  void readSizes() {
    m_problem.sizeNames = m_reader.optionalStrings("sizes");
    for (size_t i = 0; i < m_problem.sizeNames.size(); ++i) {
      const std::string& name = m_problem.sizeNames[i];
      const std::string advice = isReservedName(name) ? "it is a word of the expression language"
                                                      : "use letters, digits and '_'";
      if (isReservedName(name) || !isIdentifier(name))
        m_faults.add(m_root["sizes"], elementPath("sizes", i),
                     "\"" + name + "\" cannot be the name of a size", advice);
    }
    m_sizes.names = m_problem.sizeNames;
  }

  // Calls `read(value, path)` for each element.
  template <class Read>
  void each(const char* key, bool isRequired, Read read) {
    const json::Array& items = isRequired ? m_reader.array(key) : m_reader.optionalArray(key);
    for (size_t i = 0; i < items.size(); ++i)
      read(items[i], elementPath(key, i));
    if (isRequired && m_root[key].isArray() && items.empty())
      m_reader.fault(key, "expected at least one, found none");
  }

  void readArguments() {
    each("arguments", true, [&](const json::Value& value, const std::string& path) {
      m_problem.arguments.push_back(readArgument(value, path, m_sizes, m_faults));
    });
    each("symbols", false, [&](const json::Value& value, const std::string& path) {
      m_problem.symbols.push_back(readSymbol(value, path, m_sizes, m_faults));
    });
  }

  // The source kernel has no parameters: launches that need some stand in space.json.
  void readLaunches() {
    NameScope scope = m_sizes;
    scope.device = true;
    each("launches", true, [&](const json::Value& value, const std::string& path) {
      m_problem.launches.push_back(readLaunch(value, path, m_faults));
      checkLaunchNames(m_problem.launches.back(), value, path, scope, m_faults);
    });
  }

  void readCases() {
    each("cases", true, [&](const json::Value& value, const std::string& path) {
      m_problem.cases.push_back(readCase(value, path, m_problem, m_faults));
    });
  }

  void readJudging() {
    if (const json::Value* oracle = m_reader.required("oracle"))
      m_problem.oracle = readOracle(*oracle, m_faults);
    if (const json::Value* tolerance = m_reader.raw("tolerance"))
      m_problem.tolerance = readComparison(*tolerance, "tolerance", m_faults);
    m_problem.deterministic = m_reader.optionalBool("deterministic", true);
  }

  void readRest() {
    if (const json::Value* work = m_reader.raw("work"))
      m_problem.work = readWork(*work, m_sizes, m_faults);
    if (const json::Value* compile = m_reader.raw("compile"))
      m_problem.compile = readCompile(*compile, m_faults);
    each("baselines", false, [&](const json::Value& value, const std::string& path) {
      m_problem.baselines.push_back(readBaseline(value, path, m_faults));
    });
  }

  const json::Value& m_root;
  json::Faults& m_faults;
  json::ObjectReader m_reader;
  NameScope m_sizes;
  Problem m_problem;
};

}  // namespace

Problem readProblem(const json::Value& root, json::Faults& faults) {
  return ProblemReader(root, faults).read();
}

}  // namespace kw
