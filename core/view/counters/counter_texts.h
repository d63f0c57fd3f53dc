// SPDX-License-Identifier: GPL-3.0-or-later
// What stands around and in the table of a profile's metrics, and what is copied and exported of
// it.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "view/candidates/text_table.h"
#include "view/counters/counter_sheet.h"

namespace kw::view {

// "Memory-bound: DRAM bandwidth; …." While the walk goes on: what step it is at.
std::string regimeText(const Profile& profile);
// "Case prefill on NVIDIA H200 (GH100), range profiler, tree default (hand-set)".
std::string collectorText(const Profile& profile);
// "Counters: 6 passes, 41.2 ms."; "No counters were read."; "Counters: read by Nsight Compute.",
// whose passes nobody counted.
std::string costText(const Profile& profile);
// One line for each reason why something is missing, with what can be done; the last one says how
// much the path did not need.
std::vector<std::string> missingTexts(const CounterSheet& sheet, const Profile& profile);

// "To source kernel", of differences; "Difference" where this one is the baseline.
std::string differenceTitle(const CounterSheet& sheet);
// Why there are no differences, as a sentence; "" where there are.
std::string baselineText(const CounterSheet& sheet);
// "counter dram__bytes_read.sum", "from dram_bytes_read + dram_bytes_written", and what the
// catalogue says of it. One to three lines.
std::string originText(const Catalogue& catalogue, const CounterRow& row);
// "2nd of 3 profiles of this case: 41.2 % to 87.3 %"; "" where there is only this one.
std::string roundsText(const CounterRow& row);

// Those of these ids, or all where `ids` is empty. Values as numbers in the C locale, units in a
// column of their own.
TextTable counterTable(const CounterSheet& sheet, const std::set<std::string>& ids = {});
// All of it with what it is of in each line, so that several files can be joined, as CSV (RFC 4180
// with line feeds).
std::string counterCsv(const CounterSheet& sheet, const Profile& profile);

}  // namespace kw::view
