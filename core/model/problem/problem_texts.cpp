// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/problem/problem_texts.h"

#include <algorithm>

#include "base/json/text.h"
#include "model/kernel/source_scan.h"
#include "model/problem/check_kernels.h"
#include "model/problem/included_files.h"
#include "model/problem/oracle_modules.h"
#include "model/space/expression_fields.h"
#include "model/space/names.h"
#include "model/space/space_file.h"

namespace kw {

namespace {

// An error with its further ones, each by itself.
void addAll(json::Faults& faults, Error error) {
  std::vector<Error> further = std::move(error.further);
  error.further.clear();
  faults.add(std::move(error));
  for (Error& other : further)
    addAll(faults, std::move(other));
}

class TextReader {
 public:
  TextReader(Problem& problem, const json::Value& root, ProblemParts& parts,
             const std::string& shownFolder, json::Faults& faults)
      : m_problem(problem),
        m_root(root),
        m_parts(parts),
        m_shownFolder(shownFolder),
        m_faults(faults) {}

  std::vector<std::string> run() {
    checkIncludeFolders();
    readSource();
    readTemplate();
    checkBoxes();
    readOracle();
    readArrays();
    return std::move(m_warnings);
  }

 private:
  // The content of a file that a member names, or nothing and a fault there.
  const std::string* file(const std::string& path, const json::Value& at,
                          const std::string& keyPath) {
    if (path.empty()) {
      if (at.isString()) m_faults.add(at, keyPath, "the name of a file is empty");
      return nullptr;
    }
    const Result<const std::string*> content = m_parts.get(path);
    if (content) return *content;
    m_faults.add(at, keyPath, content.error().message, content.error().advice);
    return nullptr;
  }

  void checkIncludeFolders() {
    std::vector<std::string>& folders = m_problem.compile.includeFolders;
    for (size_t i = 0; i < folders.size(); ++i) {
      const Result<std::string> folder = insideFolder(folders[i]);
      if (!folder)
        m_faults.add(m_root["compile"]["include"], elementPath("compile.include", i),
                     folder.error().message, folder.error().advice);
    }
  }

  KernelText kernelText(const std::string& path, const std::string& text) {
    KernelText kernel{shownPath(m_shownFolder, path), text, {}};
    IncludedFiles included =
        includedFiles(m_parts, path, m_problem.compile.includeFolders, m_shownFolder);
    kernel.included = std::move(included.texts);
    for (Error& fault : included.faults)
      addAll(m_faults, std::move(fault));
    return kernel;
  }

  void readSource() {
    const std::string* text = file(m_problem.sourceFile, m_root["source"]["file"], "source.file");
    if (!text) return;
    m_problem.sourceText = *text;
    const KernelText source = kernelText(m_problem.sourceFile, *text);
    refuseTextures(source, m_faults);
    refuseFileReads(source, m_faults);
    checkLaunches(m_problem.launches, m_root["launches"], m_problem, source, m_faults);
    checkSymbols(source);
  }

  void checkSymbols(const KernelText& kernel) {
    std::set<std::string> names = identifiersIn(kernel.text);
    for (const std::string& included : kernel.included)
      names.merge(identifiersIn(included));
    const json::Array& items = m_root["symbols"].asArray();
    for (size_t i = 0; i < m_problem.symbols.size() && i < items.size(); ++i)
      if (const std::string& name = m_problem.symbols[i].name; !names.contains(name))
        m_faults.add(items[i], elementPath("symbols", i),
                     kernel.shownFile + " has no variable \"" + name + "\"",
                     suggestion(name, {names.begin(), names.end()}));
  }

  void readTemplate() {
    if (!m_root.find("template")) return;
    const std::string* space =
        file(m_problem.spaceFile, m_root["template"]["space"], "template.space");
    const std::string* text =
        file(m_problem.templateFile, m_root["template"]["file"], "template.file");
    if (space) readSpaceFile(*space);
    if (!text) return;
    m_problem.templateText = *text;
    const KernelText kernel = kernelText(m_problem.templateFile, *text);
    refuseTextures(kernel, m_faults);
    refuseFileReads(kernel, m_faults);
    checkSymbols(kernel);
    if (!m_problem.space) return;
    checkTemplateLaunches(kernel, *space);
    checkMacros(kernel, m_problem, m_faults);
    for (const std::string& parameter : unusedParameters(kernel, m_problem))
      m_warnings.push_back("the parameter " + parameter + " changes nothing: neither " +
                           kernel.shownFile + " nor a launch uses it");
  }

  void readSpaceFile(const std::string& text) {
    const std::string shown = shownPath(m_shownFolder, m_problem.spaceFile);
    Result<Space> space = readSpace(text, shown, m_problem.sizeNames);
    if (!space) return addAll(m_faults, std::move(space).error());
    m_problem.space = *std::move(space);
  }

