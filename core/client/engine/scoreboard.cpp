// SPDX-License-Identifier: GPL-3.0-or-later
#include "client/engine/scoreboard.h"

#include "model/formats/standing.h"
#include "model/records/summary.h"

namespace kw {

void Scoreboard::addSource(const Evaluation& source, bool resumed) {
  if (m_sources.empty()) m_firstDevice = source.deviceId;
  m_sources.insert_or_assign(source.deviceId, source);
  m_sourceResumed = m_sourceResumed || resumed;
  if (!resumed) m_kernelMilliseconds += source.costs.kernel;
}

const Evaluation& Scoreboard::sourceFor(const Evaluation& evaluation) const {
  const auto found = m_sources.find(evaluation.deviceId);
  // Another device of the same model: the nearest there is to a fair comparison.
  return found == m_sources.end() ? m_sources.at(m_firstDevice) : found->second;
}

double Scoreboard::relative(const Evaluation& evaluation) const {
  if (m_sources.empty()) return evaluation.geomean;
  const double source = sourceFor(evaluation).geomean;
  return source > 0 ? evaluation.geomean / source : 0;
}

Observation Scoreboard::observe(size_t index, const Evaluation& evaluation) const {
  Observation observation;
  observation.index = index;
  observation.usable = evaluation.verdict.ok() && evaluation.verdict.appliesToAll();
  observation.relative = observation.usable ? relative(evaluation) : 0;
  // Looking deeper is left out: only the best so far are looked at so, whatever they are like.
  const Costs& costs = evaluation.costs;
  observation.seconds = (costs.compile + costs.verify + costs.measure) / 1000;
  const EvaluationSummary summary = summaryOf(evaluation);
  observation.resources = {static_cast<double>(summary.registers),
                           static_cast<double>(summary.spills),
                           static_cast<double>(summary.staticShared), summary.occupancy};
  return observation;
}

bool Scoreboard::add(const Evaluation& evaluation, size_t order, bool resumed) {
  ++(evaluation.verdict.ok() ? m_verified : m_failed);
  if (resumed) {
    ++m_resumed;
  } else {
    ++m_fresh;
    m_kernelMilliseconds += evaluation.costs.kernel;
  }
  const Observation observation = observe(0, evaluation);
  if (!observation.usable || observation.relative <= 0) return false;
  const bool isFirst = !m_best && m_sources.empty();
  // Equal times go to the one asked for first, so that the order of finishing decides nothing.
  const bool better = isFirst || observation.relative < m_bestRelative ||
                      (m_best && observation.relative == m_bestRelative && order < m_bestOrder);
  if (!better) return false;
  m_best = evaluation;
  m_bestRelative = observation.relative;
  m_bestOrder = order;
  return true;
}

RivalTimes Scoreboard::rivalTimes() const {
  RivalTimes times;
  if (m_sources.empty()) return times;
  const Evaluation& rival = m_best ? *m_best : m_sources.at(m_firstDevice);
  for (const Measurement& measurement : rival.measurements)
    times.emplace(rivalKey(measurement.caseName, measurement.state), measurement.median);
  return times;
}

double Scoreboard::bestMilliseconds() const {
  return m_best ? m_best->geomean : sourceMilliseconds();
}

double Scoreboard::sourceMilliseconds() const {
  if (m_sources.empty()) return 0;
  return m_best ? sourceFor(*m_best).geomean : m_sources.at(m_firstDevice).geomean;
}

void Scoreboard::summarise(TuneSummary& summary) const {
  summary.evaluated = done();
  summary.verified = m_verified;
  summary.failed = m_failed;
  summary.resumed = m_resumed;
  summary.sourceResumed = m_sourceResumed;
  summary.kernelSeconds = m_kernelMilliseconds / 1000;
  if (m_sources.empty()) {
    summary.best = m_best;
    return;
  }
  const Evaluation& source = m_best ? sourceFor(*m_best) : m_sources.at(m_firstDevice);
  summary.source = source;
  summary.best = m_best ? *m_best : source;
  if (!m_best) {
    summary.speedup = summary.speedupLow = summary.speedupHigh = source.geomean > 0 ? 1 : 0;
    return;
  }
  const Speedup speedup = speedupOf(m_problem, source, *m_best);
  summary.speedup = speedup.ratio;
  summary.speedupLow = speedup.interval95.low;
  summary.speedupHigh = speedup.interval95.high;
}

}  // namespace kw
