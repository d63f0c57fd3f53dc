// SPDX-License-Identifier: GPL-3.0-or-later
#include "client/search/resource_columns.h"

#include <algorithm>
#include <cmath>

#include "client/search/surrogate/kernel.h"

namespace kw {

namespace {

// Per column, where its end lies. Registers: what one thread can have on any NVIDIA GPU. Shared
// memory: what a block gets without asking for more. By ratios, since twice the spills or registers
// is the same step anywhere; the smallest that counts is 16 registers and a kilobyte.
constexpr double leastRegisters = 16, mostRegisters = 255;
constexpr double mostSpills = 4096, mostShared = 48 * 1024, leastShared = 1024;
// Of the average: what a compiler makes of one configuration tells of those beside it.
constexpr float closeness = 0.15F;
// A step here acts on the time more directly than one of a parameter: columns are twice as long.
constexpr float reach = 2;

float place(double value, double least, double most) {
  if (value < 0) return 0;
  return reach *
         static_cast<float>(std::clamp(std::log(value / least) / std::log(most / least), 0.0, 1.0));
}

ResourceColumns::Columns columnsOf(const ResourceUse& use) {
  return {place(use.registers, leastRegisters, mostRegisters),
          place(1 + std::max(use.spills, 0.0), 1, mostSpills),
          place(leastShared + std::max(use.sharedBytes, 0.0), leastShared, mostShared),
          reach * static_cast<float>(std::clamp(use.occupancy, 0.0, 1.0))};
}

}  // namespace

void ResourceColumns::learn(size_t index, const float* point, const ResourceUse& use) {
  if (!use.isKnown() || !m_place.emplace(index, m_columns.size()).second) return;
  m_points.insert(m_points.end(), point, point + m_coordinates.columns());
  m_columns.push_back(columnsOf(use));
}

ResourceColumns::Columns ResourceColumns::of(size_t index, const float* point) const {
  if (const auto told = m_place.find(index); told != m_place.end()) return m_columns[told->second];
  const size_t size = m_coordinates.columns();
  Columns sums{};
  float weights = 0;
  for (size_t i = 0; i < m_columns.size(); ++i) {
    float squares = 0;
    for (size_t column = 0; column < size; ++column) {
      const float apart = (m_points[i * size + column] - point[column]) / closeness;
      squares += apart * apart;
    }
    const float weight = surrogate::covariance(std::sqrt(squares));
    weights += weight;
    for (size_t column = 0; column < count; ++column)
      sums[column] += weight * m_columns[i][column];
  }
  if (weights > 0)
    for (float& sum : sums)
      sum /= weights;
  return sums;
}

std::vector<float> ResourceColumns::appendTo(const std::vector<size_t>& indices,
                                             const std::vector<float>& points) const {
  const size_t size = m_coordinates.columns();
  std::vector<float> longer;
  longer.reserve(indices.size() * (size + count));
  for (size_t i = 0; i < indices.size(); ++i) {
    const float* point = points.data() + i * size;
    longer.insert(longer.end(), point, point + size);
    const Columns columns = of(indices[i], point);
    longer.insert(longer.end(), columns.begin(), columns.end());
  }
  return longer;
}

}  // namespace kw
