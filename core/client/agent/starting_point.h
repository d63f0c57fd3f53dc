// SPDX-License-Identifier: GPL-3.0-or-later
// Where a run begins in a session that has rounds already.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/result/result.h"
#include "model/problem/problem_file.h"
#include "model/proposal/round.h"

namespace kw {

struct StartingPoint {
  LoadedProblem problem;             // with the template to begin with
  int64_t head = 0;                  // the round that it comes from; 0: the problem as it is given
  int64_t resumed = 0;               // the round that is open and gone on with; 0: none
  std::vector<std::string> remarks;  // what a person is told of it
};

// `from` as in AgentOptions. Unset: within the last round where it is open, was begun with this
// provider and with the template that it would have now; else after the last round that gained,
// where the problem has the template that its branch began with, or one of that branch.
// ErrorKind::badInput where `from` is no round, or where the template before it is not known.
Result<StartingPoint> startingPoint(const LoadedProblem& problem, const std::vector<Round>& rounds,
                                    std::optional<int64_t> from, const std::string& provider);

}  // namespace kw
