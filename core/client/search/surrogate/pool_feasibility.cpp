// SPDX-License-Identifier: GPL-3.0-or-later
#include "client/search/surrogate/pool_feasibility.h"

#include <algorithm>
#include <cmath>

namespace kw::surrogate {

namespace {

constexpr double longestLength = 0.5;
// What is believed before anything is told, that it works, weighs so much: next to nothing.
constexpr float priorWeight = 1e-3F;

}  // namespace

PoolFeasibility::PoolFeasibility(const Coordinates& coordinates, const KernelShape& shape,
                                 const std::vector<float>& points) {
  const size_t columns = coordinates.columns();
  const size_t size = points.size() / std::max<size_t>(columns, 1);
  for (size_t column = 0; column < columns; ++column) {
    const double length = std::exp(shape.logLengths[coordinates.groupOf(column)]);
    m_weights.push_back(static_cast<float>(1 / std::min(length, longestLength)));
    std::vector<float>& scaled = m_pool.emplace_back(size);
    for (size_t i = 0; i < size; ++i)
      scaled[i] = points[i * columns + column] * m_weights[column];
  }
  m_usable.assign(size, priorWeight);
  m_all.assign(size, priorWeight);
}

void PoolFeasibility::tell(const float* point, bool usable) {
  std::vector<float> distances(m_all.size(), 0.0F);
  for (size_t column = 0; column < m_pool.size(); ++column) {
    const float at = point[column] * m_weights[column];
    for (size_t i = 0; i < distances.size(); ++i) {
      const float apart = m_pool[column][i] - at;
      distances[i] += apart * apart;
    }
  }
  for (size_t i = 0; i < distances.size(); ++i) {
    const float weight = std::exp(-2 * distances[i]);
    m_all[i] += weight;
    if (usable) m_usable[i] += weight;
  }
}

}  // namespace kw::surrogate
