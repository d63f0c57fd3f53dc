// SPDX-License-Identifier: GPL-3.0-or-later
// Rounds of the agent loop as a timeline's rows.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "model/proposal/round.h"

namespace kw::view {

struct RoundRow {
  int64_t id = 0;
  std::string name;      // "Round 3"
  std::string branch;    // "from round 1", "from the start"
  std::string ending;    // "gained", "under way", "waits for review"
  std::string expected;  // "1.20×"; "" where nothing was proposed
  std::string measured;  // "1.08× (1.07 to 1.10)"; "" where nothing was
  // For the mark; 0: none.
  double expectedRatio = 0, ratio = 0, low = 0, high = 0;
  RoundEnding kind = RoundEnding::open;
};
std::vector<RoundRow> roundRows(const std::vector<Round>& rounds);

// The ratios that a mark of all rows has to hold, with room at both ends; holds 1.
struct RatioRange {
  double low = 0.5, high = 2;
  // From 0 to 1, on a logarithmic scale; what lies outside is at the end.
  double place(double ratio) const;
};
RatioRange ratioRange(const std::vector<RoundRow>& rows);

// How it ended and what it has cost, in a few sentences.
std::string roundSummary(const Round& round);
// One call: who was asked, what it took, and its fault.
std::string callSummary(const ProposalCall& call);

}  // namespace kw::view
