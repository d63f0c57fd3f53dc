// SPDX-License-Identifier: GPL-3.0-or-later
// How much each parameter matters for the time, from the candidates that have one.
#pragma once

#include <stop_token>
#include <string>
#include <vector>

#include "view/importance/functional_anova.h"
#include "view/parameters/parameter_lines.h"

namespace kw::view {

// What the forest learns from; made where the lines are, learnt from anywhere.
struct ImportanceInput {
  ForestData data;  // targets: logarithm of milliseconds
  std::vector<std::string> names;
  std::vector<std::string> fixed;  // parameters with a single value in all these rows: left out
  size_t timed = 0;                // candidates that could be used
  size_t failed = 0, withoutTime = 0;
  size_t unknown = 0;  // with a value that the space has no longer
};

struct ParameterEffect {
  std::vector<std::string> names;  // one parameter, or two
  double share = 0;                // of the variance of the logarithm of the time, 0 to 1
};

struct ParameterImportance {
  std::vector<ParameterEffect> main;   // the largest first
  std::vector<ParameterEffect> pairs;  // the strongest few
  std::vector<std::string> fixed;
  double explained = 0;  // R² out of bag
  double beyond = 0;     // the share that is of neither a parameter alone nor of one of all pairs
  size_t used = 0, timed = 0, failed = 0, withoutTime = 0, unknown = 0, trees = 0;

  // Below, the forest does not know enough for the bars to mean much.
  static constexpr double leastExplained = 0.3;
  bool saysLittle() const { return explained < leastExplained; }
};

inline constexpr size_t mostForestRows = 20'000;  // more are sampled
inline constexpr size_t leastForestRows = 20;     // fewer say nothing
inline constexpr size_t strongestPairs = 8;

// Rows without a time are left out and counted. Of more than `mostForestRows` a sample is taken,
// always the same. Values that none of the rows has do not count; of more than
// ForestData::mostCodes neighbouring ones are put together. Takes some milliseconds.
ImportanceInput importanceInput(const ParameterLines& lines);

ParameterImportance importanceOf(const ImportanceInput& input, const ForestOptions& options,
                                 const std::stop_token& stop);

// "Functional ANOVA on a random forest of 48 trees, from 4,201 evaluations."
std::string methodText(const ParameterImportance& importance);
// What the forest explains, and what that says of the bars.
std::string qualityText(const ParameterImportance& importance);
std::string omissionText(const ParameterImportance& importance);  // "" where nothing is left out

}  // namespace kw::view
