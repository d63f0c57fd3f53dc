// SPDX-License-Identifier: GPL-3.0-or-later
// Lines over parallel axes bundled into strokes: parameters have few values, so that most of a
// hundred thousand lines run along each other, and each way needs to be painted once.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "view/latency/latency_axes.h"
#include "view/parameters/parameter_lines.h"

namespace kw::view {

// From one axis to the next in the order shown. Places are bins: of the values, or of the time
// where `gap` is the last.
struct Stroke {
  uint16_t gap = 0, from = 0, to = 0;
};

class LineBundles {
 public:
  static constexpr int levels = 24;  // of quickness, 0 the slowest: each has a colour
  static constexpr uint16_t timeBins = 360;
  static constexpr uint16_t mostBins = 256;  // of one parameter
  static constexpr size_t mostStrokes = 8000;

  // Starts over. `order` are axes of the lines; `time` is the range of the time axis (ms, over 0).
  void reset(const ParameterLines& lines, std::vector<size_t> order, Range time, Brushes brushes);
  // Takes what was appended to the lines since; says whether there is anything new to paint.
  bool append(const ParameterLines& lines);

  const std::vector<size_t>& order() const { return m_order; }
  const std::vector<Stroke>& strokes(int level) const { return m_levels[level].strokes; }
  const std::vector<Stroke>& failedStrokes() const { return m_failed; }
  // Of the timed lines that the brushes leave out; of none where there is a cut.
  const std::vector<Stroke>& contextStrokes() const { return m_context; }
  size_t passing() const { return m_passing; }
  // Slower levels are left out where there would be too many strokes to paint.
  int firstLevel() const;
  size_t drawnLines() const;  // of those that pass

  // Bins of an axis, of the lines' axes.
  uint16_t bins(size_t axis) const { return m_bins[axis]; }
  uint16_t bin(size_t axis, uint16_t value) const;
  uint16_t timeBin(double milliseconds) const;
  int levelOf(double milliseconds) const;

 private:
  struct Level {
    std::vector<Stroke> strokes;
    size_t lines = 0;
  };
  // Which strokes there are already; one bit each.
  class Seen {
   public:
    void reset(size_t kinds, const std::vector<size_t>& sizes);
    bool insert(size_t kind, const Stroke& stroke, size_t width);

   private:
    std::vector<std::vector<bool>> m_gaps;
    std::vector<size_t> m_sizes;
    size_t m_kinds = 0;
  };
  // Kinds of strokes beside the levels.
  static constexpr size_t failedKind = levels, contextKind = levels + 1, kinds = levels + 2;

  bool take(const ParameterLines& lines, size_t line);
  bool add(const ParameterLines& lines, size_t line, size_t kind, std::vector<Stroke>& strokes);

  std::vector<size_t> m_order;
  std::vector<uint16_t> m_bins;
  std::vector<size_t> m_counts;  // values of each axis
  Range m_time;
  Brushes m_brushes;
  std::array<Level, levels> m_levels;
  std::vector<Stroke> m_failed, m_context;
  Seen m_seenStrokes;
  size_t m_seen = 0, m_passing = 0;
};

// A range for a logarithmic axis that covers `low` to `high` (both over 0) and what it covered
// before; it ends at round values, so that it grows in steps.
Range grown(Range before, double low, double high);

}  // namespace kw::view
