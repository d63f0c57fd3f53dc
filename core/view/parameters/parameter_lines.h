// SPDX-License-Identifier: GPL-3.0-or-later
// Candidates as lines over parallel axes: one axis for each tunable parameter, then the time.
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "model/space/space.h"
#include "view/candidates/candidate_list.h"
#include "view/latency/latency_points.h"

namespace kw::view {

struct ParameterAxis {
  std::string name, meaning;
  std::vector<std::string> values;  // in the order of the space
};

// What is shown of an axis: the values from `first` to `last`, or times from `low` to `high`.
struct ValueBrush {
  size_t axis = 0;
  uint16_t first = 0, last = 0;
};
// The slowest line that is among the fastest; of equally fast ones the first counts as faster.
struct Cut {
  float milliseconds = 0;
  size_t line = 0;
};
struct Brushes {
  std::vector<ValueBrush> values;
  double timeLow = 0, timeHigh = 0;  // milliseconds; high 0: no brush on the time
  std::optional<Cut> cut;            // nothing slower than this line
  bool empty() const { return values.empty() && timeHigh <= 0; }
};

// How one value of a parameter did, over verified candidates with a time (milliseconds).
struct ValueStanding {
  size_t count = 0;
  double best = 0, median = 0;
  std::optional<CandidateId> bestId;
};

class ParameterLines {
 public:
  static constexpr uint16_t unknown = 0xffff;

  static constexpr size_t everything = std::numeric_limits<size_t>::max();

  // `most` rows of the list at a time; append() goes on from there.
  void build(const Space* space, const CandidateList& list, LatencyChoice choice,
             std::vector<double> weights, size_t most = everything);
  void append(const CandidateList& list, size_t most = everything);
  // All rows of the list are taken.
  bool isComplete(const CandidateList& list) const {
    return m_axes.empty() || m_seen >= list.size();
  }

  const std::vector<ParameterAxis>& axes() const { return m_axes; }
  size_t size() const { return m_ids.size(); }
  CandidateId id(size_t line) const { return m_ids[line]; }
  // Of the axis's values; `unknown` where the configuration has another one or none.
  uint16_t value(size_t line, size_t axis) const { return m_values[line * m_axes.size() + axis]; }
  float milliseconds(size_t line) const { return m_times[line]; }  // 0: failed or not timed
  bool failed(size_t line) const { return m_failedLines[line] != 0; }
  std::optional<size_t> lineOf(CandidateId id) const;

  double lowest() const { return m_lowest; }    // milliseconds; 0: none
  double highest() const { return m_highest; }  // likewise
  size_t timed() const { return m_timed; }
  size_t failed() const { return m_failedCount; }
  size_t withoutTime() const { return size() - m_timed - m_failedCount; }

  bool passes(size_t line, const Brushes& brushes) const;
  // The `most` fastest of the timed lines that pass, as a cut; none where no more than those pass.
  // The brushes' own cut does not count.
  std::optional<Cut> fastest(size_t most, const Brushes& brushes) const;
  size_t countPassing(const Brushes& brushes) const;  // timed ones
  // For each value of the axis; over the lines that pass.
  std::vector<ValueStanding> standings(size_t axis, const Brushes& brushes) const;

 private:
  void take(CandidateId id, const CandidateRow& row);
  uint16_t place(size_t axis, const Configuration& configuration) const;

  LatencyChoice m_choice;
  std::vector<double> m_weights;
  std::vector<ParameterAxis> m_axes;
  std::vector<Parameter> m_parameters;
  std::vector<CandidateId> m_ids;  // ascending
  std::vector<uint16_t> m_values;  // a line after the other
  std::vector<float> m_times;
  std::vector<uint8_t> m_failedLines;
  size_t m_seen = 0, m_timed = 0, m_failedCount = 0;
  double m_lowest = 0, m_highest = 0;
};

// Between 0 (slowest) and 1 (fastest), on a logarithmic scale.
double quickness(double milliseconds, double lowest, double highest);

}  // namespace kw::view
