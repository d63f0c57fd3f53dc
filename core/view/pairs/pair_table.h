// SPDX-License-Identifier: GPL-3.0-or-later
// Two parameters against each other: what the candidates with each pair of their values came to.
#pragma once

#include <optional>
#include <vector>

#include "view/parameters/parameter_lines.h"

namespace kw::view {

struct PairCell {
  size_t timed = 0, failed = 0, withoutTime = 0;
  double best = 0, median = 0;  // milliseconds; 0: none was timed
  std::optional<CandidateId> bestId;

  size_t rows() const { return timed + failed + withoutTime; }
};

enum class PairFigure { best, median };

class PairTable {
 public:
  PairTable() = default;
  // `column` and `row` are axes of the lines; the same one twice gives its diagonal.
  PairTable(const ParameterLines& lines, size_t column, size_t row);

  size_t columns() const { return m_columns; }
  size_t rows() const { return m_rows; }
  const PairCell& cell(size_t column, size_t row) const {
    return m_cells[row * m_columns + column];
  }
  // Over a whole column or row.
  const PairCell& wholeColumn(size_t column) const { return m_wholeColumns[column]; }
  const PairCell& wholeRow(size_t row) const { return m_wholeRows[row]; }
  // Milliseconds of a cell; 0 where there is none.
  static double figure(const PairCell& cell, PairFigure figure) {
    return figure == PairFigure::best ? cell.best : cell.median;
  }
  // Over all cells with a time; 0: there is none.
  double lowest(PairFigure figure) const;
  double highest(PairFigure figure) const;

  struct Place {
    size_t column = 0, row = 0;
    friend bool operator==(const Place&, const Place&) = default;
  };
  // Where the fastest of all timed candidates lies; none where there is none.
  std::optional<Place> best() const { return m_best; }
  size_t cells() const { return m_cells.size(); }
  size_t emptyCells() const;                        // no candidate has these two values
  size_t untimedCells() const;                      // candidates have, none with a time
  size_t unknownRows() const { return m_unknown; }  // with a value that the space has no longer

 private:
  size_t m_columns = 0, m_rows = 0, m_unknown = 0;
  std::vector<PairCell> m_cells;  // a row after the other
  std::vector<PairCell> m_wholeColumns, m_wholeRows;
  std::optional<Place> m_best;
};

// Two axes with at least two values each that candidates have, to begin with; the first ones
// where there are none.
struct AxisPair {
  size_t column = 0, row = 0;
};
std::optional<AxisPair> usualPair(const ParameterLines& lines);

}  // namespace kw::view
