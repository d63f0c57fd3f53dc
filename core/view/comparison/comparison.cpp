// SPDX-License-Identifier: GPL-3.0-or-later
#include "view/comparison/comparison.h"

#include <algorithm>
#include <cmath>

#include "model/formats/wording.h"

namespace kw::view {

namespace {

class Builder {
 public:
  Builder(const CandidateList& list, SideBySide& comparison)
      : m_list(list), m_cells(list), m_comparison(comparison) {}

  void useBaseline(std::optional<CandidateId> baseline, size_t cases) {
    m_cells.setBaseline(baseline);
    m_cells.reset(cases);
  }
  void addRow(const Column& column);

 private:
  ComparisonCell cellOf(const Column& column, CandidateId id, const TimeColumn& unit) const;
  void addTime(const Column& column, CandidateId id, const TimeColumn& unit,
               ComparisonCell& cell) const;
  double largest(const Column& column) const;
  const CaseTime* timeOf(const Column& column, CandidateId id) const;

  const CandidateList& m_list;
  CandidateCells m_cells;
  SideBySide& m_comparison;
};

// By the largest that is shown here, not by the largest of all candidates.
double Builder::largest(const Column& column) const {
  double most = 0;
  for (const CandidateId id : m_comparison.columns) {
    const CellKey key = m_cells.key(column, id);
    if (key.isNumber()) most = std::max(most, key.number);
  }
  return most;
}

const CaseTime* Builder::timeOf(const Column& column, CandidateId id) const {
  const std::vector<CaseTime>& cases = m_list[id].cases;
  const bool isThere = column.field == Field::caseTime && column.index < cases.size();
  return isThere && cases[column.index].median > 0 ? &cases[column.index] : nullptr;
}

void Builder::addTime(const Column& column, CandidateId id, const TimeColumn& unit,
                      ComparisonCell& cell) const {
  const CandidateId first = m_comparison.columns.front();
  const double ours = m_cells.key(column, id).number;
  const double theirs = m_cells.key(column, first).number;
  const bool sameDevice = m_list[id].deviceId == m_list[first].deviceId;
  if (m_comparison.hasBaseline && id != first && sameDevice) cell.difference = ours / theirs - 1;
  const CaseTime* time = timeOf(column, id);
  if (!time || !(time->low > 0)) return;
  cell.beside = unit.text(time->low) + " to " + unit.text(time->high);
  cell.more = "95 % interval of the median: " + cell.beside + " " + std::string(unit.unit) + ".";
  const CaseTime* other = timeOf(column, first);
  if (!std::isfinite(cell.difference) || !other || !(other->low > 0)) return;
  cell.overlaps = time->low <= other->high && other->low <= time->high;
  cell.more += cell.overlaps ? " It overlaps the baseline's: the difference may be chance."
                             : " It does not overlap the baseline's.";
}

ComparisonCell Builder::cellOf(const Column& column, CandidateId id, const TimeColumn& unit) const {
  ComparisonCell cell;
  if (column.isTime()) {
    cell.text = unit.text(m_cells.key(column, id).number);
    addTime(column, id, unit, cell);
  } else {
    cell.text = m_cells.text(column, id);
    cell.more = m_cells.more(column, id);
  }
  const CandidateId first = m_comparison.columns.front();
  if (!m_comparison.hasBaseline || id == first) return cell;
  // As they are shown: what reads the same is not marked.
  const double theirs = column.isTime() ? m_cells.key(column, first).number : 0;
  cell.differs = cell.text != (column.isTime() ? unit.text(theirs) : m_cells.text(column, first));
  return cell;
}

void Builder::addRow(const Column& column) {
  const TimeColumn unit(largest(column));
  ComparisonRow row;
  if (column.isTime()) row.kind = ComparisonRow::Kind::time;
  if (!column.isTime() && column.isNumber) row.kind = ComparisonRow::Kind::number;
  row.title = withUnit(column.title, column.isTime() ? std::string(unit.unit) : column.unit);
  for (const CandidateId id : m_comparison.columns)
    row.cells.push_back(cellOf(column, id, unit));
  row.differs = std::any_of(row.cells.begin(), row.cells.end(),
                            [](const ComparisonCell& cell) { return cell.differs; });
  m_comparison.rows.push_back(std::move(row));
}

std::vector<CandidateId> columnsFor(const CandidateList& list, std::optional<CandidateId> baseline,
                                    const std::vector<CandidateId>& ids) {
  std::vector<CandidateId> columns;
  if (baseline) columns.push_back(*baseline);
  for (const CandidateId id : ids) {
    const bool isThere = std::find(columns.begin(), columns.end(), id) != columns.end();
    if (isThere || id >= list.size()) continue;
    if (columns.size() == mostCompared + (baseline ? 1 : 0)) break;
    columns.push_back(id);
  }
  return columns;
}

bool hasAny(const ComparisonRow& row) {
  return std::any_of(row.cells.begin(), row.cells.end(),
                     [](const ComparisonCell& cell) { return !cell.text.empty(); });
}

}  // namespace

SideBySide compareCandidates(const CandidateList& list, std::optional<CandidateId> baseline,
                             const std::vector<CandidateId>& ids,
                             const std::vector<std::string>& caseNames,
                             const std::vector<Parameter>& parameters) {
  if (!baseline || *baseline >= list.size()) baseline = list.source();
  SideBySide comparison;
  comparison.columns = columnsFor(list, baseline, ids);
  comparison.hasBaseline = baseline.has_value();
  if (comparison.columns.empty()) return comparison;
  for (const CandidateId id : comparison.columns)
    comparison.headings.push_back(shortName(list[id], id));
  Builder builder(list, comparison);
  builder.useBaseline(baseline, caseNames.size());
  const std::vector<Column> columns = columnsOf(caseNames, parameters);
  // What was chosen first, then what came of it.
  for (const bool isParameter : {true, false})
    for (const Column& column : columns)
      if (column.field != Field::number && (column.field == Field::parameter) == isParameter)
        builder.addRow(column);
  std::erase_if(comparison.rows, [](const ComparisonRow& row) { return !hasAny(row); });
  return comparison;
}

TextTable textTable(const SideBySide& comparison, bool onlyDiffering) {
  TextTable table;
  table.header.emplace_back("");
  table.isNumber.push_back(false);
  for (size_t i = 0; i < comparison.headings.size(); ++i) {
    const bool isBaseline = i == 0 && comparison.hasBaseline;
    table.header.push_back((isBaseline ? "baseline: " : "") + comparison.headings[i]);
    table.isNumber.push_back(true);
  }
  for (const ComparisonRow& row : comparison.rows) {
    if (onlyDiffering && !row.differs) continue;
    std::vector<std::string>& cells = table.rows.emplace_back();
    cells.push_back(row.title);
    for (const ComparisonCell& cell : row.cells)
      cells.push_back(cell.text);
  }
  return table;
}

}  // namespace kw::view
