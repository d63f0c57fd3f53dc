// SPDX-License-Identifier: GPL-3.0-or-later
// What stands in a cell of the candidates table: the value to sort by and the text. Nothing is kept
// per cell.
#pragma once

#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "view/candidates/candidate_list.h"
#include "view/candidates/columns.h"

namespace kw::view {

// What a cell is sorted by. Numbers come before texts. A text is the list's or a constant: it is
// valid until the list changes.
struct CellKey {
  double number = std::numeric_limits<double>::quiet_NaN();
  std::string_view text;

  bool isNumber() const { return number == number; }
  bool isKnown() const { return isNumber() || !text.empty(); }
};
// Of two known ones: negative, 0 or positive.
int compare(const CellKey& a, const CellKey& b);

// For people, or for files: no thousands separators, plain minus signs.
enum class Reader { people, file };

class CandidateCells {
 public:
  // `list` outlives it.
  explicit CandidateCells(const CandidateList& list) : m_list(list) {}

  // The list was replaced, or the names changed. Parameters in the order of the space.
  void reset(size_t cases);
  // Looks at the rows that the list has more than before.
  void learn();
  void setBaseline(std::optional<CandidateId> baseline) { m_baseline = baseline; }

  // The source kernel on the candidate's device; none if it was not timed there.
  std::optional<CandidateId> sourceOf(CandidateId id) const;
  // What differences are taken against: the pinned one, else the source; none on another device.
  std::optional<CandidateId> baselineOf(CandidateId id) const;
  // Ratio of geometric means, source over candidate; 0: unknown.
  double speedup(CandidateId id) const;
  // Candidate over baseline, less 1; NaN: unknown.
  double difference(CandidateId id) const;

  CellKey key(const Column& column, CandidateId id) const;
  // "" for what is not known. Times in the column's unit, four significant digits.
  std::string text(const Column& column, CandidateId id, Reader reader = Reader::people) const;
  // "µs" or "ms" for times, by the largest in the column; else the column's own.
  std::string unit(const Column& column) const;
  // Whether any candidate has a value there; only of what a device may not tell: registers, spills,
  // shared memory, occupancy. True of all others.
  bool anyKnown(const Column& column) const;
  // More about a cell, one to three lines; "" where the text says it all.
  std::string more(const Column& column, CandidateId id) const;

 private:
  double largest(const Column& column) const;

  const CandidateList& m_list;
  size_t m_learnt = 0;
  std::optional<CandidateId> m_baseline;
  std::unordered_map<std::string, CandidateId> m_sources;  // by device
  double m_largestGeomean = 0;
  bool m_anyRegisters = false, m_anySpills = false, m_anyShared = false, m_anyOccupancy = false;
  std::vector<double> m_largest;  // by case
};

// As in a heading: "geomean (µs)".
std::string withUnit(const std::string& title, const std::string& unit);
// The same in tables, plots and files: the source kernel, which comes first, is 0.
inline size_t completionNumber(CandidateId id) {
  return id;
}
// "source kernel" or "#12".
std::string shortName(const CandidateRow& row, CandidateId id);
// "−12.3", "+4.0": percent, one decimal.
std::string percentText(double difference, Reader reader = Reader::people);

}  // namespace kw::view
