// SPDX-License-Identifier: GPL-3.0-or-later
// How a run stands: the source's times by device, the best candidate, and the counts. Without a
// source, candidates are compared by their times alone.
#pragma once

#include <map>
#include <optional>
#include <string>

#include "client/engine/engine.h"
#include "client/search/strategy.h"

namespace kw {

class Scoreboard {
 public:
  explicit Scoreboard(const Problem& problem) : m_problem(problem) {}

  // The source on one device (Evaluation::deviceId). `resumed`: it came from the session.
  void addSource(const Evaluation& source, bool resumed);
  // The source on a device of an earlier run, for candidates that come from there.
  void addEarlierSource(const Evaluation& source) { m_sources.emplace(source.deviceId, source); }
  bool hasSource() const { return !m_sources.empty(); }
  bool knowsDevice(const std::string& deviceId) const { return m_sources.contains(deviceId); }

  // A candidate that was asked for as number `order`. True if it is the best so far.
  bool add(const Evaluation& evaluation, size_t order, bool resumed);
  // What a strategy learns of it.
  Observation observe(size_t index, const Evaluation& evaluation) const;

  size_t done() const { return m_verified + m_failed; }
  size_t failed() const { return m_failed; }
  size_t fresh() const { return m_fresh; }  // candidates that did not come from the session
  // Of the best so far, or of the source on the first device; empty before that.
  RivalTimes rivalTimes() const;
  double bestMilliseconds() const;
  double sourceMilliseconds() const;

  void summarise(TuneSummary& summary) const;

 private:
  // Over the source on the same device, or the time itself where there is no source; lower is
  // better. 0: not timed.
  double relative(const Evaluation& evaluation) const;
  const Evaluation& sourceFor(const Evaluation& evaluation) const;

  const Problem& m_problem;
  std::map<std::string, Evaluation> m_sources;
  std::string m_firstDevice;
  std::optional<Evaluation> m_best;  // none: the source itself
  double m_bestRelative = 1;
  size_t m_bestOrder = 0;
  size_t m_verified = 0;
  size_t m_failed = 0;
  size_t m_fresh = 0;
  size_t m_resumed = 0;  // candidates
  bool m_sourceResumed = false;
  double m_kernelMilliseconds = 0;
};

}  // namespace kw
