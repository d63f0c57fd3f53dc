// SPDX-License-Identifier: GPL-3.0-or-later
#include "client/replay/recorded_space.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

namespace kw {

namespace {

constexpr size_t noRow = static_cast<size_t>(-1);

}  // namespace

Result<RecordedSpace> RecordedSpace::of(Recording recording) {
  Space space;
  space.parameters = recording.parameters;
  std::vector<std::vector<uint16_t>> rows;
  rows.reserve(recording.rows.size());
  for (const RecordedRow& row : recording.rows)
    rows.push_back(row.values);
  RecordedSpace recorded;
  KW_ASSIGN(recorded.m_space, ValidSpace::ofRows(space, rows));
  recorded.m_recording = std::move(recording);
  recorded.m_rowOf.assign(recorded.m_space.size(), noRow);
  for (size_t i = 0; i < rows.size(); ++i) {
    size_t& row = recorded.m_rowOf[*recorded.m_space.find(rows[i])];
    if (row == noRow) row = i;
  }
  for (size_t index = 0; index < recorded.m_space.size(); ++index) {
    recorded.m_hasCosts = recorded.m_hasCosts || recorded.costSeconds(index) > 0;
    if (!recorded.isUsable(index)) continue;
    const double time = recorded.milliseconds(index);
    recorded.m_best = recorded.m_usable++ == 0 ? time : std::min(recorded.m_best, time);
  }
  if (recorded.m_usable == 0)
    return failInput("none of the " + std::to_string(recorded.m_space.size()) +
                         " recorded configurations succeeded with a time above 0",
                     {}, "a search needs an optimum to look for: choose another recording");
  return recorded;
}

bool RecordedSpace::isUsable(size_t index) const {
  const RecordedRow& found = row(index);
  return found.verdict == VerdictKind::verified && std::isfinite(found.milliseconds) &&
         found.milliseconds > 0;
}

double RecordedSpace::toldSeconds(size_t index) const {
  const RecordedRow& found = row(index);
  return (found.compile + found.validation + found.benchmark) / 1000;
}

ResourceUse RecordedSpace::resources(size_t index) const {
  ResourceUse use;
  for (const auto& [name, value] : row(index).metrics) {
    if (name.starts_with("registers ")) use.registers = std::max(use.registers, value);
    if (name.starts_with("spills ")) use.spills = std::max(use.spills, 0.0) + value;
    if (name.starts_with("static_shared ")) use.sharedBytes = std::max(use.sharedBytes, value);
    if (name.starts_with("occupancy "))
      use.occupancy = use.occupancy < 0 ? value : std::min(use.occupancy, value);
  }
  return use;
}

double RecordedSpace::costSeconds(size_t index) const {
  const RecordedRow& found = row(index);
  double sum = 0;
  for (const double part : {found.compile, found.benchmark, found.framework})
    if (std::isfinite(part) && part > 0) sum += part;
  return sum / 1000;
}

}  // namespace kw
