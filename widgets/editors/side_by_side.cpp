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

}  // namespace

SideBySide sideBySide(const std::string& left, const std::string& right) {
  const Lines leftLines = view::linesOf(left), rightLines = view::linesOf(right);
  const std::vector<DiffRow> rows = view::diffLines(leftLines, rightLines);
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

}  // namespace kw
