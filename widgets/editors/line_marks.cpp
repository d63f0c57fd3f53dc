// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/editors/line_marks.h"

namespace kw {

SideMarks marksOf(const std::vector<view::DiffRow>& rows) {
  using Kind = view::DiffRow::Kind;
  using Mark = CodeEditor::Mark;
  SideMarks marks;
  for (const view::DiffRow& row : rows) {
    if (row.kind == Kind::same) continue;
    const bool changed = row.kind == Kind::changed;
    if (row.left >= 0) marks.left.push_back({row.left, changed ? Mark::changed : Mark::removed});
    if (row.right >= 0) marks.right.push_back({row.right, changed ? Mark::changed : Mark::added});
  }
  return marks;
}

SideMarks marksOf(std::string_view left, std::string_view right) {
  return marksOf(view::diffLines(view::linesOf(left), view::linesOf(right)));
}

}  // namespace kw
