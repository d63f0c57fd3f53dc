// SPDX-License-Identifier: GPL-3.0-or-later
#include "view/latency/latency_points.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "view/candidates/candidate_cells.h"

namespace kw::view {

namespace {

double usable(double milliseconds) {
  return std::isfinite(milliseconds) && milliseconds > 0 ? milliseconds : 0;
}

double warmMean(const CandidateRow& row, const std::vector<double>& weights) {
  double logarithms = 0, sum = 0;
  for (size_t i = 0; i < row.cases.size(); ++i) {
    const double time = usable(row.cases[i].warm);
    if (time <= 0) return 0;
    const double weight = i < weights.size() ? weights[i] : 1;
    logarithms += weight * std::log(time);
    sum += weight;
  }
  return sum > 0 ? std::exp(logarithms / sum) : 0;
}

const LatencyPoint* among(const std::vector<LatencyPoint>& points, CandidateId id) {
  const auto found = std::lower_bound(
      points.begin(), points.end(), id,
      [](const LatencyPoint& point, CandidateId wanted) { return point.id < wanted; });
  return found != points.end() && found->id == id ? &*found : nullptr;
}

}  // namespace

double timeOf(const CandidateRow& row, const LatencyChoice& choice,
              const std::vector<double>& weights) {
  if (choice.performanceCase == LatencyChoice::geometricMean)
    return choice.warm ? warmMean(row, weights) : usable(row.geomean);
  const auto which = static_cast<size_t>(choice.performanceCase);
  if (choice.performanceCase < 0 || which >= row.cases.size()) return 0;
  return usable(choice.warm ? row.cases[which].warm : row.cases[which].median);
}

void LatencyPoints::build(const CandidateList& list, LatencyChoice choice,
                          std::vector<double> weights) {
  *this = LatencyPoints();
  m_choice = choice;
  m_weights = std::move(weights);
  append(list);
}

void LatencyPoints::append(const CandidateList& list) {
  for (; m_seen < list.size(); ++m_seen)
    take(static_cast<CandidateId>(m_seen), list[static_cast<CandidateId>(m_seen)]);
}

void LatencyPoints::take(CandidateId id, const CandidateRow& row) {
  m_anyWarm = m_anyWarm || std::any_of(row.cases.begin(), row.cases.end(),
                                       [](const CaseTime& time) { return time.warm > 0; });
  const double milliseconds = row.verified() ? timeOf(row, m_choice, m_weights) : 0;
  if (!row.candidate.isTemplate) {
    if (milliseconds > 0) m_source = milliseconds;
    cover(milliseconds);
    return;
  }
  ++m_candidates;
  m_lastOrder = static_cast<uint32_t>(completionNumber(id));
  const LatencyPoint point{id, m_lastOrder, milliseconds, row.verdict};
  if (!row.verified()) {
    m_failed.push_back(point);
  } else if (milliseconds <= 0) {
    ++m_withoutTime;
  } else {
    m_timed.push_back(point);
    cover(milliseconds);
    if (row.appliesToAll && (m_records.empty() || milliseconds < m_records.back().milliseconds))
      m_records.push_back(point);
  }
}

void LatencyPoints::cover(double milliseconds) {
  if (milliseconds <= 0) return;
  m_lowest = m_lowest > 0 ? std::min(m_lowest, milliseconds) : milliseconds;
  m_highest = std::max(m_highest, milliseconds);
}

std::optional<LatencyPoint> LatencyPoints::find(CandidateId id) const {
  if (const LatencyPoint* point = among(m_timed, id)) return *point;
  if (const LatencyPoint* point = among(m_failed, id)) return *point;
  return std::nullopt;
}

}  // namespace kw::view
