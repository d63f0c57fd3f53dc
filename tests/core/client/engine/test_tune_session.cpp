// SPDX-License-Identifier: GPL-3.0-or-later
// Runs with a session: nothing is measured twice, nothing is lost, and a run that was cut off goes
// on.
#include <QTest>
#include <algorithm>
#include <set>

#include "client/engine/keys.h"
#include "core/client/engine/tuning.h"

using namespace kw;
using namespace kw::test;

namespace {

template <class T>
T value(Result<T> result) {
  if (!result) qFatal("%s", result.error().text().c_str());
  return std::move(*result);
}

std::vector<std::string> labels(const std::vector<Evaluation>& evaluations) {
  std::vector<std::string> all;
  for (const Evaluation& one : evaluations)
    all.push_back(one.candidate.label());
  return all;
}

// A run that is stopped as soon as `count` requests came in.
void runUntil(Tuning& tuning, size_t count) {
  tuning.evaluator().onRequest = [&tuning, count](const EvaluationRequest&) {
    if (tuning.evaluator().requests.size() + 1 >= count) tuning.stop.request_stop();
  };
  const TuneSummary summary = tuning.summary();
  if (!summary.cancelled) qFatal("the run was not cut off");
}

}  // namespace

class TestTuneSession : public QObject {
  Q_OBJECT

 private slots:
  void everyEvaluationIsInTheSessionBeforeItIsTold() {
    Tuning tuning;
    tuning.withSession();
    // Another program would look with a connection of its own.
    const auto reader = value(Session::open(tuning.sessionFile(), Session::Mode::readOnly));
    EventHub hub;
    bool all = true;
    size_t told = 0;
    hub.addLossless([&](const std::vector<Event>& batch) {
      for (const Event& event : batch)
        if (const auto* done = std::get_if<CandidateDone>(&event)) {
          ++told;
          all = all && value(reader->find(done->evaluation.key)).has_value();
        }
    });
    TuneRun::Setup setup{.problem = tuning.problem,
                         .evaluators = {&tuning.evaluator()},
                         .session = &tuning.session(),
                         .loop = tuning.loop,
                         .events = hub};
    QVERIFY(TuneRun(std::move(setup)).run({}));
    QCOMPARE(told, smallSpace + 1);
    QVERIFY(all);
  }

  void everyAttemptIsInTheSessionBeforeItIsSent() {
    Tuning tuning;
    tuning.withSession();
    const auto reader = value(Session::open(tuning.sessionFile(), Session::Mode::readOnly));
    size_t sent = 0, known = 0;
    tuning.evaluator().onRequest = [&](const EvaluationRequest& request) {
      ++sent;
      const auto attempts = value(reader->unfinishedAttempts());
      known += std::any_of(attempts.begin(), attempts.end(), [&](const AttemptRecord& attempt) {
        return attempt.key == request.key;
      });
    };
    tuning.summary();
    QCOMPARE(sent, smallSpace + 1);
    QCOMPARE(known, sent);
    QVERIFY(value(tuning.session().unfinishedAttempts()).empty());
  }

  void theRunAndItsDeviceAreRecorded() {
    Tuning tuning;
    tuning.withSession();
    tuning.options.budget.evaluations = 3;
    tuning.options.seed = 42;
    tuning.summary();
    const auto runs = value(tuning.session().runs());
    QCOMPARE(runs.size(), size_t(1));
    QCOMPARE(runs[0].strategy, std::string("bayesian"));
    QCOMPARE(runs[0].seed, uint64_t(42));
    QCOMPARE(runs[0].budget, std::string("3"));
    QCOMPARE(runs[0].outcome, std::string("finished"));
    QCOMPARE(value(tuning.session().devices())[0].uuid, std::string("GPU-1"));
    QCOMPARE(value(tuning.session().problemName()).value(), std::string("small"));
  }

