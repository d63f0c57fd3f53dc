// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>
#include <cmath>
#include <set>

#include "client/replay/simulation.h"
#include "client/replay/simulation_summary.h"
#include "core/client/replay/made_recordings.h"

using namespace kw;

namespace {

RecordedSpace recorded(Recording recording) {
  auto made = RecordedSpace::of(std::move(recording));
  if (!made) qFatal("%s", made.error().text().c_str());
  return std::move(*made);
}

// 20 configurations of 1 to 20 ms; the optimum is the last one asked for in order.
RecordedSpace falling() {
  return recorded(test::madeRecording(
      {4, 5}, [](const std::vector<uint16_t>& v) { return 20.0 - v[0] * 5 - v[1]; }));
}

Simulation simulated(const RecordedSpace& space, const SimulationOptions& options) {
  auto simulation = simulate(space, options, {}, {});
  if (!simulation) qFatal("%s", simulation.error().text().c_str());
  return std::move(*simulation);
}

// Asks for what it was made with, and writes down what it is told.
class Scripted final : public Strategy {
 public:
  explicit Scripted(std::vector<size_t> asks, std::vector<Observation>* told = nullptr)
      : m_asks(std::move(asks)), m_told(told) {}
  std::string_view name() const override { return "scripted"; }
  std::optional<size_t> ask() override {
    if (exhausted()) return std::nullopt;
    return m_asks[m_next++];
  }
  void tell(const Observation& observation) override {
    if (m_told) m_told->push_back(observation);
  }
  bool exhausted() const override { return m_next == m_asks.size(); }
  size_t window() const override { return 1; }

 private:
  std::vector<size_t> m_asks;
  std::vector<Observation>* m_told;
  size_t m_next = 0;
};

}  // namespace

class TestSimulation : public QObject {
  Q_OBJECT

 private slots:
  void everyConfigurationFindsItsOwnRow() {
    Recording recording = test::madeRecording(
        {3, 2}, [](const std::vector<uint16_t>& v) { return 1.0 + v[0] * 10 + v[1]; });
    std::ranges::reverse(recording.rows);
    const RecordedSpace space = recorded(std::move(recording));
    QCOMPARE(space.space().size(), size_t(6));
    for (size_t i = 0; i < 6; ++i) {
      QCOMPARE(space.row(i).values, space.space().indices(i));
      QCOMPARE(space.milliseconds(i),
               1.0 + space.space().indices(i)[0] * 10 + space.space().indices(i)[1]);
    }
    QCOMPARE(space.bestMilliseconds(), 1.0);
    QCOMPARE(space.costSeconds(0), 0.15);
  }

  void aFailureIsNeverTheOptimum() {
    Recording recording =
        test::madeRecording({4}, [](const std::vector<uint16_t>& v) { return 4.0 - v[0]; });
    recording.rows[3].verdict = VerdictKind::crashed;  // though it has a time
    recording.rows[2].milliseconds = 0;                // verified, in no time at all
    recording.rows[1].milliseconds = std::nan("");
    const RecordedSpace space = recorded(std::move(recording));
    QCOMPARE(space.usableCount(), size_t(1));
    QCOMPARE(space.bestMilliseconds(), 4.0);
  }

  void aRecordingWithoutSuccessIsRefused() {
    const auto none = RecordedSpace::of(
        test::madeRecording({3}, [](const std::vector<uint16_t>&) { return 0.0; }));
    QVERIFY(!none);
    QCOMPARE(none.error().kind, ErrorKind::badInput);
    QVERIFY(none.error().message.starts_with("none of the 3 recorded configurations succeeded"));
    QVERIFY(!RecordedSpace::of(Recording{}));
  }

  void timesAreToldRelativeToTheFirstUsableOne() {
    const RecordedSpace space = recorded(test::madeRecording(
        {4}, [](const std::vector<uint16_t>& v) { return v[0] == 0 ? 0.0 : v[0] * 2.0; }));
    std::vector<Observation> told;
    const auto run = simulateRun(
        space, std::make_unique<Scripted>(std::vector<size_t>{0, 2, 1, 3}, &told), 1, 10, {});
    QVERIFY(run);
    QCOMPARE(run->asked, (std::vector<uint32_t>{0, 2, 1, 3}));
    QVERIFY(run->exhausted);
    QCOMPARE(told.size(), size_t(3));  // the last is asked for, and nobody waits for its tell
    QVERIFY(!told[0].usable);
    QCOMPARE(told[1].relative, 1.0);
    QCOMPARE(told[2].relative, 0.5);
  }

  void aStrategyThatAsksTwiceIsFound() {
    const RecordedSpace space = falling();
    const auto run =
        simulateRun(space, std::make_unique<Scripted>(std::vector<size_t>{1, 1}), 1, 10, {});
    QVERIFY(!run);
    QCOMPARE(run.error().message, std::string("the strategy asked for configuration 1 twice"));
  }

