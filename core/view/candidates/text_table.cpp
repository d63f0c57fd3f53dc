// SPDX-License-Identifier: GPL-3.0-or-later
#include "view/candidates/text_table.h"

namespace kw::view {

namespace {

std::string oneLine(std::string text) {
  for (char& character : text)
    if (character == '\t' || character == '\n' || character == '\r') character = ' ';
  return text;
}

std::string tsvLine(const std::vector<std::string>& cells) {
  std::string line;
  for (size_t i = 0; i < cells.size(); ++i)
    line += (i ? "\t" : "") + oneLine(cells[i]);
  return line + "\n";
}

std::string markdownCell(const std::string& text) {
  std::string escaped;
  for (const char character : oneLine(text)) {
    if (character == '|' || character == '\\') escaped += '\\';
    escaped += character;
  }
  return escaped;
}

std::string markdownLine(const std::vector<std::string>& cells) {
  std::string line = "|";
  for (const std::string& cell : cells)
    line += " " + markdownCell(cell) + " |";
  return line + "\n";
}

}  // namespace

std::string tsvText(const TextTable& table) {
  std::string text = tsvLine(table.header);
  for (const auto& row : table.rows)
    text += tsvLine(row);
  return text;
}

std::string markdownText(const TextTable& table) {
  std::string text = markdownLine(table.header) + "|";
  for (size_t i = 0; i < table.header.size(); ++i)
    text += i < table.isNumber.size() && table.isNumber[i] ? " ---: |" : " --- |";
  text += "\n";
  for (const auto& row : table.rows)
    text += markdownLine(row);
  return text;
}

}  // namespace kw::view
