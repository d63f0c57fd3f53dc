// SPDX-License-Identifier: GPL-3.0-or-later
#include "client/search/candidate_pool.h"

#include <algorithm>
#include <numeric>

#include "base/sorting/distinct.h"

namespace kw {

namespace {

// Of the pool, at most this part.
constexpr double neighbourPart = 0.3;

}  // namespace

void appendPoints(const ValidSpace& space, const surrogate::Coordinates& coordinates,
                  const std::vector<size_t>& indices, std::vector<float>& to) {
  const size_t columns = coordinates.columns(), begin = to.size();
  to.resize(begin + indices.size() * columns);
  for (size_t i = 0; i < indices.size(); ++i)
    coordinates.write(space.indices(indices[i]), to.data() + begin + i * columns);
}

void CandidatePool::fill(size_t most, const SearchMemory& memory, const std::vector<size_t>& best,
                         RandomNumbers& random) {
  const size_t count = m_axes.space().size();
  if (count <= most && holdsAll()) return;
  m_indices.clear();
  m_points.clear();
  if (count <= most) {
    m_indices.resize(count);
    std::iota(m_indices.begin(), m_indices.end(), size_t{0});
  } else {
    for (const size_t centre : best) {
      for (const Axes::Neighbour& neighbour : m_axes.neighbours(centre))
        if (!memory.isAsked(neighbour.index)) m_indices.push_back(neighbour.index);
      if (static_cast<double>(m_indices.size()) >= neighbourPart * static_cast<double>(most)) break;
    }
    for (size_t i = m_indices.size(); i < most; ++i) {
      const size_t index = random.below(count);
      if (!memory.isAsked(index)) m_indices.push_back(index);
    }
    sortDistinct(m_indices);
  }
  appendPoints(m_axes.space(), m_coordinates, m_indices, m_points);
}

}  // namespace kw
