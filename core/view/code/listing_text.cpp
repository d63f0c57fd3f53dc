// SPDX-License-Identifier: GPL-3.0-or-later
#include "view/code/listing_text.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <map>
#include <optional>

#include "view/code/line_diff.h"

namespace kw::view {

namespace {

bool isDigit(char c) {
  return c >= '0' && c <= '9';
}

std::string_view trimmed(std::string_view text) {
  const size_t begin = text.find_first_not_of(" \t");
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(" \t\r") - begin + 1);
}

// The number at the beginning of `text`, which loses it; nothing where none is there.
std::optional<int> takeInteger(std::string_view& text) {
  const size_t begin = std::min(text.find_first_not_of(" \t"), text.size());
  int number = 0;
  const auto [end, error] = std::from_chars(text.data() + begin, text.data() + text.size(), number);
  if (error != std::errc()) return std::nullopt;
  text.remove_prefix(static_cast<size_t>(end - text.data()));
  return number;
}

std::string_view quoted(std::string_view text) {
  const size_t begin = text.find('"');
  const size_t end = begin == std::string_view::npos ? begin : text.find('"', begin + 1);
  return end == std::string_view::npos ? std::string_view()
                                       : text.substr(begin + 1, end - begin - 1);
}

// The file by its own name or below any folder.
bool isFile(std::string_view path, std::string_view name) {
  if (!path.ends_with(name)) return false;
  return path.size() == name.size() || path[path.size() - name.size() - 1] == '/';
}

class Reader {
 public:
  explicit Reader(const CodeListing& listing)
      : m_name(listing.fileName), m_lines(linesOf(listing.text)) {}

 protected:
  void keep(std::string_view line, int source) {
    m_made.lines.emplace_back(line);
    m_made.sourceLines.push_back(source);
  }
  bool isOwn(std::string_view path) const { return isFile(path, m_name); }

  std::string m_name;
  std::vector<std::string_view> m_lines;
  ListingText m_made;
};

// PTX: ".file 1 "template.cu"" names files, anywhere; ".loc 1 12 3" says where what follows comes
// from, with ", inlined_at 1 20 5" where it was inlined. Line 0: nowhere.
class PtxReader : Reader {
 public:
  using Reader::Reader;
  ListingText read() {
    nameFiles();
    for (m_at = 0; m_at < m_lines.size(); ++m_at) {
      const std::string_view line = trimmed(m_lines[m_at]);
      if (line.starts_with(".loc"))
        locate(line.substr(4));
      else if (line.starts_with(".section") && line.find(".debug") != std::string_view::npos)
        skipBraces();
      else if (!line.starts_with(".file") && !isMark(line))
        keep(m_lines[m_at], isInstruction(line) ? m_source : 0);
      if (line == "}") m_source = 0;
    }
    return std::move(m_made);
  }

 private:
  void nameFiles() {
    for (const std::string_view each : m_lines) {
      std::string_view line = trimmed(each);
      if (!line.starts_with(".file")) continue;
      line.remove_prefix(5);
      if (const auto number = takeInteger(line)) m_isOwn[*number] = isOwn(quoted(line));
    }
  }
  void locate(std::string_view rest) {
    const size_t inlined = rest.find("inlined_at");
    m_source = ownLine(rest);
    if (m_source == 0 && inlined != std::string_view::npos)
      m_source = ownLine(rest.substr(inlined + std::string_view("inlined_at").size()));
  }
  int ownLine(std::string_view rest) const {
    const auto file = takeInteger(rest), line = takeInteger(rest);
    const auto known = file ? m_isOwn.find(*file) : m_isOwn.end();
    return line && known != m_isOwn.end() && known->second ? *line : 0;
  }
  void skipBraces() {
    while (m_at + 1 < m_lines.size() && trimmed(m_lines[m_at]) != "}")
      ++m_at;
  }
  // Labels that only the debugger's tables use.
  static bool isMark(std::string_view line) {
    return line.ends_with(':') && (line.starts_with("$L__tmp") || line.starts_with("$L__func_"));
  }
  static bool isInstruction(std::string_view line) { return line.ends_with(';'); }

  size_t m_at = 0;
  int m_source = 0;
  std::map<int, bool> m_isOwn;
};

// SASS: lines "//## File "template.cu", line 12", several where code was inlined, the innermost
// first; then instructions behind their addresses in comments.
class SassReader : Reader {
 public:
  using Reader::Reader;
  ListingText read() {
    for (const std::string_view line : m_lines) {
      const std::string_view words = trimmed(line);
      if (words.starts_with("//## File")) {
        locate(words);
        continue;
      }
      m_isLocating = false;
      if (words.starts_with(".section")) m_source = 0;
      const bool isInstruction = words.starts_with("/*");
      keep(isInstruction ? withoutAddress(line) : std::string(line), isInstruction ? m_source : 0);
    }
    return std::move(m_made);
  }

 private:
  void locate(std::string_view words) {
    if (!std::exchange(m_isLocating, true)) m_source = 0;
    if (m_source > 0) return;
    // `File "a", line 1 inlined at "b", line 2`: each pair in turn.
    for (size_t at = words.find('"'); at != std::string_view::npos; at = words.find('"', at)) {
      const std::string_view path = quoted(words.substr(at));
      at += path.size() + 2;
      const size_t line = words.find("line", std::min(at, words.size()));
      if (line == std::string_view::npos) return;
      std::string_view number = words.substr(line + 4);
      if (isOwn(path)) {
        m_source = takeInteger(number).value_or(0);
        return;
      }
    }
  }
  // As wide as before, but for the address: "        /*0010*/      @P0 EXIT ;".
  static std::string withoutAddress(std::string_view line) {
    const size_t begin = line.find("/*"), end = line.find("*/", begin);
    if (end == std::string_view::npos) return std::string(line);
    std::string_view rest = line.substr(end + 2);
    // cuobjdump writes the encoding behind it, also in a comment.
    const size_t encoding = rest.rfind("/* 0x");
    if (encoding != std::string_view::npos) rest = rest.substr(0, encoding);
    const size_t last = rest.find_last_not_of(" \t");
    // nvdisasm indents by 19 more, where predicates begin at 14.
    const size_t indent = std::min(rest.find_first_not_of(' '), size_t{10});
    return last == std::string_view::npos ? std::string()
                                          : std::string(rest.substr(indent, last + 1 - indent));
  }

