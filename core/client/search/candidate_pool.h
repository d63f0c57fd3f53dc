// SPDX-License-Identifier: GPL-3.0-or-later
// The configurations that a model compares with each other: all of a small space; of a large one, a
// random part, and the neighbours of the best found.
#pragma once

#include <cstddef>
#include <vector>

#include "client/search/axes.h"
#include "client/search/random_numbers.h"
#include "client/search/search_memory.h"
#include "client/search/surrogate/coordinates.h"

namespace kw {

class CandidatePool {
 public:
  // Both outlive the pool.
  CandidatePool(const Axes& axes, const surrogate::Coordinates& coordinates)
      : m_axes(axes), m_coordinates(coordinates) {}

  // Filled again with `most` configurations or a few more. `best` are indices whose neighbours
  // belong in it, the best first.
  void fill(size_t most, const SearchMemory& memory, const std::vector<size_t>& best,
            RandomNumbers& random);
  // The whole space is in it.
  bool holdsAll() const { return m_indices.size() == m_axes.space().size(); }
  bool empty() const { return m_indices.empty(); }

  const std::vector<size_t>& indices() const { return m_indices; }  // of the space, each once
  const std::vector<float>& points() const { return m_points; }     // row by row

 private:
  const Axes& m_axes;
  const surrogate::Coordinates& m_coordinates;
  std::vector<size_t> m_indices;
  std::vector<float> m_points;
};

// Appends the points of these configurations, row by row.
void appendPoints(const ValidSpace& space, const surrogate::Coordinates& coordinates,
                  const std::vector<size_t>& indices, std::vector<float>& to);

}  // namespace kw
