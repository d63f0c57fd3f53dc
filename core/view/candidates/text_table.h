// SPDX-License-Identifier: GPL-3.0-or-later
// A table as text, for the clipboard.
#pragma once

#include <string>
#include <vector>

namespace kw::view {

struct TextTable {
  std::vector<std::string> header;
  std::vector<bool> isNumber;  // by column: aligned to the right
  std::vector<std::vector<std::string>> rows;
};

// One line for the header and each row, each ending in a line feed. Tabs and line breaks within
// cells become blanks.
std::string tsvText(const TextTable& table);
std::string markdownText(const TextTable& table);

}  // namespace kw::view
