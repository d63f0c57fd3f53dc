// SPDX-License-Identifier: GPL-3.0-or-later
// What two sequences of numbers have in common.
#pragma once

#include <cstddef>
#include <span>
#include <utility>
#include <vector>

namespace kw::view {

using Match = std::pair<size_t, size_t>;  // a place on the left and its equal on the right

// Ascending on both sides. A longest common subsequence as long as no more than `mostEdits` edits
// lead from one to the other; else the elements that occur once on each side split the sequences
// and the parts between are compared likewise, or left without a match.
std::vector<Match> commonSubsequence(std::span<const int> left, std::span<const int> right,
                                     size_t mostEdits = 2000);

}  // namespace kw::view
