// SPDX-License-Identifier: GPL-3.0-or-later
// The rounds of a session as a tree: each goes on from a state, which is what an earlier round's
// proposal left or the problem as it was.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/result/result.h"
#include "model/problem/problem_file.h"
#include "model/proposal/round.h"

namespace kw {

// nullptr where there is none.
const Round* roundWithId(const std::vector<Round>& rounds, int64_t id);

// The id of the round with this number; 0 for number 0, the problem as it was. ErrorKind::badInput
// names the numbers there are.
Result<int64_t> roundNumbered(const std::vector<Round>& rounds, int number);

// The round whose proposal is the state after the round `id`: itself where its proposal was
// measured (gained, level or lost), else the one before it. 0: the problem as it was.
// ErrorKind::badInput where there is no such round.
Result<int64_t> stateAfter(const std::vector<Round>& rounds, int64_t id);

// The rounds that led to the state `head`, and those that came to nothing on the way there and
// since: the ones that others go on from, or that gained, belong to other branches. The first
// first.
std::vector<Round> branchOf(const std::vector<Round>& rounds, int64_t head);

// Whether the branch of `head` began with a template of this hash, or came to it.
bool isOfBranch(const std::vector<Round>& rounds, int64_t head, const std::string& templateHash);

// The round that gained most, where that is less than `milliseconds` by its geometric mean: of
// those that do not lead to the state `head`, but whose branches began with the same template. That
// is `templateHash` where `head` is 0. nullptr where there is none.
const Round* fastestGain(const std::vector<Round>& rounds, int64_t head,
                         const std::string& templateHash, double milliseconds);

// The problem with the template of the state `head`.
Result<LoadedProblem> problemAt(const LoadedProblem& problem, const std::vector<Round>& rounds,
                                int64_t head);

}  // namespace kw
