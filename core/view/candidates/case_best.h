// SPDX-License-Identifier: GPL-3.0-or-later
// Which candidate is best on each performance case, set against the best over all cases.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "view/candidates/candidate_list.h"

namespace kw::view {

// Of one performance case. Times are cold medians.
struct CaseBest {
  // The least median among what is verified, whether or not it applies to the other cases.
  std::optional<CandidateId> fastest;
  // Another than the best over all, and clearly faster: its 95 % interval lies below that one's, or
  // that one was not timed on this case. The rule of model/formats/case_winners.
  bool differs = false;
  double median = 0;      // of the fastest, milliseconds
  double bestMedian = 0;  // of the best over all; 0: not timed on this case
};

// One for each case, in their order.
std::vector<CaseBest> bestOfCases(const CandidateList& list, size_t cases);

// "decode: #45 takes 4.992 µs, 1.12× over #12, the best over all" and "prefill: #12, the best over
// all, 68.10 µs; nothing is clearly faster". None where there is one case only, which says nothing
// new, or nothing timed.
std::vector<std::string> caseBestTexts(const CandidateList& list,
                                       const std::vector<std::string>& caseNames);

// The cases on which another candidate than the best over all should be taken, in half a sentence:
// "faster on decode: #45, 1.12×". "" where there are none.
std::string caseBestNote(const CandidateList& list, const std::vector<std::string>& caseNames);

// How a candidate stands on a case that it was timed on: "the fastest on this case", "1.12× the
// time of #45, the fastest on this case".
std::string caseStandingText(const CandidateList& list, const CaseBest& best, CandidateId id,
                             double median);

}  // namespace kw::view
