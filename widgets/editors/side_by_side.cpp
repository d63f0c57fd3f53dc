// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/editors/side_by_side.h"

#include <algorithm>

namespace kw {

namespace {

using view::DiffRow;
using Lines = std::vector<std::string_view>;

// A filler can only stand below a line: where one is needed above the first, both texts get an
// empty line on top.
bool needsTopLine(const std::vector<DiffRow>& rows) {
  return !rows.empty() && (rows.front().left < 0 || rows.front().right < 0);
}

SideBySide::Side plainSide(const Lines& lines, int top) {
  SideBySide::Side side;
  side.numbers.assign(static_cast<size_t>(top), 0);
  if (top > 0 && !lines.empty()) side.text = "\n";
  for (size_t i = 0; i < lines.size(); ++i) {
    if (i > 0) side.text += '\n';
    side.text += lines[i];
    side.numbers.push_back(static_cast<int>(i) + 1);
  }
  return side;
}

void addFillers(const std::vector<DiffRow>& rows, int DiffRow::*line, int top,
                SideBySide::Side& side) {
  int last = top - 1;
  for (const DiffRow& row : rows) {
    if (row.*line >= 0) {
      last = row.*line + top;
    } else if (!side.fillers.empty() && side.fillers.back().line == last) {
      ++side.fillers.back().rows;
    } else {
      side.fillers.push_back({last, 1});
    }
  }
}

void addRanges(int line, const std::vector<view::ByteRange>& changed, SideBySide::Side& side) {
  for (const view::ByteRange& range : changed)
    side.ranges.push_back({line, static_cast<int>(range.begin), static_cast<int>(range.end)});
}

void addStarts(const std::vector<DiffRow>& rows, int top, SideBySide& both) {
  int left = 0, right = 0;
  size_t next = 0;
  const std::vector<size_t> starts = view::differences(rows);
  for (size_t i = 0; i < rows.size() && next < starts.size(); ++i) {
    if (rows[i].left >= 0) left = rows[i].left + top;
    if (rows[i].right >= 0) right = rows[i].right + top;
    if (starts[next] != i) continue;
    both.starts.push_back({static_cast<int>(i) + top, left, right});
    ++next;
  }
}

SideBySide arrange(const Lines& leftLines, const Lines& rightLines,
                   const std::vector<DiffRow>& rows) {
  const int top = needsTopLine(rows) ? 1 : 0;
  SideBySide both{plainSide(leftLines, top), plainSide(rightLines, top), {}};
  SideMarks marks = marksOf(rows);
  for (auto* list : {&marks.left, &marks.right})
    for (CodeEditor::LineMark& mark : *list)
      mark.line += top;
  both.left.marks = std::move(marks.left);
  both.right.marks = std::move(marks.right);
  for (const DiffRow& row : rows) {
    if (row.kind != DiffRow::Kind::changed) continue;
    const view::LineChanges changes = view::changesWithin(
        leftLines[static_cast<size_t>(row.left)], rightLines[static_cast<size_t>(row.right)]);
    addRanges(row.left + top, changes.left, both.left);
    addRanges(row.right + top, changes.right, both.right);
  }
  addFillers(rows, &DiffRow::left, top, both.left);
  addFillers(rows, &DiffRow::right, top, both.right);
  addStarts(rows, top, both);
  return both;
}

Lines viewsOf(const std::vector<std::string>& lines) {
  return {lines.begin(), lines.end()};
}

std::vector<std::string> comparableLines(const view::ListingText& text, bool ignoresNames) {
  std::vector<std::string> lines;
  lines.reserve(text.lines.size());
  for (const std::string& line : text.lines)
    lines.push_back(view::comparable(line, ignoresNames));
  return lines;
}

// For each line of the editor; the side then shows them as numbers.
std::vector<int> takeSources(const view::ListingText& text, SideBySide::Side& side) {
  std::vector<int> sources;
  for (const int number : side.numbers)
    sources.push_back(number > 0 ? text.sourceLines[static_cast<size_t>(number) - 1] : 0);
  for (size_t i = 0; i < sources.size(); ++i)
    side.numbers[i] = i > 0 && sources[i] == sources[i - 1] ? 0 : sources[i];
  return sources;
}

}  // namespace

SideBySide sideBySide(const std::string& left, const std::string& right) {
  const Lines leftLines = view::linesOf(left), rightLines = view::linesOf(right);
  return arrange(leftLines, rightLines, view::diffLines(leftLines, rightLines));
}

ListingsSideBySide sideBySide(const view::ListingText& left, const view::ListingText& right,
                              bool ignoresNames) {
  const auto leftCompared = comparableLines(left, ignoresNames);
  const auto rightCompared = comparableLines(right, ignoresNames);
  ListingsSideBySide made{arrange(viewsOf(left.lines), viewsOf(right.lines),
                                  view::diffLines(viewsOf(leftCompared), viewsOf(rightCompared))),
                          {},
                          {}};
  made.left = takeSources(left, made.both.left);
  made.right = takeSources(right, made.both.right);
  return made;
}

}  // namespace kw
