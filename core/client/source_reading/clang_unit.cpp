// SPDX-License-Identifier: GPL-3.0-or-later
#include "client/source_reading/clang_unit.h"

#include <algorithm>
#include <array>

#include "client/source_reading/clang_cursor.h"
#include "client/source_reading/loaded_libclang.h"
#include "client/source_reading/macro_growth.h"
#include "embedded/source_reading_texts.h"

namespace kw::reading {

namespace {

constexpr const char* textName = "/kernelwright/source.cpp";
constexpr unsigned mostDiagnostics = 500;  // that anybody would read
constexpr const char* preludeName = "/kernelwright/prelude.h";

// With blanks for the includes, so that all places stay. A header that is not found ends much of
// what clang would still read.
std::string withoutIncludes(std::string_view source) {
  std::string copy(source);
  for (const LocatedToken& token : locate(source)) {
    if (!token.isDirective()) continue;
    const Tokens words = directiveWords(token);
    if (words.empty() || !isOneOf(words[0].text, {"include", "include_next", "import", "error"}))
      continue;
    for (size_t i = token.begin; i < token.end; ++i)
      if (copy[i] != '\n') copy[i] = ' ';
  }
  return copy;
}

CXUnsavedFile unsaved(const char* name, std::string_view content) {
  return {name, content.data(), content.size()};
}

// The first word in quotes of "use of undeclared identifier 'x'".
std::string quotedWord(const std::string& message) {
  const size_t open = message.find('\'');
  if (open == std::string::npos) return {};
  return message.substr(open + 1, message.find('\'', open + 1) - open - 1);
}

bool saysUnknown(const std::string& message) {
  return std::ranges::any_of(
      std::array<std::string_view, 4>{"use of undeclared identifier", "unknown type name",
                                      "no template named", "use of undeclared"},
      [&](std::string_view start) { return message.starts_with(start); });
}

// What CUDA's headers declare and the prelude does not.
bool isOfCuda(const std::string& name) {
  if (name.starts_with("__") || name.starts_with("cuda") || name.starts_with("curand") ||
      name.starts_with("make_") || name.starts_with("atomic") || name.starts_with("CUDA"))
    return true;
  return isOneOf(
      name, {"cub", "cg", "cooperative_groups", "nvcuda", "wmma", "clock", "clock64", "std", "hexp",
             "hlog", "hsqrt", "hrsqrt", "h2exp", "h2log", "asm", "nullptr_t"});
}

}  // namespace

Result<ClangUnit> ClangUnit::parse(std::string_view source) {
  KW_TRY(loadLibclang());
  ClangUnit unit;
  unit.m_text = withoutIncludes(source);
  unit.m_tokens = locate(unit.m_text);
  // It could neither be held up nor be given a limit once it expands them.
  KW_TRY(checkMacroGrowth(unit.m_tokens));
  unit.m_index.reset(clang_createIndex(0, 0));
  std::array<CXUnsavedFile, 2> files{unsaved(textName, unit.m_text),
                                     unsaved(preludeName, source_reading_texts::cuda_prelude_h)};
  const std::array<const char*, 9> arguments{"-x",        "c++",         "-std=c++17",
                                             "-nostdinc", "-nostdinc++", "-ferror-limit=0",
                                             "-w",        "-include",    preludeName};
  CXTranslationUnit parsed = nullptr;
  const CXErrorCode code = clang_parseTranslationUnit2(
      unit.m_index.get(), textName, arguments.data(), static_cast<int>(arguments.size()),
      files.data(), static_cast<unsigned>(files.size()),
      CXTranslationUnit_KeepGoing | CXTranslationUnit_Incomplete, &parsed);
  unit.m_unit.reset(parsed);
  if (code == CXError_Success && parsed) return unit;
  return fail("libclang could not read the source (its error " +
                  std::to_string(static_cast<int>(code)) + ")",
              "cut the file down to the kernel and what it uses");
}

bool ClangUnit::isInText(CXCursor cursor) const {
  return clang_Location_isFromMainFile(clang_getCursorLocation(cursor)) != 0;
}

Extent ClangUnit::extentOf(CXCursor cursor) const {
  const CXSourceRange range = clang_getCursorExtent(cursor);
  Extent extent;
  unsigned line = 0, begin = 0, end = 0;
  // Where a macro wrote it: where the macro stands.
  clang_getExpansionLocation(clang_getRangeStart(range), nullptr, &line, nullptr, &begin);
  clang_getExpansionLocation(clang_getRangeEnd(range), nullptr, nullptr, nullptr, &end);
  extent.begin = std::min<size_t>(begin, m_text.size());
  extent.end = std::clamp<size_t>(end, extent.begin, m_text.size());
  extent.line = static_cast<int>(line);
  return extent;
}

std::string ClangUnit::textOf(CXCursor cursor) const {
  const Extent extent = extentOf(cursor);
  return m_text.substr(extent.begin, extent.end - extent.begin);
}

// Whether the token stands where `Unknown<T> name;` would have its name, or `Unknown* a, name`, or
// the parameters of a lambda for the device, which clang does not read.
bool ClangUnit::isNamedByUnknown(size_t i, const std::set<std::string>& unknown) const {
  const std::string& before = m_tokens[i - 1].text;
  if (!isOneOf(m_tokens[i + 1].text, {"=", ";", ",", "[", "{", ")", ":"})) return false;
  if (!m_tokens[i - 1].isIdentifier() && !isOneOf(before, {">", "*", "&", "&&", ","})) return false;
  int depth = 0;
  for (size_t at = i; at-- > 0;) {
    const std::string& word = m_tokens[at].text;
    if (depth == 0 && word == "(")
      return at > 0 && isOneOf(m_tokens[at - 1].text, {"]", "__device__", "__host__"});
    if (depth == 0 && isOneOf(word, {";", "{", "}", "[", "=", "return"})) return false;
    if (depth == 0 && (unknown.contains(word) || word == "std")) return true;
    if (isOneOf(word, {")", "]"})) ++depth;
    if (isOneOf(word, {"(", "["})) --depth;
  }
  return false;
}

// What follows an unknown template is taken for undeclared too, and so is what an alias of one is
// called. Those are no names that somebody could look for.
bool ClangUnit::isUsedLikeAName(const std::string& name, const std::set<std::string>& unknown,
                                bool isType) const {
  bool isCalled = isType || std::ranges::none_of(name, [](char c) { return c >= 'a' && c <= 'z'; });
  bool isNamed = false;
  for (size_t i = 1; i + 1 < m_tokens.size(); ++i) {
    if (m_tokens[i].text != name) continue;
    if (m_tokens[i - 1].text == "using" && m_tokens[i + 1].text == "=") return false;
    isCalled = isCalled || isOneOf(m_tokens[i + 1].text, {"(", "<", "::"});
    isNamed = isNamed || isNamedByUnknown(i, unknown);
  }
  return isCalled || !isNamed;
}

std::vector<std::string> ClangUnit::unknownNames() const {
  std::vector<std::pair<std::string, std::string>> found;  // with its message
  std::set<std::string> all;
  const unsigned count = std::min(clang_getNumDiagnostics(m_unit.get()), mostDiagnostics);
  for (unsigned i = 0; i < count; ++i) {
    CXDiagnostic diagnostic = clang_getDiagnostic(m_unit.get(), i);
    std::string message = text(clang_getDiagnosticSpelling(diagnostic));
    clang_disposeDiagnostic(diagnostic);
    std::string name = saysUnknown(message) ? quotedWord(message) : std::string();
    if (name.empty()) continue;
    all.insert(name);
    found.emplace_back(std::move(name), std::move(message));
  }
  std::vector<std::string> names;
  for (const auto& [name, message] : found)
    if (!isOfCuda(name) && std::find(names.begin(), names.end(), name) == names.end() &&
        isUsedLikeAName(name, all, !message.starts_with("use of undeclared identifier")))
      names.push_back(name);
  return names;
}

}  // namespace kw::reading