  // Launches of the template stand in the space's file, or are those of the problem.
  void checkTemplateLaunches(const KernelText& kernel, const std::string& spaceText) {
    if (m_problem.space->launches.empty())
      checkLaunches(m_problem.launches, m_root["launches"], m_problem, kernel, m_faults);
    const Result<json::Value> root = json::parse(spaceText);
    if (!root) return;  // read before, so it parses
    json::Faults faults(shownPath(m_shownFolder, m_problem.spaceFile));
    checkLaunches(m_problem.space->launches, (*root)["launches"], m_problem, kernel, faults);
    checkWorkspace((*root)["workspace"], faults);
    if (!faults.empty()) addAll(m_faults, faults.take());
  }

  void checkWorkspace(const json::Value& at, json::Faults& faults) {
    std::vector<std::string> known;
    for (const Argument& argument : m_problem.arguments)
      if (argument.role == Role::workspace) known.push_back(argument.name);
    for (const auto& [name, elements] : m_problem.space->workspace)
      if (std::find(known.begin(), known.end(), name) == known.end())
        faults.add(at[name], "workspace." + name, "\"" + name + "\" is no workspace of the problem",
                   suggestion(name, known));
  }

  bool sourceUses(const std::string& argument) const {
    return std::any_of(
        m_problem.launches.begin(), m_problem.launches.end(), [&](const Launch& one) {
          return one.memset.empty() &&
                 (one.arguments.empty() || std::find(one.arguments.begin(), one.arguments.end(),
                                                     argument) != one.arguments.end());
        });
  }

  // A template's tensor maps may depend on its parameters; the source kernel has none.
  void checkBoxes() {
    for (size_t i = 0; i < m_problem.arguments.size(); ++i) {
      const Argument& map = m_problem.arguments[i];
      if (map.role != Role::tensorMap) continue;
      NameScope scope{m_problem.sizeNames, false, false};
      if (m_problem.space && !sourceUses(map.name))
        for (const Parameter& parameter : m_problem.space->parameters)
          scope.names.push_back(parameter.name);
      const std::string path = elementPath("arguments", i) + ".box";
      const json::Array& at = m_root["arguments"].asArray()[i]["box"].asArray();
      for (size_t axis = 0; axis < map.box.size(); ++axis)
        checkNames(map.box[axis], scope, at[axis], elementPath(path, axis), m_faults);
    }
  }

  void readOracle() {
    const json::Value& at = m_root["oracle"];
    Oracle& oracle = m_problem.oracle;
    if (!oracle.python.empty() && file(oracle.python, at["python"], "oracle.python")) {
      oracle.modules = importedModules(m_parts, oracle.python);
      for (const std::string& module : oracle.modules)
        file(module, at["python"], "oracle.python");
    }
    for (const auto& [output, pattern] : oracle.stored)
      for (const Case& one : m_problem.cases)
        file(storedFile(pattern, one.name), at["stored"][output], "oracle.stored." + output);
  }

  void readArray(const Fill& fill, const json::Value& at, const std::string& keyPath) {
    if (fill.kind == Fill::Kind::file) file(fill.name, at["fill"], keyPath + ".fill");
  }

  void readArrays() {
    const auto at = [&](const char* key, size_t i) -> const json::Value& {
      return m_root[key].asArray()[i];
    };
    for (size_t i = 0; i < m_problem.arguments.size(); ++i)
      readArray(m_problem.arguments[i].fill, at("arguments", i), elementPath("arguments", i));
    for (size_t i = 0; i < m_problem.symbols.size(); ++i)
      readArray(m_problem.symbols[i].fill, at("symbols", i), elementPath("symbols", i));
    for (size_t i = 0; i < m_problem.cases.size(); ++i)
      for (const auto& [name, fill] : m_problem.cases[i].fills)
        readArray(fill, at("cases", i), elementPath("cases", i));
  }

  Problem& m_problem;
  const json::Value& m_root;
  ProblemParts& m_parts;
  const std::string& m_shownFolder;
  json::Faults& m_faults;
  std::vector<std::string> m_warnings;
};

}  // namespace

std::vector<std::string> readProblemTexts(Problem& problem, const json::Value& root,
                                          ProblemParts& parts, const std::string& shownFolder,
                                          json::Faults& faults) {
  return TextReader(problem, root, parts, shownFolder, faults).run();
}

std::string storedFile(const std::string& pattern, const std::string& caseName) {
  constexpr std::string_view mark = "{case}";
  std::string file = pattern;
  for (size_t at = file.find(mark); at != std::string::npos;
       at = file.find(mark, at + caseName.size()))
    file.replace(at, mark.size(), caseName);
  return file;
}

}  // namespace kw
