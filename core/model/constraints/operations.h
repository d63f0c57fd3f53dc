// SPDX-License-Identifier: GPL-3.0-or-later
// Works out one operation on values, exactly as expression::Expression does; where that gives an
// error, the value is a fault. Internal to constraints/.
#pragma once

#include <span>

#include "model/constraints/term.h"

namespace kw::constraints {

// Of a term that is neither a constant nor a parameter.
Scalar valueOf(const Term& term, std::span<const Scalar> operands, const Texts& texts);

}  // namespace kw::constraints
