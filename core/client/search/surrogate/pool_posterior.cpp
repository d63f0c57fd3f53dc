// SPDX-License-Identifier: GPL-3.0-or-later
#include "client/search/surrogate/pool_posterior.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace kw::surrogate {

namespace {

// Below this a variance is rounding.
constexpr float leastVariance = 1e-6F;

// to += factor * from. `restrict` by being apart: they never overlap.
void addScaled(const float* from, float factor, float* __restrict to, size_t count) {
  for (size_t i = 0; i < count; ++i)
    to[i] += factor * from[i];
}

void addSquaredDistances(const float* from, float to, float* __restrict sums, size_t count) {
  for (size_t i = 0; i < count; ++i) {
    const float apart = from[i] - to;
    sums[i] += apart * apart;
  }
}

}  // namespace

PoolPosterior::PoolPosterior(const Coordinates& coordinates, const KernelShape& shape,
                             const std::vector<float>& points)
    : m_size(points.size() / std::max<size_t>(coordinates.columns(), 1)),
      m_columns(coordinates.columns()),
      m_signal(static_cast<float>(std::exp(shape.logSignal))),
      m_noise(static_cast<float>(std::exp(shape.logNoise))),
      m_mean(m_size, 0.0F),
      m_variance(m_size, m_signal) {
  for (size_t column = 0; column < m_columns; ++column) {
    m_weights.push_back(
        static_cast<float>(std::exp(-shape.logLengths[coordinates.groupOf(column)])));
    std::vector<float>& scaled = m_pool.emplace_back(m_size);
    for (size_t i = 0; i < m_size; ++i)
      scaled[i] = points[i * m_columns + column] * m_weights[column];
  }
}

void PoolPosterior::scale(const float* point, std::vector<float>& scaled) const {
  scaled.resize(m_columns);
  for (size_t column = 0; column < m_columns; ++column)
    scaled[column] = point[column] * m_weights[column];
}

std::vector<double> PoolPosterior::covariancesWith(const std::vector<float>& scaled) const {
  std::vector<double> covariances;
  for (const std::vector<float>& other : m_observed) {
    double square = 0;
    for (size_t column = 0; column < m_columns; ++column) {
      const double apart = scaled[column] - other[column];
      square += apart * apart;
    }
    covariances.push_back(m_signal * covariance(std::sqrt(square)));
  }
  return covariances;
}

void PoolPosterior::observe(const float* point, double value) {
  std::vector<float> scaled;
  scale(point, scaled);
  // The factor's new row: the others are solved for the covariances with what was observed.
  std::vector<double> row = covariancesWith(scaled);
  double left = m_signal + m_noise;
  for (size_t i = 0; i < row.size(); ++i) {
    const std::vector<double>& other = m_factor[i];
    row[i] = (row[i] - std::inner_product(other.begin(), other.begin() + static_cast<long>(i),
                                          row.begin(), 0.0)) /
             other[i];
    left -= row[i] * row[i];
  }
  const double diagonal = std::sqrt(std::max(left, 1e-8));

  std::vector<float> inPool(m_size, 0.0F);
  for (size_t column = 0; column < m_columns; ++column)
    addSquaredDistances(m_pool[column].data(), scaled[column], inPool.data(), m_size);
  for (float& entry : inPool)
    entry = m_signal * covariance(std::sqrt(entry));
  for (size_t i = 0; i < row.size(); ++i)
    addScaled(m_rows[i].data(), static_cast<float>(-row[i]), inPool.data(), m_size);
  for (size_t i = 0; i < m_size; ++i) {
    inPool[i] /= static_cast<float>(diagonal);
    m_variance[i] = std::max(m_variance[i] - inPool[i] * inPool[i], leastVariance);
  }

  row.push_back(diagonal);
  m_factor.push_back(std::move(row));
  m_rows.push_back(std::move(inPool));
  m_observed.push_back(std::move(scaled));
  m_values.push_back(value);
  m_solved.push_back(0);
}

void PoolPosterior::setValue(size_t observation, double value) {
  m_values[observation] = value;
  m_solvedUpTo = std::min(m_solvedUpTo, observation);
}

void PoolPosterior::update() {
  for (size_t i = m_solvedUpTo; i < m_factor.size(); ++i) {
    const std::vector<double>& row = m_factor[i];
    const double rest = std::inner_product(
        m_solved.begin(), m_solved.begin() + static_cast<long>(i), row.begin(), 0.0);
    const double solved = (m_values[i] - rest) / row[i];
    addScaled(m_rows[i].data(), static_cast<float>(solved - m_solved[i]), m_mean.data(), m_size);
    m_solved[i] = solved;
  }
  m_solvedUpTo = m_factor.size();
}

double PoolPosterior::meanAt(const float* point) const {
  std::vector<float> scaled;
  scale(point, scaled);
  std::vector<double> row = covariancesWith(scaled);
  double mean = 0;
  for (size_t i = 0; i < row.size(); ++i) {
    const std::vector<double>& other = m_factor[i];
    row[i] = (row[i] - std::inner_product(other.begin(), other.begin() + static_cast<long>(i),
                                          row.begin(), 0.0)) /
             other[i];
    mean += row[i] * m_solved[i];
  }
  return mean;
}

}  // namespace kw::surrogate
