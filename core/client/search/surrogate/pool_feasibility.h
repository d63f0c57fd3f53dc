// SPDX-License-Identifier: GPL-3.0-or-later
// How likely each configuration of a pool is to be usable, from which of its like were: an average
// of what came of the others, weighted by closeness.
#pragma once

#include <cstddef>
#include <vector>

#include "client/search/surrogate/coordinates.h"
#include "client/search/surrogate/kernel.h"

namespace kw::surrogate {

class PoolFeasibility {
 public:
  // Points row by row. Only length scales shorter than half a range count for closeness as they
  // are: a parameter that says nothing of times may still decide what fails.
  PoolFeasibility(const Coordinates& coordinates, const KernelShape& shape,
                  const std::vector<float>& points);

  // What came of a point (coordinates.columns() numbers).
  void tell(const float* point, bool usable);
  // From just over 0 to 1; 1 far from everything told.
  double probability(size_t inPool) const {
    return static_cast<double>(m_usable[inPool] / m_all[inPool]);
  }

 private:
  std::vector<float> m_weights;            // per column
  std::vector<std::vector<float>> m_pool;  // per column: scaled coordinates
  std::vector<float> m_usable, m_all;      // sums of weights
};

}  // namespace kw::surrogate
