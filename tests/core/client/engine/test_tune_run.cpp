// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>
#include <algorithm>
#include <set>

#include "core/client/engine/tuning.h"

using namespace kw;
using namespace kw::test;

namespace {

double fastest(const FakeEvaluator& evaluator, const LoadedProblem& problem) {
  auto space = ValidSpace::build(*problem.problem.space, deviceLookup(evaluator.info));
  double best = 1e9;
  for (size_t i = 0; i < space->size(); ++i) {
    Candidate candidate{.isTemplate = true, .configuration = space->at(i)};
    best = std::min(best, evaluator.time(candidate));
  }
  return best;
}

}  // namespace

class TestTuneRun : public QObject {
  Q_OBJECT

 private slots:
  void theSourceComesFirst() {
    Tuning tuning;
    tuning.options.budget.evaluations = 5;
    tuning.summary();
    QCOMPARE(tuning.evaluator().requests.size(), size_t(6));
    QCOMPARE(tuning.evaluator().requests.front(), std::string("source"));
    const auto done = tuning.all<CandidateDone>();
    QVERIFY(!done.front().evaluation.candidate.isTemplate);
    QCOMPARE(done.front().done, size_t(0));
  }

  void withoutABudgetTheSpaceIsExhausted() {
    Tuning tuning;
    const TuneSummary summary = tuning.summary();
    QCOMPARE(summary.evaluated, smallSpace);
    QCOMPARE(summary.verified, smallSpace);
    QVERIFY(summary.exhausted);
    QVERIFY(!summary.cancelled);
    const std::set<std::string> different(tuning.evaluator().requests.begin(),
                                          tuning.evaluator().requests.end());
    QCOMPARE(different.size(), smallSpace + 1);
  }

  void theSummarySaysHowMuchFasterTheBestIs() {
    Tuning tuning;
    const TuneSummary summary = tuning.summary();
    const double best = fastest(tuning.evaluator(), tuning.problem);
    QCOMPARE(summary.best->geomean, best);
    QCOMPARE(summary.source->geomean, 1.0);
    QCOMPARE(summary.speedup, 1 / best);
    QVERIFY(summary.speedupLow <= summary.speedup && summary.speedup <= summary.speedupHigh);
    QVERIFY(summary.speedupHigh < 1.02 * summary.speedup);
    QVERIFY(summary.kernelSeconds > 0);
    QCOMPARE(summary.device.model, std::string("Model A"));
  }

  void theBudgetCountsCandidatesBesidesTheSource() {
    Tuning tuning;
    tuning.options.budget.evaluations = 7;
    const TuneSummary summary = tuning.summary();
    QCOMPARE(summary.evaluated, size_t(7));
    QVERIFY(!summary.exhausted);
  }

  void aSourceThatIsWrongEndsTheRunWithItsVerdict() {
    Tuning tuning;
    tuning.withSession();
    tuning.evaluator().verdict = [](const Candidate&) {
      Verdict bad;
      bad.kind = VerdictKind::wrong;
      bad.message = "case one: out[0] is 1 instead of 2";
      return bad;
    };
    const Error error = tuning.fault();
    QCOMPARE(error.kind, ErrorKind::failed);
    QVERIFY(QString::fromStdString(error.message).contains("out[0] is 1 instead of 2"));
    QCOMPARE(tuning.evaluator().requests.size(), size_t(1));
    QCOMPARE(tuning.session().runs()->back().outcome, std::string("failed"));
    QCOMPARE(tuning.session().unfinishedAttempts()->size(), size_t(0));
  }

  void whereNothingIsFasterTheSourceIsTheBest() {
    Tuning tuning;
    tuning.evaluator().time = [](const Candidate& c) { return c.isTemplate ? 2.0 : 1.0; };
    const TuneSummary summary = tuning.summary();
    QVERIFY(!summary.best->candidate.isTemplate);
    QCOMPARE(summary.speedup, 1.0);
    QCOMPARE(summary.verified, smallSpace);
  }

  void onlyWhatIsVerifiedOnAllCasesCanBeTheBest() {
    Tuning tuning;
    tuning.evaluator().time = [](const Candidate& c) {
      if (!c.isTemplate) return 1.0;
      const std::string text = c.configuration.text();
      return text == "BLOCK=32,VEC=1" ? 0.1 : text == "BLOCK=32,VEC=2" ? 0.2 : 0.5;
    };
    tuning.evaluator().verdict = [](const Candidate& c) {
      Verdict verdict;
      verdict.kind = VerdictKind::verified;
      verdict.allCases = 2;
      if (c.configuration.text() == "BLOCK=32,VEC=1") verdict.kind = VerdictKind::wrong;
      if (c.configuration.text() == "BLOCK=32,VEC=2") verdict.notApplicableTo = {"one"};
      return verdict;
    };
    const TuneSummary summary = tuning.summary();
    QCOMPARE(summary.best->geomean, 0.5);
    QCOMPARE(summary.failed, size_t(1));
    QCOMPARE(summary.verified, smallSpace - 1);
  }

  void equalTimesGoToTheFirstAskedWhateverFinishesFirst() {
    std::set<std::string> best;
    for (const size_t choice : {0, 1, 2, 3}) {
      Tuning tuning;
      tuning.options.strategy = "exhaustive";
      tuning.evaluator().time = [](const Candidate& c) { return c.isTemplate ? 0.5 : 1.0; };
      tuning.evaluator().choose = [choice](size_t) { return choice; };
      best.insert(tuning.summary().best->candidate.label());
    }
    QCOMPARE(best.size(), size_t(1));
    QCOMPARE(*best.begin(), std::string("BLOCK=32,VEC=1"));
  }

