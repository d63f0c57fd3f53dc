// SPDX-License-Identifier: GPL-3.0-or-later
// Two texts side by side: which lines are the same, and what differs within those that changed.
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

namespace kw::view {

// Without line ends ("\n", "\r\n"). A line end at the end of the text begins no further line; an
// empty text has none.
std::vector<std::string_view> linesOf(std::string_view text);

struct DiffRow {
  enum class Kind { same, changed, added, removed };
  Kind kind = Kind::same;
  int left = -1, right = -1;  // lines, counted from 0; -1: a filler stands here

  friend bool operator==(const DiffRow&, const DiffRow&) = default;
};

// Every line of both texts stands in exactly one row, in order. Rows that are `same` are a longest
// common subsequence (Myers, "An O(ND) difference algorithm", 1986); where the texts differ in more
// than some thousand lines, one between the lines that occur once in each. Lines that resemble each
// other share a row and are `changed`.
std::vector<DiffRow> diffLines(const std::vector<std::string_view>& left,
                               const std::vector<std::string_view>& right);

// The first row of each stretch of rows that are not `same`.
std::vector<size_t> differences(const std::vector<DiffRow>& rows);

struct ByteRange {
  size_t begin = 0, end = 0;  // bytes in the line; end is behind the last

  friend bool operator==(const ByteRange&, const ByteRange&) = default;
};
struct LineChanges {
  std::vector<ByteRange> left, right;
};
// Word by word; never cuts a UTF-8 character apart.
LineChanges changesWithin(std::string_view left, std::string_view right);

}  // namespace kw::view
