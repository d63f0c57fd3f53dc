// SPDX-License-Identifier: GPL-3.0-or-later
// A comparison of two texts as marks in the editors that show them.
#pragma once

#include <string_view>
#include <vector>

#include "view/code/line_diff.h"
#include "widgets/editors/code_editor.h"

namespace kw {

struct SideMarks {
  std::vector<CodeEditor::LineMark> left, right;
};
SideMarks marksOf(const std::vector<view::DiffRow>& rows);
SideMarks marksOf(std::string_view left, std::string_view right);

}  // namespace kw