  void noMoreIsInFlightThanTheEvaluatorWants() {
    Tuning tuning;
    tuning.evaluator().wanted = 3;
    size_t most = 0;
    tuning.evaluator().onRequest = [&](const EvaluationRequest&) {
      most = std::max(most, tuning.evaluator().inFlight() + 1);
    };
    tuning.summary();
    QCOMPARE(most, size_t(3));
  }

  void severalRunnersShareTheWork() {
    Tuning tuning(2);
    tuning.options.strategy = "exhaustive";  // which asks for many at once
    tuning.evaluators[1]->time = [](const Candidate& c) { return c.isTemplate ? 1.6 : 2.0; };
    tuning.evaluators[0]->time = [](const Candidate& c) { return c.isTemplate ? 0.9 : 1.0; };
    const TuneSummary summary = tuning.summary();
    QCOMPARE(summary.evaluated, smallSpace);
    std::multiset<std::string> asked;
    for (const auto& evaluator : tuning.evaluators) {
      QCOMPARE(evaluator->requests.front(), std::string("source"));
      QVERIFY(evaluator->requests.size() > 5);
      asked.insert(evaluator->requests.begin() + 1, evaluator->requests.end());
    }
    QCOMPARE(asked.size(), smallSpace);
    QCOMPARE(std::set<std::string>(asked.begin(), asked.end()).size(), smallSpace);
    // The second device is half as fast, but its candidates gain more over its own source.
    QCOMPARE(summary.best->deviceId, std::string("GPU-2"));
    QCOMPARE(summary.source->deviceId, std::string("GPU-2"));
    QCOMPARE(summary.speedup, 2.0 / 1.6);
  }

  void runnersWithDifferentModelsAreRefusedByName() {
    Tuning tuning(2);
    tuning.evaluators[1]->info.model = "Model B";
    const Error error = tuning.fault();
    QCOMPARE(error.kind, ErrorKind::badInput);
    QVERIFY(QString::fromStdString(error.message).contains("Model A"));
    QVERIFY(QString::fromStdString(error.message).contains("Model B"));
  }

  void twoRunnersOfOneDeviceTimeTheSourceOnce() {
    Tuning tuning(2);
    tuning.evaluators[1]->info.uuid = "GPU-1";
    QCOMPARE(tuning.summary().evaluated, smallSpace);
    QCOMPARE(tuning.evaluators[0]->requests.front(), std::string("source"));
    QVERIFY(tuning.evaluators[1]->requests.front() != "source");
  }

  void theFirstEventSaysWhatTheRunIsAbout() {
    Tuning tuning;
    tuning.options.budget.evaluations = 4;
    tuning.problem.warnings = {"a parameter is never used"};
    tuning.summary();
    const auto started = std::get<RunStarted>(tuning.events.front());
    QCOMPARE(started.validConfigurations, smallSpace);
    QCOMPARE(started.cartesian, 24.0);
    QCOMPARE(started.problem, std::string("small"));
    QCOMPARE(started.devices.size(), size_t(1));
    QCOMPARE(*started.budget.evaluations, size_t(4));
    QCOMPARE(started.warnings, tuning.problem.warnings);
  }

  void progressEndsWithEverything() {
    Tuning tuning;
    tuning.options.budget.evaluations = 9;
    const TuneSummary summary = tuning.summary();
    const Progress last = std::get<Progress>(tuning.events.back());
    QCOMPARE(last.done, size_t(9));
    QCOMPARE(last.total, size_t(9));
    QCOMPARE(last.leftSeconds, 0.0);
    QCOMPARE(last.bestMilliseconds, summary.best->geomean);
    QCOMPARE(last.sourceMilliseconds, 1.0);
  }

  void eachNewBestIsMarked() {
    Tuning tuning;
    tuning.summary();
    double best = 1;
    for (const CandidateDone& done : tuning.all<CandidateDone>()) {
      if (!done.evaluation.candidate.isTemplate) continue;
      QCOMPARE(done.newBest, done.evaluation.geomean < best);
      best = std::min(best, done.evaluation.geomean);
    }
  }

  void whatIsWrongWithTheRequestIsSaidBeforeAnythingIsRun_data() {
    QTest::addColumn<QString>("what");
    QTest::addColumn<QString>("message");
    QTest::newRow("strategy") << "strategy"
                              << "there is no search strategy 'genetics'";
    QTest::newRow("no template") << "no template"
                                 << "has no template to tune";
    QTest::newRow("empty space") << "empty"
                                 << "BLOCK > 4096";
  }
  void whatIsWrongWithTheRequestIsSaidBeforeAnythingIsRun() {
    QFETCH(QString, what);
    QFETCH(QString, message);
    Tuning tuning;
    if (what == "strategy") tuning.options.strategy = "genetics";
    if (what == "no template") tuning.problem.problem.space.reset();
    if (what == "empty")
      tuning.problem.problem.space->constraints.push_back(
          *expression::Expression::parse("BLOCK > 4096"));
    const Error error = tuning.fault();
    QCOMPARE(error.kind, ErrorKind::badInput);
    QVERIFY2(QString::fromStdString(error.text()).contains(message), error.text().c_str());
    QVERIFY(tuning.evaluator().requests.empty());
  }
};

QTEST_APPLESS_MAIN(TestTuneRun)
#include "test_tune_run.moc"
