// SPDX-License-Identifier: GPL-3.0-or-later
// How the variance of a forest's predictions divides among its features and pairs of them.
#pragma once

#include <cstdint>
#include <stop_token>
#include <vector>

#include "view/importance/regression_tree.h"

namespace kw::view {

struct ForestOptions {
  size_t trees = 48;
  uint64_t seed = 1;
  size_t mostLeaves = 1000;  // of a tree, about
};

struct VarianceShares {
  // For each feature: what its value alone explains of the variance, 0 to 1.
  std::vector<double> main;
  struct Pair {
    size_t first = 0, second = 0;  // features, first < second
    double share = 0;              // what the two explain together, beyond each alone
  };
  std::vector<Pair> pairs;
  // R² of predicting each row by the trees that were grown without it; under 0 where the mean of
  // all rows predicts better.
  double explained = 0;
  size_t trees = 0;
};

// Functional ANOVA (Hutter, Hoos and Leyton-Brown 2014): each tree's marginal over a feature's
// values, all other features taken uniformly over their codes, is exact, since leaves are boxes;
// shares are means over the trees. The forest is Breiman's (2001): bootstrap samples, two thirds
// of the features tried at each split. Deterministic. Pairs are taken among the `pairFeatures` that
// matter most, alone or together. Where all targets are alike, all shares are 0. On `stop` the
// shares are of the trees so far.
VarianceShares varianceShares(const ForestData& data, const ForestOptions& options,
                              const std::stop_token& stop);

inline constexpr size_t pairFeatures = 16;

}  // namespace kw::view
