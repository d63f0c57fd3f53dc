// SPDX-License-Identifier: GPL-3.0-or-later
// A valid space as strategies move in it: each parameter an axis, ordered where its values are
// numbers, and a set without order where one is a string or a boolean.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "model/space/valid_space.h"

namespace kw {

class Axes {
 public:
  explicit Axes(const ValidSpace& space);

  struct Axis {
    bool ordered = false;
    // Ordered: value index to its place among the values by size, and back. Else both the identity.
    std::vector<uint16_t> rankOf, valueAt;
    size_t count() const { return rankOf.size(); }
  };
  const std::vector<Axis>& all() const { return m_axes; }
  const ValidSpace& space() const { return m_space; }

  // One rank per parameter. Distances between places (ranks) say something on ordered axes only.
  std::vector<uint16_t> ranks(size_t index) const;
  // A valid configuration at these ranks, or near them where they are not valid, not whole or
  // outside.
  size_t nearest(const std::vector<double>& ranks) const;

  struct Neighbour {
    size_t index = 0;
    size_t parameter = 0;  // the one that differs
    int step = 0;          // by how many ranks; on an axis without order 1, whatever they are
  };
  // All that differ in one parameter, by parameter and rank. There may be none.
  std::vector<Neighbour> neighbours(size_t index) const;

 private:
  const ValidSpace& m_space;
  std::vector<Axis> m_axes;
};

}  // namespace kw
