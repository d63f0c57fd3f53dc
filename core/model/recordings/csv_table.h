// SPDX-License-Identifier: GPL-3.0-or-later
// CSV text as rows of cells. For readers of recordings and profiles.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace kw::recordings {

struct CsvRow {
  int line = 0;  // where it begins
  std::vector<std::string> cells;
};

struct CsvTable {
  char separator = ',';
  std::vector<CsvRow> rows;  // without empty lines and without comments (lines beginning with '#')
  bool isCut = false;        // the text ends inside quotes
};

// As in RFC 4180: a cell in double quotes may hold separators, line ends and doubled quotes. The
// separator is whichever of ',', ';' and tab occurs most in the first line. Spaces around cells
// that are not quoted do not count.
CsvTable readCsvTable(std::string_view text);

// The cell, quoted where it must be. `separator` is ','.
std::string csvCell(const std::string& content);

}  // namespace kw::recordings
