// SPDX-License-Identifier: GPL-3.0-or-later
// What a plot of latencies shows of the candidates, in order of completion.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "model/records/records.h"
#include "view/candidates/candidate_list.h"

namespace kw::view {

// Which time of a candidate is meant.
struct LatencyChoice {
  static constexpr int geometricMean = -1;
  int performanceCase = geometricMean;  // else its place among the performance cases
  bool warm = false;                    // without flushing the cache

  friend bool operator==(const LatencyChoice&, const LatencyChoice&) = default;
};

// Milliseconds; 0 where the row has no such time. A geometric mean of warm times is weighted with
// `weights`, one for each performance case (missing ones count as 1).
double timeOf(const CandidateRow& row, const LatencyChoice& choice,
              const std::vector<double>& weights);

struct LatencyPoint {
  CandidateId id = 0;
  uint32_t order = 0;       // of completion, as the table numbers it: the source kernel is 0
  double milliseconds = 0;  // 0: no time
  VerdictKind verdict = VerdictKind::couldNotJudge;
};

// Grows with the list; choosing something else means building it anew.
class LatencyPoints {
 public:
  // Everything of `list` from the beginning.
  void build(const CandidateList& list, LatencyChoice choice, std::vector<double> weights);
  // What was appended to the list since.
  void append(const CandidateList& list);

  const LatencyChoice& choice() const { return m_choice; }
  // Verified ones that have the time, by order.
  const std::vector<LatencyPoint>& timed() const { return m_timed; }
  // Those that are not verified, by order.
  const std::vector<LatencyPoint>& failed() const { return m_failed; }
  // Each candidate that was faster than all before it and that works for all cases.
  const std::vector<LatencyPoint>& records() const { return m_records; }
  // Milliseconds of the last timing of the source kernel; 0: none.
  double source() const { return m_source; }

  uint32_t candidates() const { return m_candidates; }  // the source not counted
  uint32_t lastOrder() const { return m_lastOrder; }    // 0: there is no candidate
  size_t withoutTime() const { return m_withoutTime; }  // verified, but without this time
  double lowest() const { return m_lowest; }            // milliseconds, source included; 0: none
  double highest() const { return m_highest; }          // likewise
  bool empty() const { return m_candidates == 0 && m_source <= 0; }
  // Does any candidate have a warm time?
  bool anyWarm() const { return m_anyWarm; }
  // Where a candidate stands; none for the source and for those without a time.
  std::optional<LatencyPoint> find(CandidateId id) const;

 private:
  void take(CandidateId id, const CandidateRow& row);
  void cover(double milliseconds);

  LatencyChoice m_choice;
  std::vector<double> m_weights;
  std::vector<LatencyPoint> m_timed, m_failed, m_records;
  size_t m_seen = 0;  // rows of the list
  uint32_t m_candidates = 0, m_lastOrder = 0;
  size_t m_withoutTime = 0;
  double m_source = 0, m_lowest = 0, m_highest = 0;
  bool m_anyWarm = false;
};

}  // namespace kw::view
