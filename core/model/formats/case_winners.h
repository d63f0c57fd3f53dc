// SPDX-License-Identifier: GPL-3.0-or-later
// For each performance case the fastest verified candidate, set against the general winner.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "model/formats/standing.h"

namespace kw {

// All times are cold medians in milliseconds, with their 95 % intervals.
struct CaseWinner {
  std::string caseName;
  // Index into the standing's evaluations: the candidate to take for this case. The general winner
  // unless `differs`; Standing::none where there is neither.
  size_t winner = Standing::none;
  // The winner's interval lies wholly below the general winner's, or there is no general winner
  // that was timed on this case.
  bool differs = false;
  // The fastest by its median alone; another than `winner` where the intervals meet.
  size_t fastest = Standing::none;
  double median = 0, low = 0, high = 0;  // of the winner
  double generalMedian = 0;              // 0: not timed
  Speedup overSource;                    // on this case alone; ratio 0: unknown
  Speedup overGeneral;                   // likewise; ratio 1 where it is the general winner
};

// One for each performance case on which something was verified and timed, in the problem's order.
// A candidate may win a case that it applies to without applying to all the others.
std::vector<CaseWinner> caseWinnersOf(const Problem& problem, const Standing& standing);

// "decode: BLOCK=128, VEC=8 takes 4.102 µs, 1.12× over the general winner (95 %: 1.10
// to 1.14), 2.10× over the source kernel"; "prefill: the general winner, 310.2 µs; nothing is
// clearly faster".
std::string caseWinnerText(const Standing& standing, const CaseWinner& winner);

}  // namespace kw
