// SPDX-License-Identifier: GPL-3.0-or-later
#include "view/parameters/line_bundles.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace kw::view {

namespace {

constexpr double roundValues[] = {1, 1.2, 1.5, 2, 2.5, 3, 4, 5, 6, 8, 10};
constexpr double slack = 1e-9;

double roundDown(double value) {
  const double decade = std::pow(10.0, std::floor(std::log10(value)));
  double best = decade;
  for (const double each : roundValues)
    if (each * decade <= value * (1 + slack)) best = each * decade;
  return best;
}

double roundUp(double value) {
  const double decade = std::pow(10.0, std::floor(std::log10(value)));
  for (const double each : roundValues)
    if (each * decade >= value * (1 - slack)) return each * decade;
  return 10 * decade;
}

}  // namespace

Range grown(Range before, double low, double high) {
  if (!(low > 0) || !(high >= low)) return before;
  Range range{roundDown(low), roundUp(high)};
  if (before.low > 0) range = {std::min(range.low, before.low), std::max(range.high, before.high)};
  if (range.high <= range.low) range.high = roundUp(range.low * 1.1);
  return range;
}

void LineBundles::Seen::reset(size_t count, const std::vector<size_t>& sizes) {
  m_kinds = count;
  m_sizes = sizes;
  m_gaps.assign(sizes.size(), {});
  for (size_t gap = 0; gap < sizes.size(); ++gap)
    m_gaps[gap].assign(m_kinds * sizes[gap], false);
}

bool LineBundles::Seen::insert(size_t kind, const Stroke& stroke, size_t width) {
  const size_t place = kind * m_sizes[stroke.gap] + stroke.from * width + stroke.to;
  if (m_gaps[stroke.gap][place]) return false;
  m_gaps[stroke.gap][place] = true;
  return true;
}

void LineBundles::reset(const ParameterLines& lines, std::vector<size_t> order, Range time,
                        Brushes brushes) {
  *this = LineBundles();
  m_order = std::move(order);
  m_time = time;
  m_brushes = std::move(brushes);
  for (const ParameterAxis& axis : lines.axes()) {
    m_counts.push_back(axis.values.size());
    m_bins.push_back(static_cast<uint16_t>(std::min<size_t>(axis.values.size(), mostBins)));
  }
  std::vector<size_t> sizes;
  for (size_t gap = 0; gap < m_order.size(); ++gap)
    sizes.push_back(static_cast<size_t>(m_bins[m_order[gap]]) *
                    (gap + 1 < m_order.size() ? m_bins[m_order[gap + 1]] : timeBins));
  m_seenStrokes.reset(kinds, sizes);
  append(lines);
}

bool LineBundles::append(const ParameterLines& lines) {
  bool anything = false;
  for (; m_seen < lines.size(); ++m_seen)
    anything = take(lines, m_seen) || anything;
  return anything;
}

bool LineBundles::take(const ParameterLines& lines, size_t line) {
  if (lines.failed(line)) return add(lines, line, failedKind, m_failed);
  const double time = lines.milliseconds(line);
  if (time <= 0) return false;
  if (!lines.passes(line, m_brushes))
    return !m_brushes.cut && add(lines, line, contextKind, m_context);
  ++m_passing;
  const int level = levelOf(time);
  ++m_levels[level].lines;
  return add(lines, line, static_cast<size_t>(level), m_levels[level].strokes);
}

bool LineBundles::add(const ParameterLines& lines, size_t line, size_t kind,
                      std::vector<Stroke>& strokes) {
  const size_t before = strokes.size();
  for (size_t gap = 0; gap < m_order.size(); ++gap) {
    const uint16_t from = lines.value(line, m_order[gap]);
    if (from == ParameterLines::unknown) continue;
    Stroke stroke{static_cast<uint16_t>(gap), bin(m_order[gap], from), 0};
    size_t width = timeBins;
    if (gap + 1 < m_order.size()) {
      const uint16_t to = lines.value(line, m_order[gap + 1]);
      if (to == ParameterLines::unknown) continue;
      stroke.to = bin(m_order[gap + 1], to);
      width = m_bins[m_order[gap + 1]];
    } else if (kind == failedKind) {
      continue;
    } else {
      stroke.to = timeBin(lines.milliseconds(line));
    }
    if (m_seenStrokes.insert(kind, stroke, width)) strokes.push_back(stroke);
  }
  return strokes.size() > before;
}

uint16_t LineBundles::bin(size_t axis, uint16_t value) const {
  if (m_counts[axis] <= mostBins) return value;
  return static_cast<uint16_t>(static_cast<size_t>(value) * mostBins / m_counts[axis]);
}

uint16_t LineBundles::timeBin(double milliseconds) const {
  const double at = 1 - quickness(milliseconds, m_time.low, m_time.high);
  return static_cast<uint16_t>(std::min<double>(at * timeBins, timeBins - 1));
}

int LineBundles::levelOf(double milliseconds) const {
  const double at = quickness(milliseconds, m_time.low, m_time.high);
  return std::min(static_cast<int>(at * levels), levels - 1);
}

int LineBundles::firstLevel() const {
  size_t strokes = 0;
  for (int level = levels - 1; level >= 0; --level) {
    strokes += m_levels[level].strokes.size();
    if (strokes > mostStrokes && level < levels - 1) return level + 1;
  }
  return 0;
}

size_t LineBundles::drawnLines() const {
  size_t count = 0;
  for (int level = firstLevel(); level < levels; ++level)
    count += m_levels[level].lines;
  return count;
}

}  // namespace kw::view
