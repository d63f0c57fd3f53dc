// SPDX-License-Identifier: GPL-3.0-or-later
// The constraints of a space with their names resolved, and what is said of them.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "base/result/result.h"
#include "model/constraints/build.h"
#include "model/space/space.h"

namespace kw {

// A name that is neither a parameter nor known to the device is an error that names the nearest.
Result<constraints::Condition> conditionOf(const expression::Expression& constraint,
                                           const Space& space, const expression::Lookup& device);
// All of them; the errors of all are one.
Result<std::vector<constraints::Condition>> conditionsOf(const Space& space,
                                                         const expression::Lookup& device);

// The values of each parameter. The space outlives them.
std::vector<std::span<const ParameterValue>> domainsOf(const Space& space);

// Why a condition cannot be evaluated for a row of value indices, with the values it stood for.
Error faultOf(const constraints::Condition& condition, const Space& space,
              const std::vector<uint16_t>& row);
// Of the first condition that cannot be evaluated for this row.
Error firstFaultOf(const std::vector<constraints::Condition>& conditions, const Space& space,
                   const std::vector<uint16_t>& row);

// What a condition does by itself.
struct Alone {
  double removes = 0;  // configurations of the space for which it does not hold
  // A row for which it cannot be evaluated; such rows are not removed.
  std::optional<std::vector<uint16_t>> faulty;
};
// Errors: cancelled, or too much to count (see constraints::build).
Result<Alone> aloneOf(const constraints::Condition& condition, const Space& space,
                      const constraints::BuildOptions& options);

// Which condition removes the last rows if they are applied in their order, given that all together
// leave none. Rows for which a condition cannot be evaluated count as left by it.
// Errors as of aloneOf().
struct Emptying {
  size_t condition = 0;
  bool alone = false;  // it holds for none at all
};
Result<Emptying> emptyingOf(const std::vector<constraints::Condition>& conditions,
                            const Space& space, const constraints::BuildOptions& options);

}  // namespace kw
