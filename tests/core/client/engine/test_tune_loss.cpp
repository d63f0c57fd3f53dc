// SPDX-License-Identifier: GPL-3.0-or-later
// Runs whose runners are lost on the way.
#include <QTest>
#include <algorithm>
#include <map>
#include <set>

#include "core/client/engine/tuning.h"

using namespace kw;
using namespace kw::test;

namespace {

// Loses the evaluator as its request number `count` (from 1) reaches the device.
void loseAt(FakeEvaluator& evaluator, size_t count) {
  evaluator.onDevice = [&evaluator, count, seen = size_t{0}](const EvaluationRequest&) mutable {
    if (++seen == count) evaluator.lose();
  };
}

bool says(const std::vector<Notice>& notices, const QString& text) {
  return std::any_of(notices.begin(), notices.end(), [&](const Notice& notice) {
    return QString::fromStdString(notice.text).contains(text);
  });
}

std::map<std::string, int> verdictCounts(const Tuning& tuning) {
  std::map<std::string, int> counts;
  for (const CandidateDone& done : tuning.all<CandidateDone>())
    if (done.evaluation.candidate.isTemplate) ++counts[done.evaluation.candidate.label()];
  return counts;
}

}  // namespace

class TestTuneLoss : public QObject {
  Q_OBJECT

  // A restart that works, from the loop as a real one.
  static void restartable(Tuning& tuning, int& restarts) {
    tuning.restart = [&](Evaluator& lost, std::function<void(Status)> done) {
      ++restarts;
      tuning.loop.post([&lost, done] {
        static_cast<FakeEvaluator&>(lost).alive = true;
        done({});
      });
    };
  }

 private slots:
  void theOthersDoTheWorkOfALostRunner_data() {
    QTest::addColumn<size_t>("at");
    for (const size_t at : {1, 2, 4, 7})
      QTest::addRow("at request %zu", at) << at;
  }
  void theOthersDoTheWorkOfALostRunner() {
    QFETCH(size_t, at);
    Tuning tuning(2);
    tuning.options.strategy = "exhaustive";  // which asks for many at once
    tuning.withSession();
    loseAt(*tuning.evaluators[1], at);
    const TuneSummary summary = tuning.summary();
    QCOMPARE(summary.evaluated, smallSpace);
    QCOMPARE(summary.verified, smallSpace);
    const auto counts = verdictCounts(tuning);
    QCOMPARE(counts.size(), smallSpace);
    for (const auto& [label, count] : counts)
      QCOMPARE(count, 1);
    QVERIFY(says(tuning.all<Notice>(), "the connection broke; its work goes to the others"));
    QVERIFY(tuning.session().unfinishedAttempts()->empty());
  }

  void theLastRunnerIsStartedAgain_data() {
    QTest::addColumn<size_t>("at");
    QTest::newRow("during the source") << size_t(1);
    QTest::newRow("later") << size_t(6);
  }
  void theLastRunnerIsStartedAgain() {
    QFETCH(size_t, at);
    Tuning tuning;
    int restarts = 0;
    restartable(tuning, restarts);
    loseAt(tuning.evaluator(), at);
    const TuneSummary summary = tuning.summary();
    QCOMPARE(summary.verified, smallSpace);
    QCOMPARE(restarts, 1);
    QVERIFY(says(tuning.all<Notice>(), "it is started again"));
  }

  void whereItCannotBeStartedAgainTheRunEndsAndKeepsWhatItHas() {
    Tuning tuning;
    tuning.withSession();
    tuning.restart = [&](Evaluator&, std::function<void(Status)> done) {
      tuning.loop.post([done] { done(fail("the host cannot be reached")); });
    };
    loseAt(tuning.evaluator(), 6);
    const Error error = tuning.fault();
    QVERIFY(QString::fromStdString(error.text()).contains("the host cannot be reached"));
    QVERIFY(tuning.session().unfinishedAttempts()->empty());
    QVERIFY(tuning.session().evaluations()->size() >= 2);
    QCOMPARE(tuning.session().runs()->back().outcome, std::string("failed"));
  }

  void withoutAWayToRestartItSaysHowToGoOn() {
    Tuning tuning;
    tuning.withSession();
    loseAt(tuning.evaluator(), 6);
    const QString error = QString::fromStdString(tuning.fault().text());
    QVERIFY(error.contains("the runner of cuda:0 was lost: the connection broke"));
    QVERIFY2(error.contains("tune again: "), qPrintable(error));
    QVERIFY2(error.contains("goes on from there (kwr tune takes --resume)"), qPrintable(error));
  }

  void aCandidateThatTakesItsRunnerDownTwiceGetsAVerdict() {
    Tuning tuning;
    tuning.withSession();
    tuning.evaluator().wanted = 1;
    int restarts = 0;
    restartable(tuning, restarts);
    tuning.evaluator().onDevice = [&](const EvaluationRequest& request) {
      if (request.candidate.label() == "BLOCK=64,VEC=4") tuning.evaluator().lose();
    };
    const TuneSummary summary = tuning.summary();
    QCOMPARE(summary.evaluated, smallSpace);
    QCOMPARE(summary.failed, size_t(1));
    QCOMPARE(restarts, 2);
    for (const CandidateDone& done : tuning.all<CandidateDone>())
      if (done.evaluation.candidate.label() == "BLOCK=64,VEC=4") {
        QCOMPARE(done.evaluation.verdict.kind, VerdictKind::crashed);
        QVERIFY(QString::fromStdString(done.evaluation.verdict.message).contains("twice"));
      }
  }