  void theFractionGrowsToOne() {
    const RecordedSpace space = falling();
    const Simulation simulation =
        simulated(space, {.strategy = "exhaustive", .evaluations = 100, .repeats = 3});
    QCOMPARE(simulation.runs.size(), size_t(3));
    const SimulatedRun& run = simulation.runs[0];
    QCOMPARE(run.asked.size(), size_t(20));
    QVERIFY(run.exhausted);
    QCOMPARE(fractionsAfter(space, run, {0, 1, 19, 20, 50}),
             (std::vector<double>{0, 1.0 / 20, 1.0 / 2, 1, 1}));
    QCOMPARE(fractionsAt(space, run, {0.1, 0.2, 100}), (std::vector<double>{0, 1.0 / 20, 1}));
    QVERIFY(std::abs(secondsOf(space, run) - 20 * 0.15) < 1e-9);
    const auto reached = whenReached(space, run, 0.5);
    QVERIFY(reached);
    QCOMPARE(reached->evaluations, size_t(19));
    QVERIFY(std::abs(reached->seconds - 19 * 0.15) < 1e-9);
    QVERIFY(!whenReached(space, {.asked = {0, 1}}, 0.5));
  }

  void theSummaryIsOfAllRuns() {
    const RecordedSpace space = falling();
    // The optimum is 19; one run finds it with its second ask, one has half of it, one less.
    const std::vector<SimulatedRun> runs{
        {.asked = {0, 19}}, {.asked = {0, 18}}, {.asked = {0, 16}}};
    const SimulationSummary summary = summarise(space, runs, {1, 2}, {0.2, 0.4});
    QCOMPARE(summary.atEvaluations.size(), size_t(2));
    const Fractions& end = summary.atEvaluations[1].fractions;
    QCOMPARE(end.mean, (1.0 + 0.5 + 0.25) / 3);
    QCOMPARE(end.median, 0.5);
    QCOMPARE(end.worst, 0.25);
    QVERIFY(end.meanInterval.low < end.mean && end.mean < end.meanInterval.high);
    QCOMPARE(summary.atTime[0].fractions.mean, 1.0 / 20);  // one evaluation takes 0.15 s
    QCOMPARE(summary.atTime[1].fractions.mean, end.mean);
    QCOMPARE(summary.reach.reached, size_t(1));
    QVERIFY(std::isinf(summary.reach.medianEvaluations));
    QCOMPARE(summary.reach.expectedEvaluations, 6.0);
    QVERIFY(std::abs(summary.reach.expectedSeconds - 0.9) < 1e-9);
  }

  void theSeedDecidesTheRunsWhateverTheThreads() {
    const RecordedSpace space = falling();
    SimulationOptions options{.strategy = "random", .evaluations = 10, .repeats = 20, .threads = 1};
    const Simulation one = simulated(space, options);
    options.threads = 4;
    const Simulation four = simulated(space, options);
    options.seed = 2;
    const Simulation other = simulated(space, options);
    std::set<std::vector<uint32_t>> different;
    bool sameAsOther = true;
    for (size_t i = 0; i < 20; ++i) {
      QCOMPARE(four.runs[i].asked, one.runs[i].asked);
      sameAsOther = sameAsOther && other.runs[i].asked == one.runs[i].asked;
      different.insert(one.runs[i].asked);
    }
    QCOMPARE(different.size(), size_t(20));
    QVERIFY(!sameAsOther);
  }

  void stoppingGivesWhatIsFinished() {
    const RecordedSpace space = falling();
    std::stop_source stop;
    const auto simulation = simulate(
        space, {.strategy = "random", .evaluations = 5, .repeats = 1000, .threads = 2},
        [&](size_t finished) {
          if (finished == 10) stop.request_stop();
        },
        stop.get_token());
    QVERIFY(simulation);
    QVERIFY(simulation->cancelled);
    QVERIFY(simulation->runs.size() >= 10 && simulation->runs.size() < 1000);
  }

  void anUnknownStrategyIsRefused() {
    const auto simulation = simulate(falling(), {.strategy = "randon"}, {}, {});
    QVERIFY(!simulation);
    QCOMPARE(simulation.error().kind, ErrorKind::badInput);
  }

  void usualCountsEndWithTheLast() {
    QCOMPARE(usualCounts(1), (std::vector<size_t>{1}));
    QCOMPARE(usualCounts(50), (std::vector<size_t>{1, 2, 5, 10, 20, 50}));
    QCOMPARE(usualCounts(120), (std::vector<size_t>{1, 2, 5, 10, 20, 50, 100, 120}));
  }
};

QTEST_APPLESS_MAIN(TestSimulation)
#include "test_simulation.moc"
