// SPDX-License-Identifier: GPL-3.0-or-later
#include "client/search/mutation.h"

#include <algorithm>

namespace kw {

double changedRank(double rank, const Axes::Axis& axis, RandomNumbers& random) {
  if (axis.count() < 2) return rank;
  const auto last = static_cast<double>(axis.count() - 1);
  if (axis.ordered && random.chance(0.5)) {
    const double step = random.chance(0.5) ? 1 : -1;
    return rank + step < 0 || rank + step > last ? rank - step : rank + step;
  }
  const auto other = static_cast<double>(random.below(axis.count() - 1));
  return other < rank ? other : other + 1;
}

void mutate(std::vector<double>& ranks, const Axes& axes, RandomNumbers& random) {
  const auto movable =
      std::ranges::count_if(axes.all(), [](const Axes::Axis& axis) { return axis.count() > 1; });
  for (size_t i = 0; i < ranks.size(); ++i)
    if (axes.all()[i].count() > 1 && random.chance(1.0 / static_cast<double>(movable)))
      ranks[i] = changedRank(ranks[i], axes.all()[i], random);
}

}  // namespace kw
