// SPDX-License-Identifier: GPL-3.0-or-later
// Best so far against evaluations, of the runs of a session.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "view/candidates/candidate_list.h"
#include "view/latency/latency_points.h"

namespace kw::view {

// A run as a session records it.
struct RunSpan {
  std::string strategy;
  uint64_t seed = 0;
  std::string begun, ended;  // UTC, ISO 8601; `ended` "" while it goes on, or was cut off
  friend bool operator==(const RunSpan&, const RunSpan&) = default;
};

struct CurvePoint {
  double at = 0;     // evaluations so far
  double value = 0;  // best so far: milliseconds, or a fraction of the optimum
  double low = 0, high = 0;
};

// From one point to the next the value stays: a step line.
struct Curve {
  std::string name;  // "genetic, seed 3"; "genetic, mean of 3 runs"
  size_t runs = 1;
  bool hasBand = false;  // low and high mean something
  double end = 0;        // evaluations of the longest run
  std::vector<CurvePoint> points;
};

struct RunCurves {
  std::vector<Curve> curves;
  size_t withoutEvaluations = 0;  // runs of which no candidate is among the rows, or none timed
  size_t outside = 0;             // rows that were evaluated in none of the runs
};

// A row belongs to the last run that had begun when the row's evaluation started (`started`), where
// that run had not ended; both are told by the same clock. Failed candidates count as evaluations.
// What a run took over from before it, it did not evaluate. Where `together`, the runs of one
// strategy become their mean at each number of evaluations, with the least and the greatest as its
// band; a shorter run keeps what it had, and the mean begins where all have something.
RunCurves runCurves(std::span<const RunSpan> runs, const CandidateList& list, LatencyChoice choice,
                    const std::vector<double>& weights, bool together);

// The same with the fraction of the best instead: `best` milliseconds over the value.
Curve asFraction(const Curve& curve, double bestMilliseconds);
double lowestValue(const std::vector<Curve>& curves);  // bands included; 0: no point
double highestValue(const std::vector<Curve>& curves);

}  // namespace kw::view
