// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/recordings/csv_table.h"

#include <algorithm>
#include <array>
#include <cstddef>

namespace kw::recordings {

namespace {

std::string_view trimmedCell(std::string_view text) {
  constexpr std::string_view space = " \t\r";
  const size_t first = text.find_first_not_of(space);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(space) - first + 1);
}

// Of the first line that is no comment. What stands in quotes separates nothing.
char separatorOf(std::string_view text) {
  while (text.starts_with('#'))
    text.remove_prefix(std::min(text.find('\n'), text.size() - 1) + 1);
  constexpr std::string_view separators = ",;\t";
  std::array<size_t, separators.size()> counts{};
  bool isQuoted = false, begins = true;  // a cell
  for (const char c : text) {
    if (c == '"' && (begins || isQuoted)) isQuoted = !isQuoted;
    if (isQuoted) continue;
    if (c == '\n') break;
    const size_t which = separators.find(c);
    if (which != std::string_view::npos) ++counts[which];
    begins = which != std::string_view::npos || (begins && c == ' ');
  }
  // Where two are as frequent, the first.
  return separators[static_cast<size_t>(std::ranges::max_element(counts) - counts.begin())];
}

class CsvReader {
 public:
  explicit CsvReader(std::string_view text) : m_text(text) {
    m_table.separator = separatorOf(text);
  }

  CsvTable read() {
    while (!m_text.empty()) {
      if (m_text.front() == '#') {
        skipLine();
        continue;
      }
      CsvRow row{m_line, {}};
      readRow(row);
      if (row.cells.size() > 1 || !row.cells.front().empty())
        m_table.rows.push_back(std::move(row));
    }
    return std::move(m_table);
  }

 private:
  void skipLine() {
    m_text.remove_prefix(std::min(m_text.find('\n'), m_text.size() - 1) + 1);
    ++m_line;
  }

  void readRow(CsvRow& row) {
    for (;;) {
      row.cells.push_back(cell());
      if (m_text.empty()) return;
      const char end = m_text.front();
      m_text.remove_prefix(1);
      if (end != '\n') continue;
      ++m_line;
      return;
    }
  }

  // Up to the separator or the line's end, which stays.
  std::string cell() {
    const size_t first = m_text.find_first_not_of(' ');
    if (first != std::string_view::npos && m_text[first] == '"') {
      m_text.remove_prefix(first + 1);
      return quoted();
    }
    return unquoted();
  }

  std::string unquoted() {
    const char ends[] = {m_table.separator, '\n'};
    const size_t length = std::min(m_text.find_first_of({ends, 2}), m_text.size());
    std::string content(trimmedCell(m_text.substr(0, length)));
    m_text.remove_prefix(length);
    return content;
  }

  std::string quoted() {
    std::string content;
    for (;;) {
      const size_t length = m_text.find('"');
      if (length == std::string_view::npos) {
        m_table.isCut = true;
        content += m_text;
        m_text = {};
        return content;
      }
      content += m_text.substr(0, length);
      m_text.remove_prefix(length + 1);
      if (!m_text.starts_with('"')) break;
      content += '"';
      m_text.remove_prefix(1);
    }
    m_line += static_cast<int>(std::ranges::count(content, '\n'));
    return content + unquoted();  // what wrongly follows the quotes, as a rule nothing
  }

  std::string_view m_text;
  CsvTable m_table;
  int m_line = 1;
};

}  // namespace

CsvTable readCsvTable(std::string_view text) {
  return CsvReader(text).read();
}

std::string csvCell(const std::string& content) {
  const bool isPlain = content.find_first_of(",;\"\t\r\n") == std::string::npos &&
                       trimmedCell(content).size() == content.size() && !content.starts_with('#');
  if (isPlain) return content;
  std::string cell = "\"";
  for (const char c : content) {
    if (c == '"') cell += '"';
    cell += c;
  }
  return cell + '"';
}

}  // namespace kw::recordings
