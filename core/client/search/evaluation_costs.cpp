// SPDX-License-Identifier: GPL-3.0-or-later
#include "client/search/evaluation_costs.h"

#include <algorithm>
#include <cmath>

#include "client/search/candidate_pool.h"
#include "client/search/surrogate/kernel_fit.h"

namespace kw {

namespace {

constexpr size_t leastKnown = 5;
// The latest are where the search is. Costs are smooth: more of them say little more.
constexpr size_t latestModelled = 100;
// Below a part in a hundred, what differs is the clock.
constexpr double leastDeviation = 0.01;

}  // namespace

EvaluationCosts::EvaluationCosts(const ValidSpace& space, const surrogate::Coordinates& coordinates)
    : m_space(space), m_coordinates(coordinates), m_shape(surrogate::priorShape(coordinates)) {}

void EvaluationCosts::learn(size_t index, double seconds) {
  if (!std::isfinite(seconds) || seconds <= 0) return;
  m_known.push_back({index, std::log(seconds)});
  if (m_posterior) observe(m_known.back());
}

void EvaluationCosts::renew(const std::vector<float>& poolPoints) {
  m_posterior.reset();
  if (m_known.size() < leastKnown) return;
  standardise();
  if (m_deviation < leastDeviation) return;
  const size_t first = m_known.size() - std::min(m_known.size(), latestModelled);
  std::vector<size_t> indices;
  std::vector<double> targets;
  for (size_t i = first; i < m_known.size(); ++i) {
    indices.push_back(m_known[i].index);
    targets.push_back((m_known[i].logarithm - m_mean) / m_deviation);
  }
  std::vector<float> points;
  appendPoints(m_space, m_coordinates, indices, points);
  m_shape = surrogate::fitKernel(m_coordinates, points, targets, m_shape);
  m_posterior.emplace(m_coordinates, m_shape, poolPoints);
  for (size_t i = first; i < m_known.size(); ++i)
    observe(m_known[i]);
}

void EvaluationCosts::update() {
  if (m_posterior) m_posterior->update();
}

double EvaluationCosts::logarithm(size_t inPool) const {
  return m_posterior ? m_deviation * m_posterior->mean(inPool) : 0;
}

void EvaluationCosts::observe(const Known& known) {
  std::vector<float> point;
  appendPoints(m_space, m_coordinates, {known.index}, point);
  m_posterior->observe(point.data(), (known.logarithm - m_mean) / m_deviation);
}

void EvaluationCosts::standardise() {
  double sum = 0, squares = 0;
  for (const Known& known : m_known)
    sum += known.logarithm;
  m_mean = sum / static_cast<double>(m_known.size());
  for (const Known& known : m_known)
    squares += (known.logarithm - m_mean) * (known.logarithm - m_mean);
  m_deviation = std::sqrt(squares / static_cast<double>(m_known.size()));
}

}  // namespace kw
