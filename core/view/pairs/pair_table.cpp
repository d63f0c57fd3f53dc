// SPDX-License-Identifier: GPL-3.0-or-later
#include "view/pairs/pair_table.h"

#include <algorithm>
#include <utility>

namespace kw::view {

namespace {

double medianOf(std::vector<float>& times) {
  if (times.empty()) return 0;
  const auto middle = times.begin() + static_cast<std::ptrdiff_t>(times.size() / 2);
  std::nth_element(times.begin(), middle, times.end());
  if (times.size() % 2 == 1) return *middle;
  return (static_cast<double>(*middle) + *std::max_element(times.begin(), middle)) / 2;
}

// Cells that candidates are put into, with the times that their medians need.
class Collector {
 public:
  explicit Collector(size_t cells) : m_cells(cells), m_times(cells) {}

  void add(size_t place, const ParameterLines& lines, size_t line) {
    PairCell& cell = m_cells[place];
    const float time = lines.milliseconds(line);
    if (time <= 0) {
      ++(lines.failed(line) ? cell.failed : cell.withoutTime);
      return;
    }
    ++cell.timed;
    m_times[place].push_back(time);
    if (cell.bestId && time >= cell.best) return;
    cell.best = time;
    cell.bestId = lines.id(line);
  }
  std::vector<PairCell> finish() {
    for (size_t place = 0; place < m_cells.size(); ++place)
      m_cells[place].median = medianOf(m_times[place]);
    return std::move(m_cells);
  }

 private:
  std::vector<PairCell> m_cells;
  std::vector<std::vector<float>> m_times;
};

}  // namespace

PairTable::PairTable(const ParameterLines& lines, size_t column, size_t row)
    : m_columns(lines.axes()[column].values.size()), m_rows(lines.axes()[row].values.size()) {
  Collector cells(m_columns * m_rows), wholeColumns(m_columns), wholeRows(m_rows);
  float fastest = 0;
  for (size_t line = 0; line < lines.size(); ++line) {
    const uint16_t x = lines.value(line, column), y = lines.value(line, row);
    if (x == ParameterLines::unknown || y == ParameterLines::unknown) {
      ++m_unknown;
      continue;
    }
    cells.add(y * m_columns + x, lines, line);
    wholeColumns.add(x, lines, line);
    wholeRows.add(y, lines, line);
    const float time = lines.milliseconds(line);
    if (time <= 0 || (m_best && time >= fastest)) continue;
    fastest = time;
    m_best = Place{x, y};
  }
  m_cells = cells.finish();
  m_wholeColumns = wholeColumns.finish();
  m_wholeRows = wholeRows.finish();
}

double PairTable::lowest(PairFigure wanted) const {
  double low = 0;
  for (const PairCell& cell : m_cells) {
    const double time = figure(cell, wanted);
    if (time > 0 && (low <= 0 || time < low)) low = time;
  }
  return low;
}

double PairTable::highest(PairFigure wanted) const {
  double high = 0;
  for (const PairCell& cell : m_cells)
    high = std::max(high, figure(cell, wanted));
  return high;
}

size_t PairTable::emptyCells() const {
  return static_cast<size_t>(std::count_if(m_cells.begin(), m_cells.end(),
                                           [](const PairCell& cell) { return cell.rows() == 0; }));
}

size_t PairTable::untimedCells() const {
  return static_cast<size_t>(
      std::count_if(m_cells.begin(), m_cells.end(),
                    [](const PairCell& cell) { return cell.rows() > 0 && cell.timed == 0; }));
}

std::optional<AxisPair> usualPair(const ParameterLines& lines) {
  if (lines.axes().size() < 2) return std::nullopt;
  std::vector<size_t> varied;
  for (size_t axis = 0; axis < lines.axes().size() && varied.size() < 2; ++axis) {
    uint16_t seen = ParameterLines::unknown;
    for (size_t line = 0; line < lines.size(); ++line) {
      const uint16_t value = lines.value(line, axis);
      if (value == ParameterLines::unknown || value == seen) continue;
      if (seen != ParameterLines::unknown) {
        varied.push_back(axis);
        break;
      }
      seen = value;
    }
  }
  for (size_t axis = 0; axis < lines.axes().size() && varied.size() < 2; ++axis)
    if (std::find(varied.begin(), varied.end(), axis) == varied.end()) varied.push_back(axis);
  return AxisPair{varied[0], varied[1]};
}

}  // namespace kw::view
