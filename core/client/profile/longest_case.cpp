// SPDX-License-Identifier: GPL-3.0-or-later
#include "client/profile/longest_case.h"

#include <utility>

#include "model/profile/model_input.h"

namespace kw {

namespace {

const Measurement* longestOf(const Problem& problem, const Evaluation& evaluation) {
  const Measurement* longest = nullptr;
  for (const Measurement& one : evaluation.measurements) {
    const Case* which = problem.findCase(one.caseName);
    if (one.state == "cold" && which && which->performance &&
        (!longest || one.median > longest->median))
      longest = &one;
  }
  return longest;
}

std::string heaviestCase(const Problem& problem) {
  std::string heaviest;
  std::pair<double, double> most;
  for (const Case& one : problem.cases) {
    if (!one.performance) continue;
    const ModelInput work = modelInput(problem, one.name, DeviceInfo(), Evaluation());
    const std::pair amount(work.bytes, work.flops);
    if (heaviest.empty() || amount > most) {
      heaviest = one.name;
      most = amount;
    }
  }
  return heaviest;
}

}  // namespace

std::string longestCase(const Problem& problem, const Candidate& candidate,
                        const std::vector<Evaluation>& evaluations) {
  const Measurement* ofAnybody = nullptr;
  for (auto one = evaluations.rbegin(); one != evaluations.rend(); ++one) {
    const Measurement* longest = one->verdict.ok() ? longestOf(problem, *one) : nullptr;
    if (longest && one->candidate == candidate) return longest->caseName;
    if (longest && !ofAnybody) ofAnybody = longest;
  }
  return ofAnybody ? ofAnybody->caseName : heaviestCase(problem);
}

}  // namespace kw
