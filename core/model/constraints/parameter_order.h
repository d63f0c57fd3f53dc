// SPDX-License-Identifier: GPL-3.0-or-later
// In which order the parameters are best given their values. Internal to constraints/.
#pragma once

#include <vector>

#include "model/constraints/term_table.h"

namespace kw::constraints {

using Order = std::vector<uint32_t>;

// Parameters that requirements join, and the requirements over them.
struct Group {
  Order parameters;  // ascending
  std::vector<TermId> requirements;
};

// Each parameter that a requirement uses is in one group; groups are ordered by their first ones.
std::vector<Group> groupsOf(const TermTable& terms, const std::vector<TermId>& requirements,
                            size_t parameters);

// Orders worth trying for a group, no two alike, the best first by what they cost at most: at each
// depth the number of states that can be told apart (the values that are still needed, see Program)
// times the number of values of the next parameter. Bounds only: requirements that exclude much
// and values that coincide are not foreseen.
std::vector<Order> ordersOf(const TermTable& terms, const Group& group, size_t parameters);

}  // namespace kw::constraints
