// SPDX-License-Identifier: GPL-3.0-or-later
// Which entries of a palette a few typed letters mean, and in which order.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace kw::view {

// Letters of the query that were found in a text. Positions count UTF-16 units, as Qt's strings do.
struct Match {
  int score = 0;  // higher is better; 0 for an empty query
  std::vector<size_t> positions;
};

// The letters of `query` in their order, anywhere in `text`; blanks in the query and case are
// passed over. Of all ways to place them the best is given: starts of words and letters in a row
// count most. Where that gives nothing, the query's words may stand in any order. Texts beyond 256 units are matched up to there.
std::optional<Match> match(std::u16string_view query, std::u16string_view text);

struct PaletteEntry {
  std::u16string text;
  bool enabled = true;
  int recency = -1;  // 0: run last, 1: the one before, …; -1: not run lately
};

struct RankedEntry {
  size_t index = 0;  // into the entries given
  Match match;
};

// Those that match, best first. Without a query all: those run lately, then the rest as given.
// Where scores are equal, what can be run stands first, then what was run lately, then the order
// given.
std::vector<RankedEntry> rank(std::u16string_view query, const std::vector<PaletteEntry>& entries);

}  // namespace kw::view
