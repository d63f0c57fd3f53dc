// SPDX-License-Identifier: GPL-3.0-or-later
#include "runner/device/cuda/includes.h"

#include <cctype>
#include <optional>
#include <set>
#include <system_error>

#include "base/files/files.h"

namespace kw::cuda {
namespace {

namespace fs = std::filesystem;

struct Named {
  std::string file;  // empty: a name that only the preprocessor knows
  bool quoted = false;
  bool next = false;  // #include_next
  int line = 1;
};

bool isWordCharacter(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
}

// Lines joined where a backslash ends one, as the preprocessor does first; blanks after the
// backslash are let pass, as compilers do. Each removed line end is kept as a '\v', so that lines
// can still be counted.
std::string joinLines(std::string_view text) {
  std::string joined;
  joined.reserve(text.size());
  for (size_t at = 0; at < text.size(); ++at) {
    if (text[at] == '\\') {
      size_t end = at + 1;
      while (end < text.size() && (text[end] == ' ' || text[end] == '\t' || text[end] == '\r'))
        ++end;
      if (end < text.size() && text[end] == '\n') {
        joined += '\v';
        at = end;
        continue;
      }
    }
    joined += text[at];
  }
  return joined;
}

// Past blanks and comments.
size_t skipBlanks(const std::string& text, size_t at) {
  for (; at < text.size();) {
    if (text.compare(at, 2, "/*") == 0) {
      const size_t end = text.find("*/", at + 2);
      at = end == std::string::npos ? text.size() : end + 2;
    } else if (text[at] == ' ' || text[at] == '\t' || text[at] == '\v' || text[at] == '\r') {
      ++at;
    } else {
      break;
    }
  }
  return at;
}

// Whether what stands before `at`, blanks and comments left out, is a '#' in one of its spellings.
bool followsHash(const std::string& text, size_t at) {
  for (;;) {
    while (at > 0 && (std::isspace(static_cast<unsigned char>(text[at - 1])) != 0))
      --at;
    if (at < 2 || text.compare(at - 2, 2, "*/") != 0) break;
    const size_t begin = text.rfind("/*", at - 2);
    if (begin == std::string::npos) break;
    at = begin;
  }
  return at > 0 && (text[at - 1] == '#' || (at > 1 && text.compare(at - 2, 2, "%:") == 0));
}

std::optional<Named> includeAt(const std::string& text, size_t word, size_t length) {
  Named named;
  named.line = 1;
  for (size_t at = 0; at < word; ++at)
    named.line += text[at] == '\n' || text[at] == '\v' ? 1 : 0;
  const size_t at = skipBlanks(text, word + length);
  const char open = at < text.size() ? text[at] : '\0';
  if (open == '"' || open == '<') {
    const size_t end = text.find_first_of(open == '"' ? "\"\n" : ">\n", at + 1);
    if (end != std::string::npos && text[end] != '\n') {
      named.quoted = open == '"';
      named.file = text.substr(at + 1, end - at - 1);
      std::erase(named.file, '\v');
      return named;
    }
  }
  if (followsHash(text, word)) return named;
  return std::nullopt;
}

// Looked for as words anywhere, in comments and strings too: a scanner that skips those could be
// led astray by a candidate that opens one where the compiler sees none.
std::vector<Named> namedIn(std::string_view source) {
  const std::string text = joinLines(source);
  std::vector<Named> found;
  for (const std::string_view word : {"include", "include_next", "import", "embed"}) {
    for (size_t at = text.find(word[0]); at != std::string::npos; at = text.find(word[0], at + 1)) {
      if (at > 0 && isWordCharacter(text[at - 1])) continue;
      size_t end = at, matched = 0;
      while (end < text.size() && matched < word.size() &&
             (text[end] == word[matched] || text[end] == '\v'))
        matched += text[end++] == '\v' ? 0 : 1;
      if (matched != word.size() || (end < text.size() && isWordCharacter(text[end]))) continue;
      auto named = includeAt(text, at, end - at);
      if (!named) continue;
      named->next = word == "include_next";
      found.push_back(std::move(*named));
    }
  }
  return found;
}

bool isInside(const fs::path& path, const fs::path& folder) {
  const fs::path relative = path.lexically_relative(folder);
  return !relative.empty() && *relative.begin() != "..";
}

class Collector {
 public:
  Collector(fs::path folder, const std::vector<std::string>& includeFolders)
      : m_folder(std::move(folder)) {
    std::error_code ignored;
    if (!m_folder.empty()) m_folder = fs::weakly_canonical(m_folder, ignored);
    m_search.push_back(m_folder);
    for (const std::string& item : includeFolders)
      m_search.push_back((m_folder / item).lexically_normal());
  }

  Status collect(std::string_view text, const std::string& name, const fs::path& from) {
    for (const Named& named : namedIn(text)) {
      KW_TRY(checkName(named, name));
      KW_TRY(follow(named, name, from));
    }
    return {};
  }

  std::vector<IncludedFile> files;

 private:
  static Unexpected<Error> refuse(const Named& named, const std::string& in,
                                  const std::string& why) {
    Place place;
    place.file = in;
    place.line = named.line;
    return failInput("#include " + (named.file.empty() ? "of a macro" : "\"" + named.file + "\"") +
                         " is refused: " + why,
                     place,
                     "include files of CUDA or of the problem's folder only, by a relative name");
  }

  static Status checkName(const Named& named, const std::string& in) {
    if (named.file.empty()) return refuse(named, in, "its name cannot be checked before compiling");
    if (named.next) return refuse(named, in, "#include_next depends on the machine");
    const fs::path path(named.file);
    if (path.is_absolute()) return refuse(named, in, "it is an absolute path");
    return {};
  }

  // Finds the file as the compiler would and goes on inside it, if it is one of the problem's.
  Status follow(const Named& named, const std::string& in, const fs::path& from) {
    std::vector<fs::path> search = m_folder.empty() ? std::vector<fs::path>() : m_search;
    if (named.quoted && !m_folder.empty()) search.insert(search.begin(), from);
    for (const fs::path& folder : search) {
      const fs::path path = (folder / named.file).lexically_normal();
      std::error_code error;
      if (!fs::exists(path, error)) continue;
      const fs::path real = fs::weakly_canonical(path, error);
      if (!isInside(path, m_folder) || !isInside(real, m_folder))
        return refuse(named, in, "it leaves the problem's folder");
      if (!m_seen.insert(real).second) return {};
      KW_ASSIGN(std::string text, files::readText(real));
      const std::string name = real.lexically_relative(m_folder).string();
      files.push_back({name, text});
      return collect(text, name, real.parent_path());
    }
    if (named.file.find("..") != std::string::npos)
      return refuse(named, in, "it climbs out with \"..\"");
    return {};
  }

  fs::path m_folder;
  std::vector<fs::path> m_search;
  std::set<fs::path> m_seen;
};

}  // namespace

Result<std::vector<IncludedFile>> includedFiles(std::string_view text, const std::string& fileName,
                                                const std::filesystem::path& folder,
                                                const std::vector<std::string>& includeFolders) {
  Collector collector(folder, includeFolders);
  for (const std::string& item : includeFolders)
    if (fs::path(item).is_absolute() || !isInside((fs::path("/x") / item).lexically_normal(), "/x"))
      return failInput("the include folder \"" + item + "\" leaves the problem's folder", {},
                       "name folders below the problem's folder");
  const fs::path from = folder.empty() ? folder : fs::weakly_canonical(folder);
  KW_TRY(collector.collect(text, fileName, from));
  return std::move(collector.files);
}

}  // namespace kw::cuda