  bool m_isLocating = false;
  int m_source = 0;
};

// objdump: "0000 <function>:", "function():", "file:12 (discriminator 2)", "  1200:\tpush %rbp".
class AssemblyReader : Reader {
 public:
  using Reader::Reader;
  ListingText read() {
    for (const std::string_view line : m_lines)
      take(line);
    endFunction();
    return std::move(m_made);
  }

 private:
  void take(std::string_view line) {
    if (line.ends_with(">:") && !line.starts_with(' ')) {
      endFunction();
      const size_t name = line.find('<');
      if (name != std::string_view::npos)
        m_function.emplace_back(std::string(line.substr(name + 1, line.size() - name - 3)) + ":",
                                0);
      return;
    }
    if (line.starts_with(' ')) {
      const size_t tab = line.find('\t');
      if (tab != std::string_view::npos && !m_function.empty())
        m_function.emplace_back("    " + std::string(line.substr(tab + 1)), m_source);
      return;
    }
    locate(line);
  }
  void locate(std::string_view line) {
    const size_t note = line.find(" (discriminator");
    line = line.substr(0, note);
    const size_t colon = line.rfind(':');
    if (colon == std::string_view::npos || colon + 1 == line.size()) return;
    std::string_view digits = line.substr(colon + 1);
    const auto number = takeInteger(digits);
    if (number && digits.empty()) m_source = isOwn(line.substr(0, colon)) ? *number : 0;
  }
  void endFunction() {
    const bool isOfCandidate =
        std::ranges::any_of(m_function, [](const auto& line) { return line.second > 0; });
    if (isOfCandidate && !m_made.lines.empty()) keep("", 0);
    if (isOfCandidate)
      for (const auto& [line, source] : m_function)
        keep(line, source);
    m_function.clear();
    m_source = 0;
  }

  std::vector<std::pair<std::string, int>> m_function;
  int m_source = 0;
};

bool isWord(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '$';
}

// R12, UR4, P0, UP1, B0, SB3: one or two letters of these and a number.
bool isSassRegister(std::string_view word) {
  constexpr std::array<std::string_view, 6> kinds{"R", "UR", "P", "UP", "B", "SB"};
  const size_t digits = std::min(word.find_first_of("0123456789"), word.size());
  return digits < word.size() && std::ranges::all_of(word.substr(digits), isDigit) &&
         std::ranges::find(kinds, word.substr(0, digits)) != kinds.end();
}

bool isLabel(std::string_view word) {
  return word.starts_with("$L") || word.starts_with("L_x_") || word.starts_with("BB");
}

std::string_view withoutNumber(std::string_view word) {
  return word.substr(0, word.find_last_not_of("0123456789") + 1);
}

// After a '%': "rd5", "tid"; of a CPU "ymm3", "r8d", "rax".
std::string namelessRegister(std::string_view word) {
  const bool isNamed = word.size() == 3 && (word[0] == 'r' || word[0] == 'e') &&
                       std::string_view("xip").find(word[2]) != std::string_view::npos;
  if (isNamed) return std::string(word.substr(0, 1));
  std::string name(word);
  std::erase_if(name, isDigit);
  return name;
}

// A word as it counts; `before` is what stands before it.
std::string namelessWord(std::string_view word, char before) {
  if (before == '%') return namelessRegister(word);
  if (isLabel(word) || isSassRegister(word)) return std::string(withoutNumber(word));
  if (before == '<' && std::ranges::all_of(word, isDigit)) return {};  // how many registers
  return std::string(word);
}

// objdump's "1150 <kernel+0x50>": where a jump goes, which moves with all that stands before it.
bool isTarget(std::string_view word, std::string_view behind) {
  return behind.starts_with(" <") &&
         std::ranges::all_of(word, [](char c) { return isDigit(c) || (c >= 'a' && c <= 'f'); });
}

}  // namespace

std::string ListingText::text() const {
  std::string all;
  for (const std::string& line : lines)
    all += line + '\n';
  return all;
}

ListingText listingText(const CodeListing& listing) {
  if (listing.format == "ptx") return PtxReader(listing).read();
  if (listing.format == "sass") return SassReader(listing).read();
  return AssemblyReader(listing).read();
}

std::string comparable(std::string_view line, bool ignoresNames) {
  std::string made;
  for (size_t at = 0; at < line.size();) {
    if (!isWord(line[at])) {
      made += line[at++];
      continue;
    }
    size_t end = at;
    while (end < line.size() && isWord(line[end]))
      ++end;
    const std::string_view word = line.substr(at, end - at);
    if (ignoresNames && word == "reuse" && made.ends_with('.')) {  // a hint on a register
      made.pop_back();
      at = end;
      continue;
    }
    if (isTarget(word, line.substr(end))) {
      const size_t close = line.find('>', end);
      const size_t name = std::min(line.find('+', end), close);
      made += line.substr(end, name == std::string_view::npos ? name : name - end);
      end = std::min(close, line.size());
    } else {
      made += ignoresNames ? namelessWord(word, at > 0 ? line[at - 1] : ' ') : std::string(word);
    }
    at = end;
  }
  return made;
}

}  // namespace kw::view
