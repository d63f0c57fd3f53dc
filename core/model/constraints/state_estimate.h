// SPDX-License-Identifier: GPL-3.0-or-later
// How many states can be told apart once some parameters have values. Internal to constraints/.
#pragma once

#include <span>
#include <vector>

#include "model/constraints/term_table.h"

namespace kw::constraints {

// An upper bound: the values of terms that are known by then and still needed, each bounded by its
// range and by the combinations of its parameters.
class StateEstimate {
 public:
  // Terms that `requirements` need. `terms` outlives the estimate.
  StateEstimate(const TermTable& terms, const std::vector<TermId>& requirements, size_t parameters);

  size_t terms() const { return m_used.size(); }
  void assign(uint32_t parameter) { m_assigned[parameter] = true; }
  // States if `parameter` had a value as well.
  double statesWith(uint32_t parameter);

 private:
  struct Live {
    double states = 1;
    double combinations = 1;
  };
  void collect(TermId term);
  bool isKnown(TermId term) const;
  void addOperands(const Term& term, Live& live);
  void addPartial(const Term& term, Live& live);
  double combinationsOf(const std::vector<uint32_t>& parameters) const;

  const TermTable* m_terms;
  std::vector<TermId> m_used;  // of two or more parameters
  std::vector<bool> m_isUsed;
  std::vector<bool> m_assigned;
  std::vector<bool> m_counted;  // parameters, in one call
  std::vector<bool> m_isLive;   // terms, in one call
};

}  // namespace kw::constraints
