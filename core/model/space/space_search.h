// SPDX-License-Identifier: GPL-3.0-or-later
// Depth-first search over the parameters of a space. Each constraint is checked as soon as all of
// its names have a value.
#pragma once

#include <cstdint>
#include <stop_token>
#include <vector>

#include "base/result/result.h"
#include "model/space/constraint_table.h"

namespace kw {

// The parameters in the order in which the search gives them values: those of the constraint with
// the fewest combinations first, so that failing partial assignments are cut early. Those without
// constraints come last.
std::vector<size_t> searchOrder(const Space& space,
                                const std::vector<ConstraintTable>& constraints);

class SpaceSearch {
 public:
  // Both outlive the search.
  SpaceSearch(const Space& space, std::vector<ConstraintTable>& constraints, std::stop_token stop);

  struct Found {
    std::vector<uint16_t> table;  // a value index per parameter and row; rows ascending
    size_t rows = 0;
    std::vector<uint64_t> cutOff;  // per constraint: partial assignments that it ended
  };
  // At most `mostRows` rows: the search ends there.
  Result<Found> run(size_t mostRows);

 private:
  bool descend(size_t depth);  // false: the search is over
  bool passes(size_t depth);
  bool keepRow();

  const Space& m_space;
  std::vector<ConstraintTable>& m_constraints;
  std::stop_token m_stop;
  std::vector<size_t> m_order;
  std::vector<std::vector<size_t>>
      m_due;  // constraints to check at each depth; the last: without names
  std::vector<uint16_t> m_row;
  // Constraints that could not be evaluated for the current partial assignment. That is a fault
  // only where all others hold: an earlier one may exclude the division by zero, say.
  std::vector<size_t> m_faulty;
  size_t m_mostRows = 0;
  uint64_t m_steps = 0;
  bool m_cancelled = false;
  Found m_found;
  std::optional<Error> m_error;
};

}  // namespace kw
