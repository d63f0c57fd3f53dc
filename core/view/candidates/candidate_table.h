// SPDX-License-Identifier: GPL-3.0-or-later
// The candidates as a table: which are shown, in which order. The baseline and the source kernel
// are pinned: they come first and are neither sorted nor filtered.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "view/candidates/candidate_cells.h"
#include "view/candidates/candidate_filter.h"
#include "view/candidates/text_table.h"

namespace kw::view {

class CandidateTable {
 public:
  // `list` outlives it.
  explicit CandidateTable(const CandidateList& list);

  // --- columns
  // They are those of these cases and parameters from now on; order and filter start anew.
  void setNames(const std::vector<std::string>& caseNames,
                const std::vector<Parameter>& parameters);
  const std::vector<Column>& columns() const { return m_columns; }
  std::optional<size_t> columnWithId(std::string_view id) const;
  std::string header(size_t column) const;  // "geomean (µs)"
  // Unless somebody says otherwise. What no candidate has a value for yet is not.
  bool isShownByDefault(size_t column) const {
    return m_columns[column].isShown && m_cells.anyKnown(m_columns[column]);
  }
  const CandidateCells& cells() const { return m_cells; }
  std::string text(CandidateId id, size_t column) const {
    return m_cells.text(m_columns[column], id);
  }

  // --- rows
  size_t rows() const { return m_rows.size(); }  // the pinned ones among them, which come first
  size_t pinned() const { return m_pinned; }
  CandidateId at(size_t row) const { return m_rows[row]; }
  std::optional<size_t> rowOf(CandidateId id) const;
  // How many candidates the filter leaves out.
  size_t leftOut() const { return m_seen - m_rows.size(); }

  // --- changes
  // The list was replaced.
  void reset();
  // In two steps, so that whoever watches can tell rows that are added from rows that move: those
  // that the list has more and that pass the filter,
  std::vector<CandidateId> incoming();
  // are put below the others, unsorted,
  void append(const std::vector<CandidateId>& ids);
  // and then moved to where they belong: a merge. False: everything stands there already.
  bool isArranged() const;
  void arrange();

  // What is pinned follows from the list and the baseline. True: it is not what is pinned now, so
  // that rearrange() is due.
  bool pinsDiffer() const { return wantedPins() != currentPins(); }
  void setBaseline(std::optional<CandidateId> baseline);
  void rearrange();  // sorts all

  // By completion where no column is given. Values that are not known come last in both
  // directions, equal ones in order of completion.
  void setOrder(std::optional<size_t> column, bool descending);
  std::optional<size_t> sortColumn() const { return m_sortColumn; }
  bool isDescending() const { return m_descending; }

  // A fault leaves everything as it was.
  Status setFilter(std::string_view text);
  const CandidateFilter& filter() const { return m_filter; }

  // --- texts, of these candidates and columns
  TextTable textTable(const std::vector<CandidateId>& ids, const std::vector<size_t>& columns,
                      Reader reader) const;

 private:
  std::vector<CandidateId> wantedPins() const;
  std::vector<CandidateId> currentPins() const;
  bool before(CandidateId a, CandidateId b) const;
  void sort(std::vector<CandidateId>& ids) const;
  void fill();
  void index();

  const CandidateList& m_list;
  CandidateCells m_cells;
  std::vector<Column> m_columns;
  size_t m_cases = 0;
  CandidateFilter m_filter;
  std::optional<size_t> m_sortColumn;
  bool m_descending = false;
  std::optional<CandidateId> m_baseline;

  size_t m_seen = 0;  // of the list
  size_t m_pinned = 0;
  size_t m_sorted = 0;  // rows that stand where they belong; those below were appended
  std::vector<CandidateId> m_rows;
  std::vector<uint32_t> m_places;  // by id: its row, or `nowhere`
};

}  // namespace kw::view