  void aSecondRunMeasuresNothingAgain() {
    Tuning first;
    first.withSession();
    const TuneSummary before = first.summary();
    first.closeSession();
    Tuning second;
    second.withSession(first.sessionFile());
    const TuneSummary after = second.summary();
    QVERIFY(second.evaluator().requests.empty());
    QCOMPARE(after.resumed, smallSpace);
    QCOMPARE(after.evaluated, smallSpace);
    QVERIFY(after.sourceResumed);
    QCOMPARE(after.best->candidate.label(), before.best->candidate.label());
    QCOMPARE(after.speedup, before.speedup);
    QCOMPARE(after.speedupLow, before.speedupLow);
    QCOMPARE(std::get<RunStarted>(second.events.front()).resumed, smallSpace);
    for (const CandidateDone& done : second.all<CandidateDone>())
      QVERIFY(done.resumed);
  }

  void resumedOnesCountInTheBudget() {
    Tuning first;
    first.withSession();
    first.options.budget.evaluations = 8;
    first.summary();
    first.closeSession();
    Tuning second;
    second.withSession(first.sessionFile());
    second.options.budget.evaluations = 12;
    const TuneSummary summary = second.summary();
    QCOMPARE(summary.evaluated, size_t(12));
    QCOMPARE(summary.resumed, size_t(8));
    QCOMPARE(second.evaluator().requests.size(), size_t(4));
  }

  // Cut off after any number of requests and resumed, a run asks for the same, in the same order,
  // and comes to the same end as one that was never cut off; whatever finishes first.
  void aCutOffRunGoesOnAsIfItHadNotBeen_data() {
    QTest::addColumn<size_t>("after");
    QTest::addColumn<size_t>("choice");
    for (const size_t after : {1, 2, 5, 9, 14})
      for (const size_t choice : {0, 3})
        QTest::addRow("after %zu, finishing %zu first", after, choice) << after << choice;
  }
  void aCutOffRunGoesOnAsIfItHadNotBeen() {
    QFETCH(size_t, after);
    QFETCH(size_t, choice);
    const auto prepare = [&](Tuning& tuning) {
      tuning.options.strategy = "random";
      tuning.options.seed = 11;
      tuning.options.budget.evaluations = 16;
    };
    Tuning whole;
    prepare(whole);
    const TuneSummary expected = whole.summary();

    Tuning cut;
    prepare(cut);
    cut.withSession();
    cut.evaluator().choose = [choice](size_t) { return choice; };
    runUntil(cut, after);
    cut.closeSession();

    Tuning resumed;
    resumed.withSession(cut.sessionFile());
    resumed.options.budget.evaluations = 16;
    resumed.options.seed = 5;  // ignored: the run began with another
    resumed.options.resume = true;
    resumed.evaluator().choose = [choice](size_t) { return choice; };
    const size_t kept = value(resumed.session().evaluations()).size();
    const TuneSummary summary = resumed.summary();

    QCOMPARE(summary.resumed + (summary.sourceResumed ? 1 : 0), kept);
    QCOMPARE(resumed.evaluator().requests.size(), 17 - kept);
    QCOMPARE(summary.best->candidate.label(), expected.best->candidate.label());
    QCOMPARE(summary.speedup, expected.speedup);
    QCOMPARE(summary.evaluated, expected.evaluated);
    QCOMPARE(summary.warnings.size(), size_t(1));
    auto got = labels(value(resumed.session().evaluations()));
    auto wanted = whole.evaluator().requests;
    std::sort(got.begin(), got.end());
    std::sort(wanted.begin(), wanted.end());
    QCOMPARE(got, wanted);
    // What was still to do was asked for in the whole run's order.
    std::vector<std::string> rest;
    for (const std::string& label : whole.evaluator().requests)
      if (std::count(resumed.evaluator().requests.begin(), resumed.evaluator().requests.end(),
                     label))
        rest.push_back(label);
    QCOMPARE(resumed.evaluator().requests, rest);
  }

  void whereThereIsNothingToResumeItSaysSo() {
    Tuning tuning;
    tuning.withSession();
    tuning.options.resume = true;
    const TuneSummary summary = tuning.summary();
    QCOMPARE(summary.warnings.size(), size_t(1));
    QVERIFY(QString::fromStdString(summary.warnings[0]).contains("no run to resume"));
    QCOMPARE(summary.evaluated, smallSpace);
  }

