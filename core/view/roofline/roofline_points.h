// SPDX-License-Identifier: GPL-3.0-or-later
// Where candidates stand under the roofs: operations for each byte against operations a second.
#pragma once

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "model/profile/model_input.h"
#include "model/profile/profile.h"
#include "view/candidates/candidate_list.h"
#include "view/latency/latency_axes.h"
#include "view/latency/step_line.h"
#include "view/roofline/roofs.h"

namespace kw::view {

struct RooflinePoint {
  CandidateId id = 0;
  uint32_t order = 0;            // of completion; the source kernel is 0
  uint16_t performanceCase = 0;  // its place among the performance cases
  MemoryLevel level = MemoryLevel::dram;
  // How its bytes and its operations are known; its time, the cold median, is measured.
  Provenance bytes = Provenance::modelled;
  Provenance operations = Provenance::modelled;
  bool isSource = false;
  // Operations for each byte through the level, and operations a second. Where the problem states
  // no operations: the order of completion, and bytes a second.
  double x = 0, y = 0;
};

// What all points are computed from.
struct RooflineGround {
  const Problem* problem = nullptr;  // null: nothing can be said
  DeviceInfo device;
  std::vector<Profile> profiles;
};

// Grows with the list; other ground or another case means building it anew. Useful operations,
// those of the work model, are divided by the time and by the bytes: a candidate that computes more
// than it must does not look better for it.
class RooflinePoints {
 public:
  static constexpr int allCases = -1;

  // Everything of `list` from the beginning, on one performance case or on all.
  void build(const CandidateList& list, const RooflineGround& ground, int performanceCase);
  // What was appended to the list since.
  void append(const CandidateList& list);

  // A candidate has one point for each case and level that it has bytes of; the DRAM's first. In
  // the order of the list, so that places in it stay.
  const std::vector<RooflinePoint>& points() const { return m_points; }
  // Those of one candidate, as places in points(): first and end.
  std::pair<size_t, size_t> placesOf(CandidateId id) const;
  // For each case shown: the DRAM's points of those that were faster than all before on it, in
  // order of completion.
  const std::vector<std::vector<PlotXY>>& paths() const { return m_paths; }

  // The problem states no operations and none were counted: there is no intensity.
  bool isBandwidth() const { return m_isBandwidth; }
  // That of the operations where the problem states some; "" where they are counted.
  const std::string& precision() const { return m_precision; }
  // Of each performance case; seconds and occupancy are not filled in.
  const std::vector<ModelInput>& works() const { return m_works; }
  const Profile* profileOf(const CandidateRow& row, size_t performanceCase) const;

  uint32_t candidates() const { return m_candidates; }  // the source not counted
  uint32_t lastOrder() const { return m_lastOrder; }
  size_t failed() const { return m_failed; }
  size_t withoutTime() const { return m_withoutTime; }  // verified, without a time or work model
  size_t profiled() const { return m_profiled; }        // candidates with counted bytes
  bool isSourceProfiled() const { return m_isSourceProfiled; }
  bool empty() const { return m_points.empty(); }
  Range x() const { return m_x; }  // of the points; meaningless where empty
  Range y() const { return m_y; }

 private:
  void take(CandidateId id, const CandidateRow& row);
  bool takeCase(CandidateId id, const CandidateRow& row, size_t which);
  void add(RooflinePoint point, double operations, double bytes, double seconds);

  std::vector<std::string> m_caseNames;
  std::vector<ModelInput> m_works;
  std::vector<Profile> m_profiles;
  int m_case = allCases;
  std::vector<RooflinePoint> m_points;
  std::vector<std::vector<PlotXY>> m_paths;
  std::vector<double> m_fastest;  // of each case shown, milliseconds; 0: none yet
  bool m_isBandwidth = false;
  std::string m_precision;
  size_t m_seen = 0;  // rows of the list
  uint32_t m_candidates = 0, m_lastOrder = 0;
  size_t m_failed = 0, m_withoutTime = 0, m_profiled = 0;
  bool m_isSourceProfiled = false;
  std::optional<CandidateId> m_lastProfiled;
  Range m_x, m_y;
};

// The performance case that moves the most bytes, or computes the most where none are stated: where
// a roof can be reached at all. 0 without cases.
size_t heaviestCase(const std::vector<ModelInput>& works);

// Counted by the device or computed from what was; null where it is modelled or not there.
const MetricValue* countedValue(const Profile* profile, const std::string& metric);

// What one of `points` could reach at most under these roofs, per second: the slower of its level's
// best bandwidth and the best arithmetic of the precision that its operations are of. 0 where no
// roof is known.
double attainable(const RooflinePoint& point, const std::vector<Roof>& roofs,
                  const RooflinePoints& points);

}  // namespace kw::view
