// SPDX-License-Identifier: GPL-3.0-or-later
#include "view/roofline/roofline_points.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "view/candidates/candidate_cells.h"

namespace kw::view {

namespace {

// Arithmetic whose operations the counters know, by the precision's name.
constexpr std::array<std::pair<const char*, const char*>, 3> countedOperations{
    {{"fp32", "fp32_operations"}, {"fp64", "fp64_operations"}, {"fp16", "fp16_operations"}}};

double usable(double value) {
  return std::isfinite(value) && value > 0 ? value : 0;
}

void cover(Range& range, double value, bool isFirst) {
  range.low = isFirst ? value : std::min(range.low, value);
  range.high = isFirst ? value : std::max(range.high, value);
}

double operationsCounted(const Profile* profile) {
  double operations = 0;
  for (const auto& [precision, metric] : countedOperations)
    if (const MetricValue* counted = countedValue(profile, metric)) operations += counted->value;
  return operations;
}

}  // namespace

const MetricValue* countedValue(const Profile* profile, const std::string& metric) {
  if (!profile) return nullptr;
  const auto found = profile->values.find(metric);
  const bool isCounted = found != profile->values.end() &&
                         found->second.known != Provenance::modelled &&
                         usable(found->second.value) > 0;
  return isCounted ? &found->second : nullptr;
}

size_t heaviestCase(const std::vector<ModelInput>& works) {
  const auto most = std::ranges::max_element(works, [](const ModelInput& a, const ModelInput& b) {
    return std::pair(a.bytes, a.flops) < std::pair(b.bytes, b.flops);
  });
  return most == works.end() ? 0 : static_cast<size_t>(most - works.begin());
}

void RooflinePoints::build(const CandidateList& list, const RooflineGround& ground,
                           int performanceCase) {
  *this = RooflinePoints();
  m_case = performanceCase;
  m_profiles = ground.profiles;
  if (ground.problem) {
    if (ground.problem->work.flops) m_precision = ground.problem->work.precision;
    m_caseNames = performanceCases(*ground.problem);
    for (const std::string& name : m_caseNames)
      m_works.push_back(modelInput(*ground.problem, name, ground.device, Evaluation()));
  }
  m_isBandwidth =
      std::ranges::none_of(m_works, [](const ModelInput& work) { return work.flops > 0; });
  for (const Profile& profile : m_profiles)
    for (const auto& [precision, metric] : countedOperations)
      m_isBandwidth = m_isBandwidth && !countedValue(&profile, metric);
  m_paths.resize(m_caseNames.size());
  m_fastest.resize(m_caseNames.size());
  append(list);
}

void RooflinePoints::append(const CandidateList& list) {
  for (; m_seen < list.size(); ++m_seen)
    take(static_cast<CandidateId>(m_seen), list[static_cast<CandidateId>(m_seen)]);
}

std::pair<size_t, size_t> RooflinePoints::placesOf(CandidateId id) const {
  // Clang 14 cannot compile std::ranges::equal_range with this library.
  const auto first = std::ranges::lower_bound(m_points, id, {}, &RooflinePoint::id);
  const auto end = std::ranges::upper_bound(m_points, id, {}, &RooflinePoint::id);
  return {static_cast<size_t>(first - m_points.begin()),
          static_cast<size_t>(end - m_points.begin())};
}

const Profile* RooflinePoints::profileOf(const CandidateRow& row, size_t performanceCase) const {
  for (auto profile = m_profiles.rbegin(); profile != m_profiles.rend(); ++profile)
    if (profile->caseName == m_caseNames[performanceCase] && profile->deviceId == row.deviceId &&
        profile->candidate == row.candidate)
      return &*profile;
  return nullptr;
}

void RooflinePoints::take(CandidateId id, const CandidateRow& row) {
  if (row.candidate.isTemplate) {
    ++m_candidates;
    m_lastOrder = static_cast<uint32_t>(completionNumber(id));
    if (!row.verified()) {
      ++m_failed;
      return;
    }
  }
  if (!row.verified()) return;
  bool isShown = false;
  for (size_t which = 0; which < std::min(row.cases.size(), m_works.size()); ++which)
    if (m_case == allCases || static_cast<size_t>(m_case) == which)
      isShown = takeCase(id, row, which) || isShown;
  if (!isShown && row.candidate.isTemplate) ++m_withoutTime;
}

bool RooflinePoints::takeCase(CandidateId id, const CandidateRow& row, size_t which) {
  const double seconds = usable(row.cases[which].median) / 1e3;
  const Profile* profile = m_profiles.empty() ? nullptr : profileOf(row, which);
  const MetricValue* counted = countedValue(profile, "dram_bytes");
  const double bytes = counted ? counted->value : m_works[which].bytes;
  const double stated = m_works[which].flops;
  const double operations = stated > 0 ? stated : operationsCounted(profile);
  if (seconds <= 0 || bytes <= 0 || (!m_isBandwidth && operations <= 0)) return false;
  RooflinePoint point;
  point.id = id;
  point.isSource = !row.candidate.isTemplate;
  point.order = point.isSource ? 0 : m_lastOrder;
  point.performanceCase = static_cast<uint16_t>(which);
  point.bytes = counted ? counted->known : Provenance::modelled;
  point.operations = stated > 0 ? Provenance::modelled : Provenance::derived;
  add(point, operations, bytes, seconds);
  const double before = m_fastest[which];
  if (!point.isSource && row.appliesToAll && (before <= 0 || row.cases[which].median < before)) {
    m_fastest[which] = row.cases[which].median;
    m_paths[which].push_back({m_points.back().x, m_points.back().y});
  }
  for (const auto& [metric, level] :
       {std::pair("l2_bytes", MemoryLevel::l2), std::pair("l1_bytes", MemoryLevel::l1)})
    if (const MetricValue* through = countedValue(profile, metric)) {
      point.level = level;
      point.bytes = through->known;
      add(point, operations, through->value, seconds);
    }
  m_isSourceProfiled |= counted && point.isSource;
  if (counted && !point.isSource && m_lastProfiled != id) {
    m_lastProfiled = id;
    ++m_profiled;
  }
  return true;
}

void RooflinePoints::add(RooflinePoint point, double operations, double bytes, double seconds) {
  point.x = m_isBandwidth ? point.order : operations / bytes;
  point.y = (m_isBandwidth ? bytes : operations) / seconds;
  cover(m_x, point.x, m_points.empty());
  cover(m_y, point.y, m_points.empty());
  m_points.push_back(point);
}

double attainable(const RooflinePoint& point, const std::vector<Roof>& roofs,
                  const RooflinePoints& points) {
  const Roof* bandwidth = bestBandwidth(roofs, point.level);
  if (points.isBandwidth()) return bandwidth ? bandwidth->perSecond : 0;
  const Roof* arithmetic = bestArithmetic(roofs, points.precision());
  const double slope = bandwidth ? bandwidth->perSecond * point.x : 0;
  if (!arithmetic) return slope;
  return slope > 0 ? std::min(slope, arithmetic->perSecond) : arithmetic->perSecond;
}

}  // namespace kw::view
