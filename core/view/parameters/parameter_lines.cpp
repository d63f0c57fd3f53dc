// SPDX-License-Identifier: GPL-3.0-or-later
#include "view/parameters/parameter_lines.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace kw::view {

void ParameterLines::build(const Space* space, const CandidateList& list, LatencyChoice choice,
                           std::vector<double> weights, size_t most) {
  *this = ParameterLines();
  m_choice = choice;
  m_weights = std::move(weights);
  if (!space) return;
  m_parameters = space->parameters;
  for (const Parameter& parameter : m_parameters) {
    ParameterAxis axis{parameter.name, parameter.meaning, {}};
    for (const ParameterValue& value : parameter.values)
      axis.values.push_back(expression::toPlainText(value));
    m_axes.push_back(std::move(axis));
  }
  append(list, most);
}

void ParameterLines::append(const CandidateList& list, size_t most) {
  if (m_axes.empty()) return;
  const size_t end = list.size() - m_seen > most ? m_seen + most : list.size();
  for (; m_seen < end; ++m_seen) {
    const auto id = static_cast<CandidateId>(m_seen);
    if (list[id].candidate.isTemplate) take(id, list[id]);
  }
}

uint16_t ParameterLines::place(size_t axis, const Configuration& configuration) const {
  const Parameter& parameter = m_parameters[axis];
  const auto& given = configuration.values();
  // As a rule the configuration has the parameters in the space's order.
  const ParameterValue* value = axis < given.size() && given[axis].first == parameter.name
                                    ? &given[axis].second
                                    : configuration.find(parameter.name);
  if (!value) return unknown;
  const auto found = std::find(parameter.values.begin(), parameter.values.end(), *value);
  if (found == parameter.values.end()) return unknown;
  return static_cast<uint16_t>(found - parameter.values.begin());
}

void ParameterLines::take(CandidateId id, const CandidateRow& row) {
  m_ids.push_back(id);
  for (size_t axis = 0; axis < m_axes.size(); ++axis)
    m_values.push_back(place(axis, row.candidate.configuration));
  const double time = row.verified() ? timeOf(row, m_choice, m_weights) : 0;
  m_times.push_back(static_cast<float>(time));
  m_failedLines.push_back(row.verified() ? 0 : 1);
  m_failedCount += row.verified() ? 0 : 1;
  if (time <= 0) return;
  ++m_timed;
  m_lowest = m_lowest > 0 ? std::min(m_lowest, time) : time;
  m_highest = std::max(m_highest, time);
}

std::optional<size_t> ParameterLines::lineOf(CandidateId id) const {
  const auto found = std::lower_bound(m_ids.begin(), m_ids.end(), id);
  if (found == m_ids.end() || *found != id) return std::nullopt;
  return static_cast<size_t>(found - m_ids.begin());
}

bool ParameterLines::passes(size_t line, const Brushes& brushes) const {
  for (const ValueBrush& brush : brushes.values) {
    const uint16_t at = value(line, brush.axis);
    if (at < brush.first || at > brush.last) return false;
  }
  const float time = m_times[line];
  if (brushes.timeHigh > 0 && (time < brushes.timeLow || time > brushes.timeHigh)) return false;
  if (!brushes.cut) return true;
  return time < brushes.cut->milliseconds ||
         (time == brushes.cut->milliseconds && line <= brushes.cut->line);
}

std::optional<Cut> ParameterLines::fastest(size_t most, const Brushes& brushes) const {
  Brushes without = brushes;
  without.cut.reset();
  std::vector<std::pair<float, size_t>> passing;
  for (size_t line = 0; line < size(); ++line)
    if (m_times[line] > 0 && passes(line, without)) passing.emplace_back(m_times[line], line);
  if (most == 0 || passing.size() <= most) return std::nullopt;
  const auto last = passing.begin() + static_cast<std::ptrdiff_t>(most - 1);
  std::nth_element(passing.begin(), last, passing.end());
  return Cut{last->first, last->second};
}

size_t ParameterLines::countPassing(const Brushes& brushes) const {
  size_t count = 0;
  for (size_t line = 0; line < size(); ++line)
    count += m_times[line] > 0 && passes(line, brushes) ? 1 : 0;
  return count;
}

std::vector<ValueStanding> ParameterLines::standings(size_t axis, const Brushes& brushes) const {
  std::vector<ValueStanding> standings(m_axes[axis].values.size());
  std::vector<std::vector<float>> times(standings.size());
  for (size_t line = 0; line < size(); ++line) {
    const uint16_t at = value(line, axis);
    if (at == unknown || m_times[line] <= 0 || !passes(line, brushes)) continue;
    times[at].push_back(m_times[line]);
    ValueStanding& standing = standings[at];
    if (!standing.bestId || m_times[line] < standing.best) {
      standing.best = m_times[line];
      standing.bestId = m_ids[line];
    }
  }
  for (size_t at = 0; at < standings.size(); ++at) {
    std::vector<float>& all = times[at];
    standings[at].count = all.size();
    if (all.empty()) continue;
    const auto middle = all.begin() + static_cast<std::ptrdiff_t>(all.size() / 2);
    std::nth_element(all.begin(), middle, all.end());
    standings[at].median = *middle;
    if (all.size() % 2 == 0)
      standings[at].median = (standings[at].median + *std::max_element(all.begin(), middle)) / 2;
  }
  return standings;
}

double quickness(double milliseconds, double lowest, double highest) {
  if (!(milliseconds > 0) || !(highest > lowest) || !(lowest > 0)) return 1;
  return std::clamp(std::log(highest / milliseconds) / std::log(highest / lowest), 0.0, 1.0);
}

}  // namespace kw::view
