// SPDX-License-Identifier: GPL-3.0-or-later
// A recording as a space to search: each configuration of the space has a row that says what came
// of it.
#pragma once

#include <cstddef>
#include <vector>

#include "base/result/result.h"
#include "client/search/strategy.h"
#include "model/records/recording.h"
#include "model/space/valid_space.h"

namespace kw {

class RecordedSpace {
 public:
  // A recording without rows, or one in which nothing succeeded, is an error
  // (ErrorKind::badInput): there is no optimum to search for. Of several rows for one configuration
  // the first counts.
  static Result<RecordedSpace> of(Recording recording);

  const Recording& recording() const { return m_recording; }
  const ValidSpace& space() const { return m_space; }
  // Of configuration `index` of space().
  const RecordedRow& row(size_t index) const { return m_recording.rows[m_rowOf[index]]; }
  // Verified, with a time that can be one: a failure is never a success, and nothing takes 0 ms.
  bool isUsable(size_t index) const;
  double milliseconds(size_t index) const { return row(index).milliseconds; }
  // What evaluating it cost: compiling, measuring and what lay around it, in seconds of wall time,
  // as far as it was recorded. Verifying is part of no other tuner's costs and left out.
  double costSeconds(size_t index) const;
  // What a strategy is told that it took, as of an evaluation of ours: compiling, verifying and
  // measuring, in seconds.
  double toldSeconds(size_t index) const;
  // Of a session's kernels, where they were compiled for a GPU.
  ResourceUse resources(size_t index) const;
  bool hasCosts() const { return m_hasCosts; }  // any row's is above 0
  double bestMilliseconds() const { return m_best; }
  size_t usableCount() const { return m_usable; }

 private:
  Recording m_recording;
  ValidSpace m_space;
  std::vector<size_t> m_rowOf;
  double m_best = 0;
  size_t m_usable = 0;
  bool m_hasCosts = false;
};

}  // namespace kw
