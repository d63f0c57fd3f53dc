// SPDX-License-Identifier: GPL-3.0-or-later
// A regression tree over parameters with few values each. Its leaves are boxes of the space: for
// each parameter a set of values.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "view/importance/random_source.h"

namespace kw::view {

// Rows of codes, one for each feature, and what each row came to.
struct ForestData {
  static constexpr uint8_t mostCodes = 32;  // of one feature: a set of them is one word

  struct Feature {
    uint8_t codes = 1;    // its values are 0 to codes - 1
    bool ordered = true;  // numbers: a split takes all values below it
  };
  std::vector<Feature> features;
  std::vector<uint8_t> codes;  // a row after the other
  std::vector<double> targets;

  size_t rows() const { return targets.size(); }
  uint8_t code(size_t row, size_t feature) const { return codes[row * features.size() + feature]; }
};

class RegressionTree {
 public:
  struct Leaf {
    std::vector<uint32_t> sets;  // for each feature the codes that lead here, a bit each
    double value = 0;
  };
  struct Growth {
    size_t leastRows = 3;      // of a leaf
    size_t featuresTried = 1;  // at each split, drawn anew
  };

  // Grown on `rows` of the data (repetitions count as often as they stand there), with splits that
  // lessen the sum of squares most (CART; Breiman, Friedman, Olshen and Stone 1984). Values without
  // an order are split in the order of their means, which is optimal there (Fisher 1958). A code
  // that no row of the node has goes with the larger side.
  RegressionTree(const ForestData& data, std::vector<uint32_t> rows, const Growth& growth,
                 RandomSource& random);

  double predict(const ForestData& data, size_t row) const;
  std::vector<Leaf> leaves(const ForestData& data) const;

 private:
  struct Node {
    uint32_t left = 0, right = 0;  // 0: a leaf
    uint32_t feature = 0;
    uint32_t leftCodes = 0;  // which codes go to the left
    double value = 0;
  };
  struct Split {
    uint32_t feature = 0, leftCodes = 0;
    double gain = 0;
  };
  struct Counts;

  uint32_t grow(std::span<uint32_t> rows, size_t depth);
  Split bestSplit(std::span<const uint32_t> rows);
  void trySplits(const Counts& counts, uint32_t feature, size_t rows, Split& best) const;
  void collect(uint32_t node, std::vector<uint32_t>& sets, std::vector<Leaf>& leaves) const;

  const ForestData* m_data;  // while it grows
  RandomSource* m_random;    // likewise
  Growth m_growth;
  std::vector<Node> m_nodes;
};

}  // namespace kw::view
