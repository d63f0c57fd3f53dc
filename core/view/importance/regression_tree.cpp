// SPDX-License-Identifier: GPL-3.0-or-later
#include "view/importance/regression_tree.h"

#include <algorithm>
#include <array>
#include <bit>
#include <numeric>
#include <utility>

namespace kw::view {

namespace {

constexpr size_t mostDepth = 60;
constexpr double leastGain = 1e-12;  // of the sum of squares: below it is rounding

uint32_t allCodes(uint8_t codes) {
  return codes >= 32 ? 0xffffffffU : (uint32_t{1} << codes) - 1;
}

}  // namespace

// Of one feature at one node: rows and sum of targets for each code.
struct RegressionTree::Counts {
  std::array<size_t, ForestData::mostCodes> rows{};
  std::array<double, ForestData::mostCodes> sum{};
};

RegressionTree::RegressionTree(const ForestData& data, std::vector<uint32_t> rows,
                               const Growth& growth, RandomSource& random)
    : m_data(&data), m_random(&random), m_growth(growth) {
  grow(rows, 0);
  m_data = nullptr;
  m_random = nullptr;
}

uint32_t RegressionTree::grow(std::span<uint32_t> rows, size_t depth) {
  const auto index = static_cast<uint32_t>(m_nodes.size());
  m_nodes.emplace_back();
  double sum = 0;
  for (const uint32_t row : rows)
    sum += m_data->targets[row];
  m_nodes[index].value = rows.empty() ? 0 : sum / static_cast<double>(rows.size());
  if (rows.size() < 2 * m_growth.leastRows || depth >= mostDepth) return index;
  const Split split = bestSplit(rows);
  if (split.gain <= 0) return index;
  const auto middle = std::partition(rows.begin(), rows.end(), [&](uint32_t row) {
    return (split.leftCodes >> m_data->code(row, split.feature) & 1U) != 0;
  });
  const auto size = static_cast<size_t>(middle - rows.begin());
  m_nodes[index].feature = split.feature;
  m_nodes[index].leftCodes = split.leftCodes;
  const uint32_t left = grow(rows.first(size), depth + 1);
  const uint32_t right = grow(rows.subspan(size), depth + 1);
  m_nodes[index].left = left;
  m_nodes[index].right = right;
  return index;
}

RegressionTree::Split RegressionTree::bestSplit(std::span<const uint32_t> rows) {
  std::vector<uint32_t> features(m_data->features.size());
  std::iota(features.begin(), features.end(), 0U);
  Split best;
  size_t tried = 0;
  for (size_t i = 0; i < features.size(); ++i) {
    // Features that can't be split here do not count as tried.
    if (tried >= m_growth.featuresTried && best.gain > 0) break;
    std::swap(features[i], features[i + m_random->below(features.size() - i)]);
    const uint32_t feature = features[i];
    if (m_data->features[feature].codes < 2) continue;
    Counts counts;
    for (const uint32_t row : rows) {
      const uint8_t code = m_data->code(row, feature);
      ++counts.rows[code];
      counts.sum[code] += m_data->targets[row];
    }
    trySplits(counts, feature, rows.size(), best);
    ++tried;
  }
  return best;
}

void RegressionTree::trySplits(const Counts& counts, uint32_t feature, size_t rows,
                               Split& best) const {
  const ForestData::Feature& kind = m_data->features[feature];
  std::array<uint8_t, ForestData::mostCodes> order{};
  size_t present = 0;
  double total = 0;
  for (uint8_t code = 0; code < kind.codes; ++code) {
    total += counts.sum[code];
    if (counts.rows[code] > 0) order[present++] = code;
  }
  if (present < 2) return;
  if (!kind.ordered)
    std::stable_sort(order.begin(), order.begin() + present, [&](uint8_t a, uint8_t b) {
      return counts.sum[a] * static_cast<double>(counts.rows[b]) <
             counts.sum[b] * static_cast<double>(counts.rows[a]);
    });
  const auto count = static_cast<double>(rows);
  const double whole = total * total / count;
  double leftSum = 0;
  size_t leftRows = 0;
  uint32_t leftCodes = 0;
  for (size_t i = 0; i + 1 < present; ++i) {
    const uint8_t code = order[i];
    leftSum += counts.sum[code];
    leftRows += counts.rows[code];
    leftCodes |= uint32_t{1} << code;
    if (leftRows < m_growth.leastRows || rows - leftRows < m_growth.leastRows) continue;
    const double rightSum = total - leftSum;
    const double gain = leftSum * leftSum / static_cast<double>(leftRows) +
                        rightSum * rightSum / static_cast<double>(rows - leftRows) - whole;
    if (gain <= best.gain || gain <= leastGain * (whole + 1)) continue;
    best = {feature, leftCodes, gain};
    // Between two values that are there, one that is not lies nearer to the left one; without an
    // order it goes with the larger side.
    if (kind.ordered)
      best.leftCodes = allCodes(code + 1);
    else if (leftRows * 2 >= rows) {
      uint32_t right = 0;
      for (size_t j = i + 1; j < present; ++j)
        right |= uint32_t{1} << order[j];
      best.leftCodes = allCodes(kind.codes) & ~right;
    }
  }
}

double RegressionTree::predict(const ForestData& data, size_t row) const {
  const Node* node = &m_nodes[0];
  while (node->right != 0) {
    const bool left = (node->leftCodes >> data.code(row, node->feature) & 1U) != 0;
    node = &m_nodes[left ? node->left : node->right];
  }
  return node->value;
}

std::vector<RegressionTree::Leaf> RegressionTree::leaves(const ForestData& data) const {
  std::vector<uint32_t> sets;
  for (const ForestData::Feature& feature : data.features)
    sets.push_back(allCodes(feature.codes));
  std::vector<Leaf> made;
  collect(0, sets, made);
  return made;
}

void RegressionTree::collect(uint32_t index, std::vector<uint32_t>& sets,
                             std::vector<Leaf>& leaves) const {
  const Node& node = m_nodes[index];
  if (node.right == 0) {
    leaves.push_back({sets, node.value});
    return;
  }
  const uint32_t before = sets[node.feature];
  sets[node.feature] = before & node.leftCodes;
  if (sets[node.feature] != 0) collect(node.left, sets, leaves);
  sets[node.feature] = before & ~node.leftCodes;
  if (sets[node.feature] != 0) collect(node.right, sets, leaves);
  sets[node.feature] = before;
}

}  // namespace kw::view
