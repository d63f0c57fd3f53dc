// SPDX-License-Identifier: GPL-3.0-or-later
#include "type_definitions.h"

#include <algorithm>
#include <cctype>
#include <regex>

namespace kw::test {

namespace {

// The end of what begins at `from`, behind the closing `mark`; a backslash takes the next along.
size_t behind(std::string_view source, size_t from, char mark) {
  for (size_t i = from + 1; i < source.size(); ++i) {
    if (source[i] == '\\')
      ++i;
    else if (source[i] == mark)
      return i + 1;
  }
  return source.size();
}

size_t behind(std::string_view source, size_t from, std::string_view mark) {
  const size_t found = source.find(mark, from);
  return found == source.npos ? source.size() : found + mark.size();
}

// Behind R"mark( … )mark".
size_t behindRaw(std::string_view source, size_t from) {
  const size_t open = source.find('(', from);
  if (open == source.npos) return source.size();
  return behind(source, open, ")" + std::string(source.substr(from + 2, open - from - 2)) + "\"");
}

// Behind a directive with its continued lines.
size_t behindDirective(std::string_view source, size_t from) {
  size_t end = from;
  do {
    end = std::min(source.find('\n', end + 1), source.size());
  } while (end < source.size() && source[end - 1] == '\\');
  return end;
}

// Braces, semicolons and words are all that matters.
std::string withoutTexts(std::string_view source) {
  std::string code;
  bool lineBegins = true;
  for (size_t i = 0; i < source.size();) {
    const std::string_view rest = source.substr(i);
    const bool inNumber = !code.empty() && std::isdigit(static_cast<unsigned char>(code.back()));
    if (rest.starts_with("//"))
      i = std::min(source.find('\n', i), source.size());
    else if (rest.starts_with("/*"))
      i = behind(source, i, "*/");
    else if (rest.starts_with("R\""))
      i = behindRaw(source, i);
    else if (rest[0] == '"' || (rest[0] == '\'' && !inNumber))
      i = behind(source, i, rest[0]);
    else if (lineBegins && rest[0] == '#')
      i = behindDirective(source, i);
    else {
      lineBegins = rest[0] == '\n' || (lineBegins && rest[0] == ' ');
      code += rest[0] == '\n' ? ' ' : rest[0];
      ++i;
    }
  }
  return code;
}

struct Scope {
  enum class Kind { namespaceNamed, namespaceUnnamed, other };
  Kind kind = Kind::other;
  std::string name;
};

class Reader {
 public:
  std::vector<std::string> read(const std::string& code) {
    std::string head;  // since the last statement or block
    for (const char c : code) {
      if (c == '{') open(head);
      if (c == '}' && !m_scopes.empty()) m_scopes.pop_back();
      if (c == '{' || c == '}' || c == ';')
        head.clear();
      else
        head += c;
    }
    return std::move(m_found);
  }

 private:
  void open(const std::string& head) {
    static const std::regex space("^\\s*(?:inline\\s+)?namespace(?:\\s+([\\w:]+))?\\s*$");
    // Behind it may stand "final" and base classes; a bracket would make it a function.
    static const std::regex type(
        "(?:^|[\\s>])(?:struct|class|union|enum(?:\\s+(?:class|struct))?)(?:\\s*\\[\\[[^\\]]*\\]\\]"
        ")?"
        "(?:\\s+alignas\\s*\\([^)]*\\))?\\s+((?:\\w|::)+(?:<[^{}]*>)?)(?:\\s+final)?"
        "\\s*(?::[^:][^()]*)?$");
    std::smatch found;
    if (std::regex_search(head, found, space)) {
      const bool isNamed = found[1].matched;
      m_scopes.push_back(
          {isNamed ? Scope::Kind::namespaceNamed : Scope::Kind::namespaceUnnamed, found[1].str()});
      return;
    }
    if (isShared() && std::regex_search(head, found, type))
      m_found.push_back(qualified(found[1].str()));
    m_scopes.push_back({});
  }

  bool isShared() const {
    return std::ranges::all_of(
        m_scopes, [](const Scope& scope) { return scope.kind == Scope::Kind::namespaceNamed; });
  }

  std::string qualified(const std::string& name) const {
    std::string whole;
    for (const Scope& scope : m_scopes)
      whole += scope.name + "::";
    return whole + name;
  }

  std::vector<Scope> m_scopes;
  std::vector<std::string> m_found;
};

}  // namespace

std::vector<std::string> definedTypes(std::string_view source) {
  return Reader().read(withoutTexts(source));
}

}  // namespace kw::test
