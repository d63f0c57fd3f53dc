// SPDX-License-Identifier: GPL-3.0-or-later
// Sums and products as pairs of operands, joined in the order in which these become known, so that
// of those that are known one number is left. Internal to constraints/.
#pragma once

#include <map>
#include <utility>
#include <vector>

#include "model/constraints/term_table.h"

namespace kw::constraints {

class Lowering {
 public:
  // `depths`: per parameter. `terms` outlives it.
  Lowering(TermTable& terms, std::map<uint32_t, int> depths,
           const std::vector<TermId>& requirements);

  TermId lower(TermId term);
  // -1 of constants.
  int depthOf(TermId term) const;

 private:
  using Operation = expression::Operation;
  void markUses(TermId term, bool underModulo);
  TermId lowered(TermId term);
  TermId remainder(TermId term, TermId divisor);
  TermId reduced(TermId term, TermId divisor);
  TermId joined(Operation operation, std::vector<TermId> parts, const TermId* divisor);
  TermId pair(Operation operation, TermId a, TermId b);
  bool isReducible(TermId term) const;

  TermTable& m_terms;
  std::map<uint32_t, int> m_depths;
  std::map<TermId, TermId> m_lowered;
  std::map<std::pair<TermId, TermId>, TermId> m_reduced;
  std::vector<uint8_t> m_uses;  // per term: bit 1 seen, bit 2 used otherwise than for a remainder
};

}  // namespace kw::constraints
