// SPDX-License-Identifier: GPL-3.0-or-later
#include "client/replay/simulated_run.h"

#include <time.h>

#include <string>
#include <utility>

#include "client/search/asker.h"

namespace kw {

namespace {

// Of this thread, so that other runs on the same processors do not count.
double processorMilliseconds() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) * 1e3 + static_cast<double>(now.tv_nsec) / 1e6;
}

// Answers for a device.
class Answers {
 public:
  explicit Answers(const RecordedSpace& recorded)
      : m_recorded(recorded), m_seen(recorded.space().size(), false) {}

  Result<Observation> to(size_t index) {
    if (index >= m_seen.size())
      return fail("the strategy asked for configuration " + std::to_string(index) + " of " +
                  std::to_string(m_seen.size()));
    if (m_seen[index])
      return fail("the strategy asked for configuration " + std::to_string(index) + " twice");
    m_seen[index] = true;
    Observation observation{.index = index};
    observation.seconds = m_recorded.toldSeconds(index);
    observation.resources = m_recorded.resources(index);
    observation.usable = m_recorded.isUsable(index);
    if (!observation.usable) return observation;
    if (m_reference == 0) m_reference = m_recorded.milliseconds(index);
    observation.relative = m_recorded.milliseconds(index) / m_reference;
    return observation;
  }

 private:
  const RecordedSpace& m_recorded;
  std::vector<bool> m_seen;
  double m_reference = 0;
};

}  // namespace

Result<SimulatedRun> simulateRun(const RecordedSpace& recorded, std::unique_ptr<Strategy> strategy,
                                 uint64_t seed, size_t evaluations, const std::stop_token& stop) {
  SimulatedRun run{.seed = seed};
  Asker asker(std::move(strategy), evaluations);
  Answers answers(recorded);
  double begin = processorMilliseconds();
  while (const std::optional<Asker::Asked> asked = asker.next()) {
    if (stop.stop_requested()) return failCancelled();
    const double asking = processorMilliseconds() - begin;
    KW_ASSIGN(const Observation observation, answers.to(asked->index));
    run.asked.push_back(static_cast<uint32_t>(asked->index));
    begin = processorMilliseconds();
    asker.finished(asked->order, observation);
    run.strategyMilliseconds.push_back(static_cast<float>(asking));
  }
  run.exhausted = asker.exhausted();
  return run;
}

void BestSoFar::add(size_t index) {
  ++m_evaluations;
  m_seconds += m_recorded.costSeconds(index);
  if (!m_recorded.isUsable(index)) return;
  const double time = m_recorded.milliseconds(index);
  if (m_best == 0 || time < m_best) m_best = time;
}

std::vector<double> fractionsAfter(const RecordedSpace& recorded, const SimulatedRun& run,
                                   const std::vector<size_t>& counts) {
  BestSoFar best(recorded);
  std::vector<double> fractions;
  size_t next = 0;
  for (const size_t count : counts) {
    for (; next < run.asked.size() && next < count; ++next)
      best.add(run.asked[next]);
    fractions.push_back(best.fraction());
  }
  return fractions;
}

std::vector<double> fractionsAt(const RecordedSpace& recorded, const SimulatedRun& run,
                                const std::vector<double>& times) {
  BestSoFar best(recorded);
  std::vector<double> fractions;
  size_t next = 0;
  for (const double time : times) {
    for (; next < run.asked.size(); ++next) {
      if (best.seconds() + recorded.costSeconds(run.asked[next]) > time) break;
      best.add(run.asked[next]);
    }
    fractions.push_back(best.fraction());
  }
  return fractions;
}

double secondsOf(const RecordedSpace& recorded, const SimulatedRun& run) {
  double sum = 0;
  for (const uint32_t index : run.asked)
    sum += recorded.costSeconds(index);
  return sum;
}

std::optional<Reached> whenReached(const RecordedSpace& recorded, const SimulatedRun& run,
                                   double fraction) {
  BestSoFar best(recorded);
  for (const uint32_t index : run.asked) {
    best.add(index);
    if (best.fraction() >= fraction) return Reached{best.evaluations(), best.seconds()};
  }
  return std::nullopt;
}

}  // namespace kw
