// SPDX-License-Identifier: GPL-3.0-or-later
// What stands in and beside the boxes of a profiling tree.
#pragma once

#include <string>
#include <vector>

#include "view/profiling_tree/tree_walk.h"

namespace kw::view {

// What a node does: "dram_utilisation" and "at least 60 %"; "read 8 metrics" and which;
// "memory-bound" and "DRAM bandwidth".
struct NodeText {
  std::string title, detail;
};
NodeText nodeText(const PolicyNode& node);

// "60 %", "1.25": with the metric's unit.
std::string thresholdText(const PolicyTest& test);

// What stands in a box: with the outcome in its second line where the way leads there. A test:
// "dram_utilisation ≥ 60 %" and "87.30 %, derived", or the metric's title.
struct BoxText {
  std::string title, detail;
};
BoxText boxText(const PolicyNode& node, const WalkedNode* walked);

// What came of a node, in a few words: "87.30 %, derived", "not known: no", "1 pass, 12.30 ms". ""
// where there is nothing to say.
std::string outcomeText(const PolicyNode& node, const WalkedNode& walked);

// What came of a node in full, a line each: what was seen against the threshold, cost, what is not
// on the chip and what was not read. `walked` is null where the way does not lead there.
std::vector<std::string> outcomeLines(const PolicyNode& node, const WalkedNode* walked);

// All that is known of a node and what came of it, a line each, for tooltips and readers: its
// reason, what was seen against the threshold, cost, what was not read.
std::vector<std::string> nodeLines(const PolicyNode& node, const WalkedNode* walked);

// Of a leaf: what whoever rewrites the kernel gets, "DRAM throughput of its peak 87.30 % (derived)"
// each; "was not read" where it has no value.
std::vector<std::string> leafLines(const PolicyLeaf& leaf, const Profile* profile);

}  // namespace kw::view
