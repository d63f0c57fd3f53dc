// SPDX-License-Identifier: GPL-3.0-or-later
#include "view/candidates/candidate_table.h"

#include <algorithm>
#include <iterator>
#include <limits>

namespace kw::view {

namespace {

constexpr uint32_t nowhere = std::numeric_limits<uint32_t>::max();

using Iterator = std::vector<CandidateId>::iterator;

Iterator iteratorAt(std::vector<CandidateId>& ids, size_t row) {
  return ids.begin() + static_cast<std::ptrdiff_t>(row);
}

struct Entry {
  CellKey key;
  CandidateId id = 0;
};

// Merges the sorted tail from `middle` on into the sorted part before it. Few come to many, so each
// is looked up in the part before and whole stretches are moved.
template <class Before>
void mergeTail(std::vector<CandidateId>& ids, size_t first, size_t middle, Before before) {
  const std::vector<CandidateId> tail(iteratorAt(ids, middle), ids.end());
  size_t end = middle;
  for (size_t left = tail.size(); left > 0; --left) {
    const CandidateId id = tail[left - 1];
    const auto place = std::upper_bound(iteratorAt(ids, first), iteratorAt(ids, end), id, before);
    const auto row = static_cast<size_t>(place - ids.begin());
    std::move_backward(place, iteratorAt(ids, end), iteratorAt(ids, end + left));
    ids[row + left - 1] = id;
    end = row;
  }
}

}  // namespace

CandidateTable::CandidateTable(const CandidateList& list) : m_list(list), m_cells(list) {
  setNames({}, {});
}

void CandidateTable::setNames(const std::vector<std::string>& caseNames,
                              const std::vector<Parameter>& parameters) {
  m_columns = columnsOf(caseNames, parameters);
  m_cases = caseNames.size();
  m_sortColumn.reset();
  m_descending = false;
  m_filter = {};
  reset();
}

std::optional<size_t> CandidateTable::columnWithId(std::string_view id) const {
  for (size_t i = 0; i < m_columns.size(); ++i)
    if (m_columns[i].id == id) return i;
  return std::nullopt;
}

std::string CandidateTable::header(size_t column) const {
  return withUnit(m_columns[column].title, m_cells.unit(m_columns[column]));
}

std::optional<size_t> CandidateTable::rowOf(CandidateId id) const {
  if (id >= m_places.size() || m_places[id] == nowhere) return std::nullopt;
  return m_places[id];
}

void CandidateTable::reset() {
  m_cells.reset(m_cases);
  fill();
}

// Everything that passes, in order.
void CandidateTable::fill() {
  m_seen = m_list.size();
  const std::vector<CandidateId> pins = wantedPins();
  std::vector<CandidateId> others;
  for (size_t i = 0; i < m_seen; ++i) {
    const auto id = static_cast<CandidateId>(i);
    const bool isPin = std::find(pins.begin(), pins.end(), id) != pins.end();
    if (!isPin && m_filter.passes(m_cells, m_list, id)) others.push_back(id);
  }
  sort(others);
  m_rows = pins;
  m_rows.insert(m_rows.end(), others.begin(), others.end());
  m_pinned = pins.size();
  m_sorted = m_rows.size();
  index();
}

std::vector<CandidateId> CandidateTable::incoming() {
  m_cells.learn();
  const std::vector<CandidateId> pins = wantedPins();
  std::vector<CandidateId> ids;
  for (size_t i = m_seen; i < m_list.size(); ++i) {
    const auto id = static_cast<CandidateId>(i);
    const bool isPin = std::find(pins.begin(), pins.end(), id) != pins.end();
    if (isPin || m_filter.passes(m_cells, m_list, id)) ids.push_back(id);
  }
  return ids;
}

void CandidateTable::append(const std::vector<CandidateId>& ids) {
  m_seen = m_list.size();
  m_places.resize(m_seen, nowhere);
  for (const CandidateId id : ids) {
    m_places[id] = static_cast<uint32_t>(m_rows.size());
    m_rows.push_back(id);
  }
  if (!pinsDiffer() && isArranged()) m_sorted = m_rows.size();
}

bool CandidateTable::isArranged() const {
  for (size_t row = std::max(m_sorted, m_pinned + 1); row < m_rows.size(); ++row)
    if (before(m_rows[row], m_rows[row - 1])) return false;
  return true;
}

void CandidateTable::arrange() {
  std::vector<CandidateId> tail(iteratorAt(m_rows, m_sorted), m_rows.end());
  sort(tail);
  std::copy(tail.begin(), tail.end(), iteratorAt(m_rows, m_sorted));
  mergeTail(m_rows, m_pinned, m_sorted,
            [this](CandidateId a, CandidateId b) { return before(a, b); });
  m_sorted = m_rows.size();
  index();
}

void CandidateTable::setBaseline(std::optional<CandidateId> baseline) {
  m_baseline = baseline;
  m_cells.setBaseline(baseline);
}

void CandidateTable::rearrange() {
  const std::vector<CandidateId> pins = wantedPins();
  std::vector<CandidateId> others;
  for (size_t row = 0; row < m_rows.size(); ++row) {
    const CandidateId id = m_rows[row];
    if (std::find(pins.begin(), pins.end(), id) != pins.end()) continue;
    if (row < m_pinned && !m_filter.passes(m_cells, m_list, id)) continue;
    others.push_back(id);
  }
  sort(others);
  m_rows = pins;
  m_rows.insert(m_rows.end(), others.begin(), others.end());
  m_pinned = pins.size();
  m_sorted = m_rows.size();
  index();
}

void CandidateTable::setOrder(std::optional<size_t> column, bool descending) {
  m_sortColumn = column;
  m_descending = descending;
  rearrange();
}

Status CandidateTable::setFilter(std::string_view text) {
  Result<CandidateFilter> filter = CandidateFilter::parse(text, m_columns);
  if (!filter) return fail(std::move(filter).error());
  m_filter = std::move(*filter);
  fill();
  return {};
}

std::vector<CandidateId> CandidateTable::wantedPins() const {
  std::vector<CandidateId> pins;
  if (m_baseline && *m_baseline < m_list.size()) pins.push_back(*m_baseline);
  const std::optional<CandidateId> source = m_list.source();
  if (source && source != m_baseline) pins.push_back(*source);
  return pins;
}

std::vector<CandidateId> CandidateTable::currentPins() const {
  return {m_rows.begin(), m_rows.begin() + static_cast<std::ptrdiff_t>(m_pinned)};
}

bool CandidateTable::before(CandidateId a, CandidateId b) const {
  if (!m_sortColumn) return m_descending ? a > b : a < b;
  const Column& column = m_columns[*m_sortColumn];
  const CellKey first = m_cells.key(column, a), second = m_cells.key(column, b);
  if (first.isKnown() != second.isKnown()) return first.isKnown();
  const int order = first.isKnown() ? compare(first, second) : 0;
  if (order == 0) return a < b;
  return m_descending ? order > 0 : order < 0;
}

// As before() has it; the keys are worked out once for each.
void CandidateTable::sort(std::vector<CandidateId>& ids) const {
  std::sort(ids.begin(), ids.end());
  if (!m_sortColumn) {
    if (m_descending) std::reverse(ids.begin(), ids.end());
    return;
  }
  std::vector<Entry> known;
  std::vector<CandidateId> unknown;
  known.reserve(ids.size());
  for (const CandidateId id : ids) {
    const CellKey key = m_cells.key(m_columns[*m_sortColumn], id);
    key.isKnown() ? known.push_back({key, id}) : unknown.push_back(id);
  }
  std::stable_sort(known.begin(), known.end(), [this](const Entry& a, const Entry& b) {
    return m_descending ? compare(a.key, b.key) > 0 : compare(a.key, b.key) < 0;
  });
  std::transform(known.begin(), known.end(), ids.begin(), [](const Entry& e) { return e.id; });
  std::copy(unknown.begin(), unknown.end(), ids.end() - std::ssize(unknown));
}

void CandidateTable::index() {
  m_places.assign(m_seen, nowhere);
  for (size_t row = 0; row < m_rows.size(); ++row)
    m_places[m_rows[row]] = static_cast<uint32_t>(row);
}

TextTable CandidateTable::textTable(const std::vector<CandidateId>& ids,
                                    const std::vector<size_t>& columns, Reader reader) const {
  TextTable table;
  for (const size_t column : columns) {
    table.header.push_back(header(column));
    table.isNumber.push_back(m_columns[column].isNumber);
  }
  for (const CandidateId id : ids) {
    std::vector<std::string>& row = table.rows.emplace_back();
    for (const size_t column : columns)
      row.push_back(m_cells.text(m_columns[column], id, reader));
  }
  return table;
}

}  // namespace kw::view
