// SPDX-License-Identifier: GPL-3.0-or-later
#include "view/curves/run_curves.h"

#include <algorithm>
#include <utility>

#include "base/sorting/distinct.h"

namespace kw::view {

namespace {

// Improvements of one run, and how many evaluations it had.
struct Track {
  std::string strategy;
  uint64_t seed = 0;
  size_t evaluations = 0;
  std::vector<CurvePoint> points;

  void add(double milliseconds) {
    ++evaluations;
    if (milliseconds <= 0 || (!points.empty() && milliseconds >= points.back().value)) return;
    points.push_back({static_cast<double>(evaluations), milliseconds, 0, 0});
  }
  // 0: nothing yet.
  double valueAt(double at) const {
    const auto after =
        std::upper_bound(points.begin(), points.end(), at,
                         [](double wanted, const CurvePoint& point) { return wanted < point.at; });
    return after == points.begin() ? 0 : std::prev(after)->value;
  }
};

Curve alone(const Track& track) {
  return {.name = track.strategy + ", seed " + std::to_string(track.seed),
          .end = static_cast<double>(track.evaluations),
          .points = track.points};
}

Curve meanOf(const std::vector<const Track*>& tracks) {
  Curve curve{
      .name = tracks.front()->strategy + ", mean of " + std::to_string(tracks.size()) + " runs",
      .runs = tracks.size(),
      .hasBand = true};
  std::vector<double> places;
  for (const Track* track : tracks) {
    curve.end = std::max(curve.end, static_cast<double>(track->evaluations));
    for (const CurvePoint& point : track->points)
      places.push_back(point.at);
  }
  sortDistinct(places);
  for (const double at : places) {
    CurvePoint point{at, 0, 0, 0};
    bool all = true;
    for (const Track* track : tracks) {
      const double value = track->valueAt(at);
      all = all && value > 0;
      point.value += value / static_cast<double>(tracks.size());
      point.low = point.low > 0 ? std::min(point.low, value) : value;
      point.high = std::max(point.high, value);
    }
    if (all) curve.points.push_back(point);
  }
  return curve;
}

std::vector<Curve> curvesOf(const std::vector<Track>& tracks, bool together) {
  std::vector<Curve> curves;
  std::vector<std::string> done;
  for (const Track& track : tracks) {
    std::vector<const Track*> alike;
    for (const Track& other : tracks)
      if (other.strategy == track.strategy) alike.push_back(&other);
    if (!together || alike.size() == 1) {
      curves.push_back(alone(track));
    } else if (std::find(done.begin(), done.end(), track.strategy) == done.end()) {
      done.push_back(track.strategy);
      curves.push_back(meanOf(alike));
    }
  }
  return curves;
}

}  // namespace

RunCurves runCurves(std::span<const RunSpan> runs, const CandidateList& list, LatencyChoice choice,
                    const std::vector<double>& weights, bool together) {
  RunCurves made;
  std::vector<Track> tracks;
  for (const RunSpan& run : runs)
    tracks.push_back({run.strategy, run.seed, 0, {}});
  for (const CandidateRow& row : list.all()) {
    if (!row.candidate.isTemplate) continue;
    // Runs are in the order in which they began.
    const auto after = std::upper_bound(
        runs.begin(), runs.end(), row.started,
        [](const std::string& started, const RunSpan& run) { return started < run.begun; });
    const auto index = static_cast<size_t>(after - runs.begin());
    if (index == 0 || (!runs[index - 1].ended.empty() && row.started > runs[index - 1].ended)) {
      ++made.outside;
      continue;
    }
    tracks[index - 1].add(row.verified() ? timeOf(row, choice, weights) : 0);
  }
  made.withoutEvaluations = static_cast<size_t>(
      std::erase_if(tracks, [](const Track& track) { return track.points.empty(); }));
  made.curves = curvesOf(tracks, together);
  return made;
}

Curve asFraction(const Curve& curve, double bestMilliseconds) {
  Curve made = curve;
  for (CurvePoint& point : made.points)
    point = {point.at, bestMilliseconds / point.value,
             point.high > 0 ? bestMilliseconds / point.high : 0,
             point.low > 0 ? bestMilliseconds / point.low : 0};
  return made;
}

double lowestValue(const std::vector<Curve>& curves) {
  double low = 0;
  for (const Curve& curve : curves)
    for (const CurvePoint& point : curve.points) {
      const double value = curve.hasBand ? point.low : point.value;
      if (value > 0 && (low <= 0 || value < low)) low = value;
    }
  return low;
}

double highestValue(const std::vector<Curve>& curves) {
  double high = 0;
  for (const Curve& curve : curves)
    for (const CurvePoint& point : curve.points)
      high = std::max(high, curve.hasBand ? point.high : point.value);
  return high;
}

}  // namespace kw::view