  void whatTwiceNeverCameBackCountsAsHung() {
    Tuning tuning;
    tuning.withSession();
    const auto space = value(
        ValidSpace::build(*tuning.problem.problem.space, deviceLookup(tuning.evaluator().info)));
    const KeyMaker keys(tuning.problem, tuning.evaluator().info,
                        defaultProtocol(tuning.evaluator().info));
    // Begun on the device twice, once, and twice without reaching it.
    const auto begin = [&](size_t index, bool started) {
      AttemptRecord attempt;
      attempt.candidate = templateCandidate(tuning.problem, space.at(index));
      attempt.key = keys.keyOf(attempt.candidate);
      const int64_t id = tuning.session().beginAttempt(0, attempt, {});
      if (started) tuning.session().markStarted(id, "GPU-1");
    };
    for (const size_t index : {3, 3, 4})
      begin(index, true);
    for (const size_t index : {5, 5})
      begin(index, false);
    QVERIFY(tuning.session().flush());

    const TuneSummary summary = tuning.summary();
    const auto& requests = tuning.evaluator().requests;
    const auto asked = [&](size_t index) {
      return std::count(requests.begin(), requests.end(), space.at(index).text());
    };
    QCOMPARE(asked(3), 0);
    QCOMPARE(asked(4), 1);
    QCOMPARE(asked(5), 1);
    QCOMPARE(summary.failed, size_t(1));
    const auto stored =
        value(tuning.session().find(keys.keyOf(templateCandidate(tuning.problem, space.at(3)))));
    QCOMPARE(stored->verdict.kind, VerdictKind::hung);
    QVERIFY(QString::fromStdString(stored->verdict.message).contains("without being run"));
    QVERIFY(value(tuning.session().unfinishedAttempts()).empty());
  }

  void whatCouldNotBeJudgedIsTriedAgainByALaterRun() {
    Tuning first;
    first.withSession();
    first.evaluator().verdict = [](const Candidate& c) {
      Verdict verdict;
      const bool unclear = c.configuration.text() == "BLOCK=64,VEC=2";
      verdict.kind = unclear ? VerdictKind::couldNotJudge : VerdictKind::verified;
      return verdict;
    };
    QCOMPARE(first.summary().failed, size_t(1));
    QVERIFY(value(first.session().unfinishedAttempts()).empty());
    first.closeSession();
    Tuning second;
    second.withSession(first.sessionFile());
    QCOMPARE(second.summary().verified, smallSpace);
    QCOMPARE(second.evaluator().requests, std::vector<std::string>{"BLOCK=64,VEC=2"});
  }

  void aNewDeviceOfTheModelGetsASourceOfItsOwn() {
    Tuning first;
    first.withSession();
    first.options.budget.evaluations = 10;
    first.summary();
    first.closeSession();
    Tuning second;
    second.withSession(first.sessionFile());
    second.options.budget.evaluations = 10;
    second.evaluator().info.uuid = "GPU-9";
    second.evaluator().time = [](const Candidate&) { return 3.0; };
    const TuneSummary summary = second.summary();
    QCOMPARE(second.evaluator().requests, std::vector<std::string>{"source"});
    // The best was measured on the first device, and is compared with the source there.
    QCOMPARE(summary.source->deviceId, std::string("GPU-1"));
    QCOMPARE(summary.source->geomean, 1.0);
    QVERIFY(summary.speedup > 1);
  }

  void aSessionOfAnotherProblemIsRefused() {
    Tuning first;
    first.withSession();
    first.options.budget.evaluations = 1;
    first.summary();
    first.closeSession();
    Tuning second;
    second.problem = smallProblem("other");
    second.withSession(first.sessionFile());
    const Error error = second.fault();
    QCOMPARE(error.kind, ErrorKind::badInput);
    QVERIFY(QString::fromStdString(error.message)
                .contains("this session is about the problem small, not about other"));
  }

  void aChangedSourceIsMeasuredAnew() {
    Tuning first;
    first.withSession();
    first.options.budget.evaluations = 4;
    first.summary();
    first.closeSession();
    Tuning second;
    second.problem.sourceHash = "another source";
    second.withSession(first.sessionFile());
    second.options.budget.evaluations = 4;
    QCOMPARE(second.summary().resumed, size_t(0));
    QCOMPARE(second.evaluator().requests.size(), size_t(5));
  }
};

QTEST_APPLESS_MAIN(TestTuneSession)
#include "test_tune_session.moc"
