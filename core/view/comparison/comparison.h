// SPDX-License-Identifier: GPL-3.0-or-later
// A few candidates side by side against a baseline, from what their rows tell.
#pragma once

#include <limits>
#include <string>
#include <vector>

#include "model/space/space.h"
#include "view/candidates/candidate_cells.h"
#include "view/candidates/text_table.h"

namespace kw::view {

struct ComparisonCell {
  std::string text;      // "" where it is not known
  std::string beside;    // what stands smaller behind it: "103.9 to 104.7"
  std::string more;      // a sentence or two, for a tooltip
  bool differs = false;  // from the baseline's
  // Of times: this one's over the baseline's, less 1. NaN where there is none.
  double difference = std::numeric_limits<double>::quiet_NaN();
  bool overlaps = false;  // the 95 % interval of this time overlaps the baseline's
};

struct ComparisonRow {
  enum class Kind { text, number, time };
  Kind kind = Kind::text;
  std::string title;                  // with its unit
  std::vector<ComparisonCell> cells;  // one for each column; the first is the baseline's
  bool differs = false;               // any of them
};

struct SideBySide {
  std::vector<CandidateId> columns;  // the baseline first, where there is one
  bool hasBaseline = false;
  std::vector<std::string> headings;  // "source kernel", "#12"
  std::vector<ComparisonRow> rows;
};

inline constexpr size_t mostCompared = 8;  // besides the baseline

// `baseline` or else the list's source comes first; then `ids` in their order without the baseline,
// as far as they are there and not more than mostCompared.
SideBySide compareCandidates(const CandidateList& list, std::optional<CandidateId> baseline,
                             const std::vector<CandidateId>& ids,
                             const std::vector<std::string>& caseNames,
                             const std::vector<Parameter>& parameters);

// With `onlyDiffering`, the rows in which something differs.
TextTable textTable(const SideBySide& comparison, bool onlyDiffering);

}  // namespace kw::view
