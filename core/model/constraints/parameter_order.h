// SPDX-License-Identifier: GPL-3.0-or-later
// In which order the parameters are best given their values. Internal to constraints/.
#pragma once

#include <vector>

#include "model/constraints/term_table.h"

namespace kw::constraints {

struct ParameterOrder {
  std::vector<uint32_t> parameters;
  size_t constrained = 0;  // so many come first; no requirement depends on the others
};

// Parameters that requirements join come one behind another, so that nothing need be remembered of
// one such group while the next one is walked. Within a group several orders are tried by what they
// would cost at most: at each depth the number of states that can be told apart (the values that
// are still needed, see Program) times the number of values of the next parameter.
ParameterOrder orderOf(const TermTable& terms, const std::vector<TermId>& requirements,
                       size_t parameters);

}  // namespace kw::constraints
