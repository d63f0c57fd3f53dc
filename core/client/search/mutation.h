// SPDX-License-Identifier: GPL-3.0-or-later
// Small random changes of a configuration.
#pragma once

#include <vector>

#include "client/search/axes.h"
#include "client/search/random_numbers.h"

namespace kw {

// Another rank of an axis: on an ordered one half the time one next to `rank`, else any other. The
// same where it has one value only.
double changedRank(double rank, const Axes::Axis& axis, RandomNumbers& random);

// Changes each rank with a chance of one over the number of parameters that have more than one
// value: one change on average, the usual rate of genetic algorithms (Mühlenbein, 1992).
void mutate(std::vector<double>& ranks, const Axes& axes, RandomNumbers& random);

}  // namespace kw
