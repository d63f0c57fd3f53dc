// SPDX-License-Identifier: GPL-3.0-or-later
// Shows a tuning run while it goes on and what came of it.
#pragma once

#include <map>
#include <optional>
#include <string>

#include "cli/output.h"
#include "client/engine/engine.h"

namespace kw::cli {

class TuneDisplay {
 public:
  TuneDisplay(Output& output, std::optional<double> timeBudgetSeconds)
      : m_output(output), m_timeBudget(timeBudgetSeconds) {}

  void show(const std::vector<Event>& events);  // the engine's lossless subscriber
  // For people: the finding, what failed and why, what was kept and where.
  void showResult(const Problem& problem, const TuneSummary& result) const;

 private:
  void on(const RunStarted& event);
  void on(const CandidateStarted& event);
  void on(const CandidateDone& event);
  void on(const Progress& event);
  void on(const Notice& event);
  void on(const Dropped&) {}
  void sayCounts(const TuneSummary& result) const;

  struct Failures {
    size_t count = 0;
    std::string example;  // the first one: configuration and verdict
  };

  Output& m_output;
  std::optional<double> m_timeBudget;
  double m_sourceMilliseconds = 0;
  std::map<VerdictKind, Failures> m_failures;
};

}  // namespace kw::cli
