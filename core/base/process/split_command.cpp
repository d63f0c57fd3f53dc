// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/process/child.h"

namespace kw::process {

namespace {

class Splitter {
 public:
  explicit Splitter(std::string_view text) : m_text(text) {}

  Result<std::vector<std::string>> split() {
    while (m_at < m_text.size())
      KW_TRY(step());
    endWord();
    return std::move(m_words);
  }

 private:
  Status step() {
    const char c = m_text[m_at];
    if (c == ' ' || c == '\t' || c == '\n') {
      ++m_at;
      endWord();
      return {};
    }
    m_inWord = true;
    if (c == '\'') return singleQuoted();
    if (c == '"') return doubleQuoted();
    if (c == '\\') return escaped();
    m_word += c;
    ++m_at;
    return {};
  }

  Status singleQuoted() {
    const size_t end = m_text.find('\'', m_at + 1);
    if (end == std::string_view::npos) return unfinished("the quote '", m_at);
    m_word += m_text.substr(m_at + 1, end - m_at - 1);
    m_at = end + 1;
    return {};
  }

  Status doubleQuoted() {
    const size_t start = m_at++;
    for (; m_at < m_text.size() && m_text[m_at] != '"'; ++m_at) {
      // Within double quotes a backslash only protects these; otherwise it stands for itself.
      const bool protects =
          m_text[m_at] == '\\' && m_at + 1 < m_text.size() &&
          std::string_view("\"\\$`\n").find(m_text[m_at + 1]) != std::string_view::npos;
      if (protects) ++m_at;
      if (!protects || m_text[m_at] != '\n') m_word += m_text[m_at];
    }
    if (m_at >= m_text.size()) return unfinished("the quote \"", start);
    ++m_at;
    return {};
  }

  Status escaped() {
    if (m_at + 1 >= m_text.size()) return unfinished("the backslash", m_at);
    if (m_text[m_at + 1] != '\n') m_word += m_text[m_at + 1];
    m_at += 2;
    return {};
  }

  void endWord() {
    if (m_inWord) m_words.push_back(std::move(m_word));
    m_word.clear();
    m_inWord = false;
  }

  Status unfinished(const std::string& what, size_t at) const {
    return failInput("in the command line \"" + std::string(m_text) + "\", " + what +
                         " in column " + std::to_string(at + 1) + " is not followed by its end",
                     {}, "close it, or put a backslash before it");
  }

  std::string_view m_text;
  size_t m_at = 0;
  std::vector<std::string> m_words;
  std::string m_word;
  bool m_inWord = false;
};

}  // namespace

Result<std::vector<std::string>> splitCommand(std::string_view text) {
  return Splitter(text).split();
}

}  // namespace kw::process
