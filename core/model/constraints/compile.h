// SPDX-License-Identifier: GPL-3.0-or-later
// From the trees of constraints to terms. Internal to constraints/.
#pragma once

#include <vector>

#include "model/constraints/condition.h"
#include "model/constraints/term_table.h"

namespace kw::constraints {

// Terms of which each one must be true for the constraint to hold. The constraint cannot be
// evaluated for the rows where one of them is a fault and none is false, and fails for all others:
// as far as no fault can hide that a later part is false, `and` is taken apart.
std::vector<TermId> requirementsOf(const Condition& condition, TermTable& terms);

}  // namespace kw::constraints
