// SPDX-License-Identifier: GPL-3.0-or-later
#include "client/search/surrogate/kernel_fit.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "client/search/surrogate/matrix.h"

namespace kw::surrogate {

namespace {

struct Belief {
  double centre, width;
  double least, most;  // bounds of the search
};
const Belief lengthBelief{std::numbers::ln2, 0.3, -3.5, 6.0};
constexpr Belief signalBelief{0.0, 1.0, -3.0, 3.0};
const Belief noiseBelief{std::log(0.02), 1.0, -9.0, 0.0};
// Steps of resilient propagation, in logarithms.
constexpr int steps = 25;
constexpr double firstStep = 0.15, leastStep = 1e-3, mostStep = 0.6;
// On the diagonal besides the noise, against rounding.
constexpr double jitter = 1e-8;

// The unknowns as one list: lengths, signal, noise.
using Unknowns = std::vector<double>;

const Belief& beliefOf(size_t unknown, size_t groups) {
  if (unknown < groups) return lengthBelief;
  return unknown == groups ? signalBelief : noiseBelief;
}

Unknowns toUnknowns(const KernelShape& shape) {
  Unknowns unknowns = shape.logLengths;
  unknowns.push_back(shape.logSignal);
  unknowns.push_back(shape.logNoise);
  return unknowns;
}

KernelShape toShape(const Unknowns& unknowns) {
  KernelShape shape;
  shape.logLengths.assign(unknowns.begin(), unknowns.end() - 2);
  shape.logSignal = unknowns[unknowns.size() - 2];
  shape.logNoise = unknowns.back();
  return shape;
}

// The negative logarithm of likelihood times prior, and its gradient.
class Objective {
 public:
  Objective(const Coordinates& coordinates, const std::vector<float>& points,
            const std::vector<double>& targets)
      : m_targets(targets), m_groups(coordinates.groups()) {
    const size_t columns = coordinates.columns();
    for (size_t i = 0; i < targets.size(); ++i)
      for (size_t j = 0; j < i; ++j) {
        std::vector<double>& squares = m_squares.emplace_back(m_groups, 0.0);
        for (size_t column = 0; column < columns; ++column) {
          const double apart = points[i * columns + column] - points[j * columns + column];
          squares[coordinates.groupOf(column)] += apart * apart;
        }
      }
  }

  double operator()(const Unknowns& at, std::vector<double>& gradient) const;

 private:
  const std::vector<double>& m_targets;
  size_t m_groups;
  std::vector<std::vector<double>> m_squares;  // per pair i > j and group: distance squared
};

double Objective::operator()(const Unknowns& at, std::vector<double>& gradient) const {
  const size_t count = m_targets.size();
  const double signal = std::exp(at[m_groups]), noise = std::exp(at[m_groups + 1]);
  std::vector<double> weights(m_groups);  // 1 / length²
  for (size_t group = 0; group < m_groups; ++group)
    weights[group] = std::exp(-2 * at[group]);

  SquareMatrix factor(count);
  std::vector<double> distances(m_squares.size());
  for (size_t i = 0, pair = 0; i < count; ++i) {
    for (size_t j = 0; j < i; ++j, ++pair) {
      double square = 0;
      for (size_t group = 0; group < m_groups; ++group)
        square += m_squares[pair][group] * weights[group];
      distances[pair] = std::sqrt(square);
      factor.row(i)[j] = signal * covariance(distances[pair]);
    }
    factor.row(i)[i] = signal + noise + jitter;
  }
  if (!factorise(factor)) return std::numeric_limits<double>::infinity();

  std::vector<double> explained = m_targets;
  solveLower(factor, explained);
  double value = 0;
  for (size_t i = 0; i < count; ++i)
    value += explained[i] * explained[i] / 2 + std::log(factor.row(i)[i]);
  for (size_t i = 0; i < at.size(); ++i) {
    const Belief& belief = beliefOf(i, m_groups);
    const double off = (at[i] - belief.centre) / belief.width;
    value += off * off / 2;
    gradient[i] = off / belief.width;
  }

  solveUpper(factor, explained);
  const SquareMatrix precision = inverse(factor);
  for (size_t i = 0, pair = 0; i < count; ++i) {
    for (size_t j = 0; j < i; ++j, ++pair) {
      const double pull = precision.row(i)[j] - explained[i] * explained[j];
      const double slope = pull * signal * covarianceSlope(distances[pair]);
      for (size_t group = 0; group < m_groups; ++group)
        gradient[group] += slope * m_squares[pair][group] * weights[group];
      gradient[m_groups] += pull * signal * covariance(distances[pair]);
    }
    const double pull = (precision.row(i)[i] - explained[i] * explained[i]) / 2;
    gradient[m_groups] += pull * signal;
    gradient[m_groups + 1] += pull * noise;
  }
  return value;
}

}  // namespace

KernelShape priorShape(const Coordinates& coordinates) {
  KernelShape shape;
  shape.logLengths.assign(coordinates.groups(), lengthBelief.centre);
  shape.logSignal = signalBelief.centre;
  shape.logNoise = noiseBelief.centre;
  return shape;
}

KernelShape fitKernel(const Coordinates& coordinates, const std::vector<float>& points,
                      const std::vector<double>& targets, const KernelShape& start) {
  const Objective objective(coordinates, points, targets);
  Unknowns at = toUnknowns(start), best = at;
  std::vector<double> gradient(at.size()), before(at.size(), 0.0), step(at.size(), firstStep);
  double bestValue = std::numeric_limits<double>::infinity();
  for (int iteration = 0; iteration < steps; ++iteration) {
    const double value = objective(at, gradient);
    if (!std::isfinite(value)) break;
    if (value < bestValue) {
      bestValue = value;
      best = at;
    }
    for (size_t i = 0; i < at.size(); ++i) {
      if (gradient[i] * before[i] > 0) step[i] = std::min(step[i] * 1.2, mostStep);
      if (gradient[i] * before[i] < 0) {
        step[i] = std::max(step[i] / 2, leastStep);
        gradient[i] = 0;
      }
      if (gradient[i] != 0) at[i] -= std::copysign(step[i], gradient[i]);
      const Belief& belief = beliefOf(i, coordinates.groups());
      at[i] = std::clamp(at[i], belief.least, belief.most);
      before[i] = gradient[i];
    }
  }
  return toShape(best);
}

}  // namespace kw::surrogate
