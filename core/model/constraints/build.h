// SPDX-License-Identifier: GPL-3.0-or-later
// The rows of value indices that meet all constraints, as a diagram.
//
// The constraints become a program of steps (see program.h) for each group of parameters that they
// join. The diagram's layers are the groups one behind another, within a group the parameters in
// the order in which the program reads them, and last those that no constraint uses. Walking the
// layers depth first, a state that was met before has its node already, so that the time depends on
// the number of different states, not on that of rows.
#pragma once

#include <optional>
#include <span>
#include <stop_token>
#include <vector>

#include "base/result/result.h"
#include "model/constraints/condition.h"
#include "model/diagram/diagram.h"

namespace kw::constraints {

struct BuildOptions {
  size_t mostBytes = size_t{512} << 20;  // of the diagram while it is made
  // Steps over one value each, about 1 to 20 ns.
  uint64_t mostSteps = UINT64_MAX;
  std::stop_token stop;
};

struct Built {
  // The rows for which no constraint fails: all others hold or cannot be evaluated.
  diagram::Diagram diagram;
  // One of them for which some cannot.
  std::optional<std::vector<uint16_t>> faulty;
};

// `domains`: the values of each parameter, up to 65535; without any no row is left. Errors:
// cancelled; more values, or too many different states for `mostBytes` or `mostSteps`
// (ErrorKind::badInput).
Result<Built> build(const std::vector<std::span<const expression::Value>>& domains,
                    std::span<const Condition> conditions, const BuildOptions& options);

}  // namespace kw::constraints
