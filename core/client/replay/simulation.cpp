// SPDX-License-Identifier: GPL-3.0-or-later
#include "client/replay/simulation.h"

#include <algorithm>
#include <atomic>
#include <mutex>
#include <optional>
#include <thread>
#include <utility>

#include "client/search/random_order.h"
#include "client/search/registry.h"

namespace kw {

namespace {

uint64_t seedOf(uint64_t seed, size_t run) {
  uint64_t state = seed;
  state = splitMix(state) + run;
  return splitMix(state);
}

// Shares the runs out among threads.
class Pool {
 public:
  Pool(const RecordedSpace& recorded, const SimulationOptions& options, std::string strategy,
       const std::function<void(size_t)>& note, const std::stop_token& stop)
      : m_recorded(recorded),
        m_options(options),
        m_strategy(std::move(strategy)),
        m_note(note),
        m_stop(stop),
        m_runs(options.repeats) {}

  Result<Simulation> run() {
    const unsigned wanted = m_options.threads > 0
                                ? m_options.threads
                                : std::max(1u, std::thread::hardware_concurrency());
    {
      std::vector<std::jthread> threads;
      for (size_t i = 0; i < std::min<size_t>(wanted, m_options.repeats); ++i)
        threads.emplace_back([this] { work(); });
    }
    if (m_fault) return fail(*std::move(m_fault));
    Simulation simulation{.strategy = m_strategy, .runs = {}, .cancelled = m_stop.stop_requested()};
    for (std::optional<SimulatedRun>& run : m_runs)
      if (run) simulation.runs.push_back(*std::move(run));
    return simulation;
  }

 private:
  void work() {
    for (size_t run = m_next++; run < m_runs.size() && !m_stop.stop_requested(); run = m_next++) {
      Result<SimulatedRun> result = one(run);
      if (!result && result.error().kind == ErrorKind::cancelled) return;
      const std::lock_guard lock(m_mutex);
      if (!result) {
        m_fault = std::move(result).error();
        m_next = m_runs.size();
        return;
      }
      m_runs[run] = *std::move(result);
      if (m_note) m_note(++m_finished);
    }
  }

  Result<SimulatedRun> one(size_t run) const {
    const uint64_t seed = seedOf(m_options.seed, run);
    KW_ASSIGN(std::unique_ptr<Strategy> strategy,
              makeStrategy(m_strategy, m_recorded.space(), seed));
    return simulateRun(m_recorded, std::move(strategy), seed, m_options.evaluations, m_stop);
  }

  const RecordedSpace& m_recorded;
  const SimulationOptions& m_options;
  const std::string m_strategy;
  const std::function<void(size_t)>& m_note;
  const std::stop_token& m_stop;
  std::atomic<size_t> m_next{0};
  std::mutex m_mutex;
  std::vector<std::optional<SimulatedRun>> m_runs;
  size_t m_finished = 0;
  std::optional<Error> m_fault;
};

}  // namespace

Result<Simulation> simulate(const RecordedSpace& recorded, const SimulationOptions& options,
                            const std::function<void(size_t finished)>& note,
                            const std::stop_token& stop) {
  const std::string strategy =
      resolveStrategy(options.strategy, recorded.space().size(), options.evaluations, false);
  KW_TRY(makeStrategy(strategy, recorded.space(), options.seed));
  return Pool(recorded, options, strategy, note, stop).run();
}

}  // namespace kw
