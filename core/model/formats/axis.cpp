// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/axis.h"

#include <algorithm>
#include <cmath>

namespace kw {

namespace {

constexpr double logarithmicFrom = 8;  // high over low
constexpr size_t fewTicks = 3;         // below this, finer steps are tried
constexpr double slack = 1e-9;         // of a step: rounding must not lose the last tick

double niceStep(double span) {
  const double raw = span / static_cast<double>(mostTicks - 1);
  const double decade = std::pow(10.0, std::floor(std::log10(raw)));
  for (const double factor : {1.0, 2.0, 5.0, 10.0})
    if (factor * decade >= raw * (1 - slack)) return factor * decade;
  return 10 * decade;
}

std::vector<double> evenTicks(double low, double high) {
  const double step = niceStep(high - low);
  std::vector<double> ticks;
  for (double at = std::ceil(low / step - slack); at * step <= high + slack * step; ++at)
    ticks.push_back(at * step);
  return ticks;
}

// Every `step`-th decade, times each factor.
std::vector<double> decadeTicks(double low, double high, int step,
                                const std::vector<double>& factors) {
  std::vector<double> ticks;
  const auto first = static_cast<int>(std::floor(std::log10(low) + slack));
  const auto last = static_cast<int>(std::ceil(std::log10(high) - slack));
  for (int decade = first; decade <= last; decade += step)
    for (const double factor : factors) {
      const double tick = factor * std::pow(10.0, decade);
      if (tick >= low * (1 - slack) && tick <= high * (1 + slack)) ticks.push_back(tick);
    }
  return ticks;
}

}  // namespace

Axis linearAxis(double high) {
  Axis axis;
  const double step = niceStep(high);
  const auto steps = static_cast<int>(std::ceil(high / step - slack));
  for (int i = 0; i <= steps; ++i)
    axis.ticks.push_back(i * step);
  axis.high = axis.ticks.back();
  return axis;
}

Axis logarithmicAxis(double low, double high) {
  Axis axis;
  axis.logarithmic = true;
  const auto first = static_cast<int>(std::floor(std::log10(low)));
  const int last = std::max(first + 1, static_cast<int>(std::ceil(std::log10(high))));
  const int step =
      (last - first + static_cast<int>(mostTicks) - 2) / (static_cast<int>(mostTicks) - 1);
  for (int decade = first; decade < last + step; decade += step)
    axis.ticks.push_back(std::pow(10.0, decade));
  axis.low = axis.ticks.front();
  axis.high = axis.ticks.back();
  return axis;
}

double Axis::position(double value) const {
  const double fraction =
      logarithmic ? std::log(value / low) / std::log(high / low) : (value - low) / (high - low);
  return std::clamp(fraction, 0.0, 1.0);
}

Axis axisFor(double low, double high) {
  return high > logarithmicFrom * low ? logarithmicAxis(low, high) : linearAxis(high);
}

std::vector<double> ticksWithin(double low, double high, bool logarithmic) {
  if (!(high > low)) return {};
  if (!logarithmic) return evenTicks(low, high);
  if (!(low > 0)) return {};
  std::vector<double> fine = decadeTicks(low, high, 1, {1, 2, 5});
  if (fine.size() < fewTicks) return evenTicks(low, high);
  if (fine.size() <= mostTicks) return fine;
  for (int step = 1;; ++step)
    if (std::vector<double> ticks = decadeTicks(low, high, step, {1}); ticks.size() <= mostTicks)
      return ticks;
}

}  // namespace kw
