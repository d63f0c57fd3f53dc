// SPDX-License-Identifier: GPL-3.0-or-later
// HTML text: everything from outside goes through escape().
#pragma once

#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

namespace kw::html {

// & < > " ' become entities; control characters that HTML forbids become U+FFFD.
std::string escape(std::string_view text);

// <tag class="kind">escaped text</tag>; without `kind`, no class.
std::string element(std::string_view tag, std::string_view text, std::string_view kind = {});

// A table. Cells hold HTML that was escaped already.
struct Column {
  std::string title;
  bool isNumber = false;  // right-aligned, tabular figures
};
class Table {
 public:
  explicit Table(std::vector<Column> columns) : m_columns(std::move(columns)) {}
  void add(std::vector<std::string> cells, std::string_view kind = {});
  bool empty() const { return m_rows.empty(); }
  std::string text() const;

 private:
  std::vector<Column> m_columns;
  std::string m_rows;
};

}  // namespace kw::html