  void aRunnerThatDiesWithEveryCandidateIsGivenUp() {
    Tuning tuning;
    int restarts = 0;
    restartable(tuning, restarts);
    tuning.evaluator().onRequest = [&](const EvaluationRequest& request) {
      if (request.candidate.isTemplate)
        tuning.loop.post([&] {
          if (tuning.evaluator().alive) tuning.evaluator().lose();
        });
    };
    const Error error = tuning.fault();
    QVERIFY(QString::fromStdString(error.message).contains("was lost"));
    QVERIFY(restarts <= 3);
  }

  void anEvaluatorThatKeepsFailingOneCandidateDoesNotHoldUpTheRun() {
    Tuning tuning;
    tuning.withSession();
    int fails = 0;
    tuning.evaluator().stuck = [](const Candidate& c) { return c.label() == "BLOCK=32,VEC=8"; };
    tuning.evaluator().onDevice = [&](const EvaluationRequest& request) {
      if (request.candidate.label() == "BLOCK=32,VEC=8") {
        ++fails;
        tuning.loop.post([&] { tuning.evaluator().failStuck("it would not be uploaded"); });
      }
    };
    const TuneSummary summary = tuning.summary();
    QCOMPARE(summary.evaluated, smallSpace);
    QCOMPARE(summary.failed, size_t(1));
    QCOMPARE(fails, 3);
    // Nothing is known of it, so a later run may try it again.
    QCOMPARE(tuning.session().evaluations()->size(), smallSpace);
    QVERIFY(tuning.session().unfinishedAttempts()->empty());
  }

  // A GPU that has fallen off its bus, say: its runner lives, and answers each candidate with that.
  void aDeviceThatJudgesNothingAnyMoreEndsTheRun() {
    Tuning tuning;
    tuning.withSession();
    tuning.evaluator().wanted = 1;
    std::set<std::string> fine;
    tuning.evaluator().onRequest = [&](const EvaluationRequest& request) {
      if (fine.size() < 4) fine.insert(request.candidate.label());
    };
    tuning.evaluator().stuck = [&](const Candidate& c) { return !fine.contains(c.label()); };
    tuning.evaluator().onDevice = [&](const EvaluationRequest& request) {
      if (tuning.evaluator().stuck(request.candidate))
        tuning.loop.post([&] { tuning.evaluator().failStuck("the device cannot be opened"); });
    };
    const QString error = QString::fromStdString(tuning.fault().text());
    QVERIFY2(error.contains("the last 5 candidates could not be judged"), qPrintable(error));
    QVERIFY2(error.contains("the device cannot be opened"), qPrintable(error));
    QVERIFY2(error.contains("kwr tune takes --resume"), qPrintable(error));
    QCOMPARE(tuning.session().evaluations()->size(), size_t(4));
    QVERIFY(tuning.session().unfinishedAttempts()->empty());
    QCOMPARE(tuning.session().runs()->back().outcome, std::string("failed"));
  }

  void aRunnerThatWasLostBeforeTheRunIsLeftOutOrStartedAgain_data() {
    QTest::addColumn<size_t>("runners");
    QTest::newRow("there are others") << size_t(2);
    QTest::newRow("it is the only one") << size_t(1);
  }
  void aRunnerThatWasLostBeforeTheRunIsLeftOutOrStartedAgain() {
    QFETCH(size_t, runners);
    Tuning tuning(runners);
    int restarts = 0;
    restartable(tuning, restarts);
    tuning.evaluator().alive = false;
    QCOMPARE(tuning.summary().verified, smallSpace);
    QCOMPARE(restarts, runners == 1 ? 1 : 0);
  }

  void aRunnerThatIsLostBeforeItsSourceIsSentIsForgotten() {
    Tuning tuning(2);
    tuning.withSession();
    tuning.evaluators[1]->wanted = 0;  // takes nothing, so its source waits
    tuning.evaluators[0]->onDevice = [&](const EvaluationRequest&) {
      if (!tuning.evaluators[1]->alive) return;
      tuning.loop.post([&] {
        tuning.evaluators[1]->lose();
        tuning.running->evaluatorLost(*tuning.evaluators[1], Error{.message = "gone"});
      });
    };
    QCOMPARE(tuning.summary().verified, smallSpace);
    QVERIFY(tuning.session().unfinishedAttempts()->empty());
  }

  void aRestartOnAnotherDeviceOfTheModelTimesTheSourceThere() {
    Tuning tuning;
    tuning.restart = [&](Evaluator& lost, std::function<void(Status)> done) {
      tuning.loop.post([&lost, done] {
        static_cast<FakeEvaluator&>(lost).alive = true;
        static_cast<FakeEvaluator&>(lost).info.uuid = "GPU-8";
        done({});
      });
    };
    loseAt(tuning.evaluator(), 8);
    const TuneSummary summary = tuning.summary();
    QCOMPARE(summary.verified, smallSpace);
    const auto& requests = tuning.evaluator().requests;
    QCOMPARE(std::count(requests.begin(), requests.end(), "source"), 2);
  }
};

QTEST_APPLESS_MAIN(TestTuneLoss)
#include "test_tune_loss.moc"
