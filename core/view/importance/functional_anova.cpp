// SPDX-License-Identifier: GPL-3.0-or-later
#include "view/importance/functional_anova.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <numeric>

namespace kw::view {

namespace {

using Leaves = std::vector<RegressionTree::Leaf>;

template <class Each>
void forCodes(uint32_t set, const Each& each) {
  for (; set != 0; set &= set - 1)
    each(static_cast<size_t>(std::countr_zero(set)));
}

// One tree's variance, taken apart.
class TreeShares {
 public:
  TreeShares(const ForestData& data, const Leaves& leaves) : m_data(data), m_leaves(leaves) {
    for (const RegressionTree::Leaf& leaf : leaves) {
      double weight = 1;
      for (size_t feature = 0; feature < data.features.size(); ++feature)
        weight *= part(leaf, feature);
      m_weights.push_back(weight);
      m_mean += weight * leaf.value;
    }
    for (size_t i = 0; i < leaves.size(); ++i)
      m_variance += m_weights[i] * square(leaves[i].value - m_mean);
  }

  double variance() const { return m_variance; }

  double main(size_t feature) const {
    std::vector<double> marginal(m_data.features[feature].codes, 0.0);
    for (size_t i = 0; i < m_leaves.size(); ++i) {
      const double value = m_leaves[i].value * m_weights[i] / part(m_leaves[i], feature);
      forCodes(m_leaves[i].sets[feature], [&](size_t code) { marginal[code] += value; });
    }
    return spread(marginal);
  }

  // Of both together, the main effects included.
  double joint(size_t first, size_t second) const {
    const size_t width = m_data.features[second].codes;
    std::vector<double> marginal(m_data.features[first].codes * width, 0.0);
    for (size_t i = 0; i < m_leaves.size(); ++i) {
      const RegressionTree::Leaf& leaf = m_leaves[i];
      const double value = leaf.value * m_weights[i] / (part(leaf, first) * part(leaf, second));
      forCodes(leaf.sets[first], [&](size_t a) {
        forCodes(leaf.sets[second], [&](size_t b) { marginal[a * width + b] += value; });
      });
    }
    return spread(marginal);
  }

 private:
  static double square(double value) { return value * value; }
  // The share of a feature's codes that lead to the leaf.
  double part(const RegressionTree::Leaf& leaf, size_t feature) const {
    return static_cast<double>(std::popcount(leaf.sets[feature])) / m_data.features[feature].codes;
  }
  double spread(const std::vector<double>& marginal) const {
    double sum = 0;
    for (const double value : marginal)
      sum += square(value - m_mean);
    return sum / static_cast<double>(marginal.size());
  }

  const ForestData& m_data;
  const Leaves& m_leaves;
  std::vector<double> m_weights;
  double m_mean = 0, m_variance = 0;
};

// Predictions of each row by trees that have not seen it.
class OutOfBag {
 public:
  explicit OutOfBag(size_t rows) : m_sums(rows, 0.0), m_counts(rows, 0) {}
  void add(const ForestData& data, const RegressionTree& tree, const std::vector<bool>& seen) {
    for (size_t row = 0; row < data.rows(); ++row) {
      if (seen[row]) continue;
      m_sums[row] += tree.predict(data, row);
      ++m_counts[row];
    }
  }
  double explained(const ForestData& data) const {
    double mean = 0, count = 0, error = 0, variance = 0;
    for (size_t row = 0; row < data.rows(); ++row)
      if (m_counts[row] > 0) {
        mean += data.targets[row];
        ++count;
      }
    if (count == 0) return 0;
    mean /= count;
    for (size_t row = 0; row < data.rows(); ++row) {
      if (m_counts[row] == 0) continue;
      const double off = data.targets[row] - m_sums[row] / m_counts[row];
      error += off * off;
      variance += (data.targets[row] - mean) * (data.targets[row] - mean);
    }
    return variance > 0 ? 1 - error / variance : 0;
  }

 private:
  std::vector<double> m_sums;
  std::vector<uint32_t> m_counts;
};

RegressionTree grownTree(const ForestData& data, const ForestOptions& options, RandomSource& random,
                         std::vector<bool>& seen) {
  const size_t count = data.rows();
  std::vector<uint32_t> rows(count);
  seen.assign(count, false);
  for (uint32_t& row : rows) {
    row = static_cast<uint32_t>(random.below(count));
    seen[row] = true;
  }
  const RegressionTree::Growth growth{
      .leastRows = std::max<size_t>(3, count / std::max<size_t>(1, options.mostLeaves)),
      .featuresTried = (2 * data.features.size() + 2) / 3};
  return RegressionTree(data, std::move(rows), growth, random);
}

// Features that any tree splits at matter, alone or together: those whose joint shares may.
std::vector<size_t> featuresForPairs(const std::vector<double>& touched) {
  std::vector<size_t> features;
  for (size_t feature = 0; feature < touched.size(); ++feature)
    if (touched[feature] > 0) features.push_back(feature);
  std::stable_sort(features.begin(), features.end(),
                   [&](size_t a, size_t b) { return touched[a] > touched[b]; });
  features.resize(std::min(features.size(), pairFeatures));
  std::sort(features.begin(), features.end());
  return features;
}

// How much of the leaves' boxes each feature bounds: an interaction without any effect of its own
// shows here too.
void touch(const ForestData& data, const Leaves& leaves, std::vector<double>& touched) {
  for (const RegressionTree::Leaf& leaf : leaves)
    for (size_t feature = 0; feature < data.features.size(); ++feature)
      touched[feature] += std::popcount(leaf.sets[feature]) < data.features[feature].codes ? 1 : 0;
}

}  // namespace

VarianceShares varianceShares(const ForestData& data, const ForestOptions& options,
                              const std::stop_token& stop) {
  VarianceShares shares;
  shares.main.assign(data.features.size(), 0.0);
  if (data.rows() == 0 || data.features.empty()) return shares;
  RandomSource random(options.seed);
  OutOfBag outOfBag(data.rows());
  std::vector<Leaves> forest;
  std::vector<double> touched(data.features.size(), 0.0);
  std::vector<bool> seen;
  for (size_t i = 0; i < options.trees && !stop.stop_requested(); ++i) {
    const RegressionTree tree = grownTree(data, options, random, seen);
    outOfBag.add(data, tree, seen);
    forest.push_back(tree.leaves(data));
    touch(data, forest.back(), touched);
  }
  shares.explained = outOfBag.explained(data);
  const std::vector<size_t> paired = featuresForPairs(touched);
  for (size_t a = 0; a < paired.size(); ++a)
    for (size_t b = a + 1; b < paired.size(); ++b)
      shares.pairs.push_back({paired[a], paired[b], 0});
  for (const Leaves& leaves : forest) {
    if (stop.stop_requested()) break;
    ++shares.trees;
    const TreeShares tree(data, leaves);
    if (!(tree.variance() > 0)) continue;
    std::vector<double> main(data.features.size());
    for (size_t feature = 0; feature < main.size(); ++feature)
      shares.main[feature] += main[feature] = tree.main(feature) / tree.variance();
    for (VarianceShares::Pair& pair : shares.pairs)
      pair.share += std::max(0.0, tree.joint(pair.first, pair.second) / tree.variance() -
                                      main[pair.first] - main[pair.second]);
  }
  const auto trees = static_cast<double>(std::max<size_t>(1, shares.trees));
  for (double& share : shares.main)
    share /= trees;
  for (VarianceShares::Pair& pair : shares.pairs)
    pair.share /= trees;
  return shares;
}

}  // namespace kw::view
