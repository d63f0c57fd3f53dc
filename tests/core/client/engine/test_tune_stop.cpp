// SPDX-License-Identifier: GPL-3.0-or-later
// Stopping, pausing and running out of time.
#include <QTest>

#include "core/client/engine/tuning.h"

using namespace kw;
using namespace kw::test;

namespace {

// Calls `then` as the request number `count` (from 1) comes in.
void atRequest(FakeEvaluator& evaluator, size_t count, std::function<void()> then) {
  evaluator.onRequest = [&evaluator, count, then](const EvaluationRequest&) {
    if (evaluator.requests.size() + 1 == count) then();
  };
}

}  // namespace

class TestTuneStop : public QObject {
  Q_OBJECT

 private slots:
  void stoppingCancelsWhatIsInFlightAndKeepsTheRest() {
    Tuning tuning;
    tuning.withSession();
    tuning.evaluator().stuck = [](const Candidate& c) { return c.label() == "BLOCK=64,VEC=1"; };
    atRequest(tuning.evaluator(), 12, [&] { tuning.stop.request_stop(); });
    const TuneSummary summary = tuning.summary();
    QVERIFY(summary.cancelled);
    QVERIFY(summary.evaluated >= 5 && summary.evaluated < smallSpace);
    QCOMPARE(tuning.session().evaluations()->size(), summary.evaluated + 1);
    QVERIFY(tuning.session().unfinishedAttempts()->empty());
    QVERIFY(tuning.evaluator().cancels > 0);
    QCOMPARE(tuning.evaluator().inFlight(), size_t(0));
    QCOMPARE(tuning.session().runs()->back().outcome, std::string("cancelled"));
    // A cancelled candidate got no verdict.
    for (const CandidateDone& done : tuning.all<CandidateDone>())
      QVERIFY(done.evaluation.candidate.label() != "BLOCK=64,VEC=1");
  }

  void stoppingDuringTheSourceGivesASummaryWithoutIt() {
    Tuning tuning;
    tuning.evaluator().stuck = [](const Candidate&) { return true; };
    atRequest(tuning.evaluator(), 1, [&] { tuning.stop.request_stop(); });
    const TuneSummary summary = tuning.summary();
    QVERIFY(summary.cancelled);
    QVERIFY(!summary.source && !summary.best);
    QCOMPARE(summary.evaluated, size_t(0));
  }

  void aStopThatWasRequestedBeforeRunsNothing() {
    Tuning tuning;
    tuning.stop.request_stop();
    const auto result = tuning.run();
    QVERIFY(!result || result->cancelled);
    QVERIFY(tuning.evaluator().requests.size() <= 1);
  }

  void pausingStopsAskingAndWhatIsInFlightFinishes() {
    Tuning tuning;
    size_t atPause = 0, whilePaused = 0;
    atRequest(tuning.evaluator(), 10, [&] {
      tuning.loop.post([&] {
        tuning.running->setPaused(true);
        atPause = tuning.evaluator().requests.size();
        tuning.loop.after(std::chrono::milliseconds(60), [&] {
          whilePaused = tuning.evaluator().requests.size();
          QCOMPARE(tuning.evaluator().inFlight(), size_t(0));
          tuning.running->setPaused(false);
        });
      });
    });
    const TuneSummary summary = tuning.summary();
    QVERIFY(atPause >= 10);
    QCOMPARE(whilePaused, atPause);
    QCOMPARE(summary.evaluated, smallSpace);
  }

  void aPausedRunCanBeStopped() {
    Tuning tuning;
    tuning.withSession();
    atRequest(tuning.evaluator(), 8, [&] {
      tuning.loop.post([&] {
        tuning.running->setPaused(true);
        tuning.loop.after(std::chrono::milliseconds(20), [&] { tuning.stop.request_stop(); });
      });
    });
    const TuneSummary summary = tuning.summary();
    QVERIFY(summary.cancelled);
    QVERIFY(tuning.session().unfinishedAttempts()->empty());
  }

  void whenTheTimeIsUpNothingNewIsAskedAndWhatIsInFlightFinishes() {
    Tuning tuning;
    tuning.withSession();
    tuning.options.budget.time = std::chrono::milliseconds(200);
    size_t requests = 1;  // only the source, should the time be up before anything else
    // Everything waits until the time is up; then it may finish.
    bool timeIsUp = false;
    tuning.evaluator().stuck = [&](const Candidate& c) { return c.isTemplate && !timeIsUp; };
    tuning.loop.after(std::chrono::milliseconds(500), [&] {
      timeIsUp = true;
      requests = tuning.evaluator().requests.size();
      tuning.evaluator().wake();
    });
    const TuneSummary summary = tuning.summary();
    QVERIFY(!summary.cancelled);
    QCOMPARE(tuning.evaluator().requests.size(), requests);
    QCOMPARE(summary.evaluated + 1, requests);  // the source is none
    QVERIFY(tuning.session().unfinishedAttempts()->empty());
    QCOMPARE(tuning.session().runs()->back().outcome, std::string("finished"));
  }

  void aSlowSubscriberHoldsTheRunUpAndMissesNothing() {
    Tuning tuning;
    EventHub hub;
    size_t got = 0;
    hub.addLossless([&](const std::vector<Event>& batch) {
      QTest::qSleep(5);
      for (const Event& event : batch)
        got += std::holds_alternative<CandidateDone>(event);
    });
    TuneRun::Setup setup{.problem = tuning.problem,
                         .evaluators = {&tuning.evaluator()},
                         .loop = tuning.loop,
                         .events = hub};
    QVERIFY(TuneRun(std::move(setup)).run({}));
    QCOMPARE(got, smallSpace + 1);
  }
};

QTEST_APPLESS_MAIN(TestTuneStop)
#include "test_tune_stop.moc"
