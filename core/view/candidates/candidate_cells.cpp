// SPDX-License-Identifier: GPL-3.0-or-later
#include "view/candidates/candidate_cells.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>

#include "model/formats/wording.h"

namespace kw::view {

namespace {

constexpr double unknown = std::numeric_limits<double>::quiet_NaN();

double orUnknown(double value, double least) {
  return value >= least ? value : unknown;
}

const CaseTime* timeOf(const CandidateRow& row, size_t which) {
  return which < row.cases.size() && row.cases[which].median > 0 ? &row.cases[which] : nullptr;
}

// Configurations have the space's order, so the index nearly always hits.
const ParameterValue* valueOf(const CandidateRow& row, const Column& column) {
  const auto& values = row.candidate.configuration.values();
  if (column.index < values.size() && values[column.index].first == column.title)
    return &values[column.index].second;
  return row.candidate.configuration.find(column.title);
}

CellKey keyOf(const ParameterValue* value) {
  if (!value) return {};
  if (const auto* whole = std::get_if<int64_t>(value)) return {static_cast<double>(*whole), {}};
  if (const auto* real = std::get_if<double>(value)) return {*real, {}};
  if (const auto* truth = std::get_if<bool>(value)) return {*truth ? 1.0 : 0.0, {}};
  return {unknown, std::get<std::string>(*value)};
}

// A CPU's compiler tells nothing of registers and spills, which then stand as 0.
bool hasRegisters(const CandidateRow& row) {
  return row.registers > 0;
}

std::string fixed(double value, int decimals) {
  std::array<char, 64> text{};
  std::snprintf(text.data(), text.size(), "%.*f", decimals, value);
  return text.data();
}

std::string whole(double value, Reader reader) {
  return reader == Reader::people ? numberText(value) : fixed(value, 0);
}

std::string caseTexts(const CaseTime& time, const TimeColumn& unit) {
  std::string text;
  if (time.low > 0)
    text = "95 % interval of the median: " + unit.text(time.low) + " to " + unit.text(time.high) +
           " " + std::string(unit.unit);
  if (time.warm > 0)
    text += (text.empty() ? "" : "\n") + ("Warm: " + unit.text(time.warm)) + " " +
            std::string(unit.unit);
  return text;
}

}  // namespace

int compare(const CellKey& a, const CellKey& b) {
  if (a.isNumber() && b.isNumber()) return a.number < b.number ? -1 : a.number > b.number ? 1 : 0;
  if (a.isNumber() != b.isNumber()) return a.isNumber() ? -1 : 1;
  return a.text.compare(b.text);
}

void CandidateCells::reset(size_t cases) {
  m_sources.clear();
  m_largestGeomean = 0;
  m_anyRegisters = m_anySpills = m_anyShared = m_anyOccupancy = false;
  m_largest.assign(cases, 0);
  m_learnt = 0;
  learn();
}

void CandidateCells::learn() {
  for (; m_learnt < m_list.size(); ++m_learnt) {
    const auto id = static_cast<CandidateId>(m_learnt);
    const CandidateRow& row = m_list[id];
    if (!row.candidate.isTemplate && row.timed()) m_sources[row.deviceId] = id;
    m_largestGeomean = std::max(m_largestGeomean, row.geomean);
    m_anyRegisters = m_anyRegisters || hasRegisters(row);
    m_anySpills = m_anySpills || (hasRegisters(row) && row.spills >= 0);
    m_anyShared = m_anyShared || row.staticShared >= 0;
    m_anyOccupancy = m_anyOccupancy || row.occupancy >= 0;
    for (size_t i = 0; i < std::min(m_largest.size(), row.cases.size()); ++i)
      m_largest[i] = std::max(m_largest[i], row.cases[i].median);
  }
}

std::optional<CandidateId> CandidateCells::sourceOf(CandidateId id) const {
  const auto found = m_sources.find(m_list[id].deviceId);
  if (found == m_sources.end()) return std::nullopt;
  return found->second;
}

std::optional<CandidateId> CandidateCells::baselineOf(CandidateId id) const {
  if (!m_baseline || *m_baseline >= m_list.size()) return sourceOf(id);
  if (m_list[*m_baseline].deviceId != m_list[id].deviceId) return std::nullopt;
  return m_baseline;
}

double CandidateCells::speedup(CandidateId id) const {
  if (!m_list[id].timed()) return 0;
  const std::optional<CandidateId> source = sourceOf(id);
  return source ? m_list[*source].geomean / m_list[id].geomean : 0;
}

double CandidateCells::difference(CandidateId id) const {
  if (!m_list[id].timed()) return unknown;
  const std::optional<CandidateId> baseline = baselineOf(id);
  if (!baseline || !m_list[*baseline].timed()) return unknown;
  return m_list[id].geomean / m_list[*baseline].geomean - 1;
}

CellKey CandidateCells::key(const Column& column, CandidateId id) const {
  const CandidateRow& row = m_list[id];
  constexpr double positive = std::numeric_limits<double>::min();
  switch (column.field) {
    case Field::number:
      return {static_cast<double>(completionNumber(id)), {}};
    case Field::verdict:
      return {static_cast<double>(row.verdict), {}};
    case Field::geomean:
      return {orUnknown(row.geomean, positive), {}};
    case Field::caseTime: {
      const CaseTime* time = timeOf(row, column.index);
      return {time ? time->median : unknown, {}};
    }
    case Field::speedup:
      return {orUnknown(speedup(id), positive), {}};
    case Field::difference:
      return {difference(id), {}};
    case Field::registers:
      return {orUnknown(row.registers, 1), {}};
    case Field::spills:
      return {hasRegisters(row) ? orUnknown(static_cast<double>(row.spills), 0) : unknown, {}};
    case Field::staticShared:
      return {orUnknown(static_cast<double>(row.staticShared), 0), {}};
    case Field::occupancy:
      return {100 * orUnknown(row.occupancy, 0), {}};
    case Field::parameter:
      return keyOf(valueOf(row, column));
    case Field::reason:
      return {unknown, row.reason};
  }
  return {};
}

std::string CandidateCells::text(const Column& column, CandidateId id, Reader reader) const {
  if (column.field == Field::verdict) {
    const std::string verdict(name(m_list[id].verdict));
    return m_list[id].candidate.isTemplate ? verdict : "source, " + verdict;
  }
  if (column.field == Field::difference && reader == Reader::people && baselineOf(id) == id)
    return m_list[id].timed() ? "baseline" : "";
  if (column.field == Field::parameter) {
    const ParameterValue* value = valueOf(m_list[id], column);
    return value ? expression::toPlainText(*value) : "";
  }
  const CellKey value = key(column, id);
  if (!value.isNumber()) return std::string(value.text);
  if (column.isTime()) return TimeColumn(largest(column)).text(value.number);
  if (column.field == Field::speedup) return fixed(value.number, 2);
  if (column.field == Field::difference) return percentText(value.number, reader);
  if (column.field == Field::occupancy) return fixed(value.number, 0);
  return whole(value.number, reader);
}

double CandidateCells::largest(const Column& column) const {
  if (column.field == Field::geomean) return m_largestGeomean;
  return column.index < m_largest.size() ? m_largest[column.index] : 0;
}

std::string CandidateCells::unit(const Column& column) const {
  return column.isTime() ? std::string(TimeColumn(largest(column)).unit) : column.unit;
}

bool CandidateCells::anyKnown(const Column& column) const {
  switch (column.field) {
    case Field::registers:
      return m_anyRegisters;
    case Field::spills:
      return m_anySpills;
    case Field::staticShared:
      return m_anyShared;
    case Field::occupancy:
      return m_anyOccupancy;
    default:
      return true;
  }
}

std::string CandidateCells::more(const Column& column, CandidateId id) const {
  const CandidateRow& row = m_list[id];
  const bool isRatio = column.field == Field::speedup || column.field == Field::difference;
  if (column.field == Field::reason || column.field == Field::verdict) return row.reason;
  if ((isRatio || column.isTime()) && !row.timed()) return row.reason;
  if (column.field == Field::caseTime)
    if (const CaseTime* time = timeOf(row, column.index))
      return caseTexts(*time, TimeColumn(largest(column)));
  if (isRatio && !key(column, id).isKnown())
    return column.field == Field::speedup ? "The source kernel was not timed on this device."
                                          : "The baseline was not timed on this device.";
  return "";
}

std::string withUnit(const std::string& title, const std::string& unit) {
  return unit.empty() ? title : title + " (" + unit + ")";
}

std::string shortName(const CandidateRow& row, CandidateId id) {
  return row.candidate.isTemplate ? "#" + numberText(static_cast<double>(completionNumber(id)))
                                  : "source kernel";
}

std::string percentText(double difference, Reader reader) {
  if (!std::isfinite(difference)) return "";
  const std::string size = fixed(std::fabs(difference) * 100, 1);
  if (size == "0.0") return size;
  if (difference > 0) return "+" + size;
  return (reader == Reader::people ? "−" : "-") + size;
}

}  // namespace kw::view
