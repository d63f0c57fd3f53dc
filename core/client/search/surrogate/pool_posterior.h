// SPDX-License-Identifier: GPL-3.0-or-later
// What a Gaussian process says of each of a fixed list of configurations, the pool, while
// observations come one by one. An observation costs its number times the size of the pool, since
// the Cholesky factor grows by a row and the pool's part of it by another.
#pragma once

#include <cstddef>
#include <vector>

#include "client/search/surrogate/coordinates.h"
#include "client/search/surrogate/kernel.h"

namespace kw::surrogate {

class PoolPosterior {
 public:
  // The pool's points row by row, coordinates.columns() numbers each.
  PoolPosterior(const Coordinates& coordinates, const KernelShape& shape,
                const std::vector<float>& points);

  size_t size() const { return m_size; }
  size_t observations() const { return m_factor.size(); }

  // A point (columns() numbers) is observed next. Where `value` is not known yet, what is believed
  // of it may be given first, and set when it is known.
  void observe(const float* point, double value);
  // Of an observation, in the order in which they came.
  void setValue(size_t observation, double value);

  // Brings means and variances up to date with what was observed.
  void update();
  double mean(size_t inPool) const { return m_mean[inPool]; }
  double variance(size_t inPool) const { return m_variance[inPool]; }
  // What is believed of any point, in the pool or not.
  double meanAt(const float* point) const;

 private:
  void scale(const float* point, std::vector<float>& scaled) const;
  std::vector<double> covariancesWith(const std::vector<float>& scaled) const;

  size_t m_size, m_columns;
  std::vector<float> m_weights;  // per column: 1 / length
  float m_signal, m_noise;
  std::vector<std::vector<float>> m_pool;      // per column: the pool's scaled coordinates
  std::vector<std::vector<float>> m_observed;  // scaled points
  std::vector<std::vector<double>> m_factor;   // rows of the Cholesky factor
  std::vector<std::vector<float>>
      m_rows;  // per observation: inverse(factor) times the pool's covariances
  std::vector<double> m_values, m_solved;  // m_solved: inverse(factor) times the values
  size_t m_solvedUpTo = 0;                 // values before it did not change
  std::vector<float> m_mean, m_variance;
};

}  // namespace kw::surrogate
