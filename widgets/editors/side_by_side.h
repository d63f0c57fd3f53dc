// SPDX-License-Identifier: GPL-3.0-or-later
// Two texts prepared for two editors, so that what belongs together stands on one level.
#pragma once

#include <string>
#include <vector>

#include "view/code/listing_text.h"
#include "widgets/editors/code_editor.h"
#include "widgets/editors/line_marks.h"

namespace kw {

struct SideBySide {
  struct Side {
    std::string text;          // may begin with an empty line that is not its own; see numbers
    std::vector<int> numbers;  // of the text's lines, counted from 1; 0: not its own
    std::vector<CodeEditor::LineMark> marks;
    std::vector<CodeEditor::Range> ranges;  // what differs within lines
    std::vector<CodeEditor::Filler> fillers;
  };
  struct Start {
    int row = 0;              // on the screen, fillers counted
    int left = 0, right = 0;  // the editors' lines there, or the last above it
  };
  Side left, right;
  std::vector<Start> starts;  // of each difference
};

SideBySide sideBySide(const std::string& left, const std::string& right);

// Two listings, compared by view::comparable(). In place of their own, the numbers are those of the
// source lines, at the first line of each stretch that comes from one; `left` and `right` say for
// each line of the editors which it comes from, 0 for none.
struct ListingsSideBySide {
  SideBySide both;
  std::vector<int> left, right;
};
ListingsSideBySide sideBySide(const view::ListingText& left, const view::ListingText& right,
                              bool ignoresNames);

}  // namespace kw
