// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/problem/oracle_modules.h"

#include <algorithm>
#include <filesystem>
#include <set>
#include <sstream>

namespace kw {

namespace {

// Statements, with continued lines joined. Text inside strings is not told apart: at worst a file
// travels that nobody needs.
std::vector<std::string> statements(const std::string& text) {
  std::vector<std::string> all;
  std::istringstream lines(text);
  std::string open;
  for (std::string line; std::getline(lines, line);) {
    line = line.substr(0, line.find('#'));
    while (!line.empty() && (line.back() == '\r' || line.back() == ' '))
      line.pop_back();
    const bool continues = line.ends_with('\\');
    if (continues) line.pop_back();
    open += line + " ";
    const bool isImport = open.find("import") != std::string::npos;
    const bool inBrackets = std::ranges::count(open, '(') > std::ranges::count(open, ')');
    if (continues || (isImport && inBrackets)) continue;
    std::istringstream parts(open);
    for (std::string part; std::getline(parts, part, ';');)
      all.push_back(part);
    open.clear();
  }
  all.push_back(open);
  return all;
}

// Words of a statement; commas and brackets separate.
std::vector<std::string> wordsOf(std::string statement) {
  std::replace_if(
      statement.begin(), statement.end(),
      [](char c) { return c == ',' || c == '(' || c == ')' || c == '\t' || c == ':'; }, ' ');
  std::istringstream stream(statement);
  std::vector<std::string> words;
  for (std::string word; stream >> word;) {
    if (word == "as") {
      stream >> word;  // the name it gets here
    } else {
      words.push_back(word);
    }
  }
  return words;
}

// "a.b" for what `import a.b` and `from a import b` may mean; leading dots are kept.
std::vector<std::string> modulesIn(const std::string& statement) {
  const std::vector<std::string> words = wordsOf(statement);
  const auto import = std::ranges::find(words, "import");
  if (import == words.end()) return {};
  std::string package;
  if (import - words.begin() >= 2 && *(import - 2) == "from") package = *(import - 1);
  std::vector<std::string> modules;
  if (!package.empty()) modules.push_back(package);
  for (auto name = import + 1; name != words.end(); ++name)
    modules.push_back(package.empty()          ? *name
                      : package.ends_with('.') ? package + *name
                                               : package + "." + *name);
  return modules;
}

class ModuleWalk {
 public:
  ModuleWalk(ProblemParts& parts, const std::string& oracle)
      : m_parts(parts), m_root(std::filesystem::path(oracle).parent_path()) {
    m_open.push_back(std::filesystem::path(oracle).lexically_normal().generic_string());
    m_seen.insert(m_open.front());
  }

  std::vector<std::string> run() {
    while (!m_open.empty()) {
      const std::string file = m_open.back();
      m_open.pop_back();
      const Result<const std::string*> text = m_parts.get(file);
      if (!text) continue;  // said where the files are read
      for (const std::string& statement : statements(**text))
        for (const std::string& module : modulesIn(statement))
          follow(module, std::filesystem::path(file).parent_path());
    }
    return {m_found.begin(), m_found.end()};
  }

 private:
  // Each package on the way to a module is loaded too.
  void follow(std::string module, std::filesystem::path beside) {
    std::filesystem::path at = m_root;
    if (module.starts_with('.')) {
      at = beside;
      for (module.erase(0, 1); module.starts_with('.'); module.erase(0, 1))
        at = at.parent_path();
    }
    std::istringstream names(module);
    for (std::string name; std::getline(names, name, '.');) {
      if (name.empty()) return;
      at /= name;
      take(at.generic_string() + ".py");
      take((at / "__init__.py").generic_string());
    }
  }

  void take(const std::string& path) {
    if (!insideFolder(path) || !m_parts.has(path) || !m_seen.insert(path).second) return;
    m_found.insert(path);
    m_open.push_back(path);
  }

  ProblemParts& m_parts;
  std::filesystem::path m_root;
  std::vector<std::string> m_open;
  std::set<std::string> m_seen, m_found;
};

}  // namespace

std::vector<std::string> importedModules(ProblemParts& parts, const std::string& oracle) {
  return ModuleWalk(parts, oracle).run();
}

}  // namespace kw
