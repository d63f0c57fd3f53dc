// SPDX-License-Identifier: GPL-3.0-or-later
// A change of a text as parts that can be taken or left, each by itself.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace kw::view {

// A stretch of lines that differ; counted from 0, each end behind the last.
struct Hunk {
  size_t leftBegin = 0, leftEnd = 0;    // empty: lines were added before leftBegin
  size_t rightBegin = 0, rightEnd = 0;  // empty: lines were removed before rightBegin
  friend bool operator==(const Hunk&, const Hunk&) = default;
};

// In order, as many as differences() finds. Texts that differ in line ends alone have none.
std::vector<Hunk> hunksOf(std::string_view left, std::string_view right);

// `left` with those parts of the change that are chosen. All of them give `right` to the byte, none
// `left`; without any hunk, `right`. `chosen` is as long as `hunks`, which are those of both texts.
std::string withHunks(std::string_view left, std::string_view right, const std::vector<Hunk>& hunks,
                      const std::vector<bool>& chosen);

// "lines 12 to 18 changed", "line 3 removed", "2 lines added after line 7".
std::string hunkText(const Hunk& hunk);

}  // namespace kw::view
