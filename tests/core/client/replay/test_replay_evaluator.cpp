// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>

#include "client/replay/replay_evaluator.h"

using namespace kw;

namespace {

Candidate block(int64_t value) {
  Candidate candidate;
  candidate.isTemplate = true;
  candidate.configuration = Configuration({{"BLOCK", value}});
  return candidate;
}

Evaluation evaluated(Candidate candidate, VerdictKind kind, double milliseconds) {
  Evaluation evaluation;
  evaluation.candidate = std::move(candidate);
  evaluation.verdict.kind = kind;
  evaluation.geomean = milliseconds;
  evaluation.costs.compile = 700;
  if (milliseconds > 0)
    evaluation.measurements.push_back(
        {.caseName = "only", .state = "cold", .samples = {milliseconds}, .median = milliseconds});
  return evaluation;
}

DeviceInfo recordedModel() {
  DeviceInfo device;
  device.id = "replay";
  device.model = "A4000";
  device.uuid = "recorded";
  return device;
}

struct Replay {
  process::EventLoop loop;
  ReplayEvaluator evaluator{loop,
                            recordedModel(),
                            {"only"},
                            {evaluated(block(64), VerdictKind::verified, 2),
                             evaluated(block(64), VerdictKind::verified, 3),
                             evaluated(block(2048), VerdictKind::crashed, 0)}};
  std::vector<Result<Evaluation>> results;

  Evaluator::Ticket ask(const Candidate& candidate) {
    return evaluator.evaluate({candidate, "key"}, {}, {.done = [this](Result<Evaluation> result) {
                                results.push_back(std::move(result));
                              }});
  }
  void turn() { loop.runOnce(std::chrono::milliseconds(0)); }
};

}  // namespace

class TestReplayEvaluator : public QObject {
  Q_OBJECT

 private slots:
  void itAnswersAsTheDeviceDid() {
    Replay replay;
    replay.ask(block(64));
    QVERIFY(replay.results.empty());  // never from inside the call
    replay.turn();
    QCOMPARE(replay.results.size(), size_t(1));
    const Evaluation& evaluation = *replay.results[0];
    QVERIFY(evaluation.verdict.ok());
    QCOMPARE(evaluation.geomean, 3.0);  // the last of two
    QCOMPARE(evaluation.measurements[0].samples, std::vector<double>{3});
    QCOMPARE(evaluation.costs.compile, 700.0);
    QCOMPARE(evaluation.key, std::string("key"));
    QCOMPARE(evaluation.deviceModel, std::string("A4000"));
  }

  void aFailureStaysOne() {
    Replay replay;
    replay.ask(block(2048));
    replay.turn();
    QCOMPARE(replay.results[0]->verdict.kind, VerdictKind::crashed);
    QCOMPARE(replay.results[0]->geomean, 0.0);
  }

  void whatWasNotRecordedIsNotJudged() {
    Replay replay;
    replay.ask(block(65));
    replay.ask(Candidate{});
    replay.turn();
    QCOMPARE(replay.results.size(), size_t(2));
    QCOMPARE(replay.results[0]->verdict.kind, VerdictKind::couldNotJudge);
    QCOMPARE(replay.results[0]->verdict.message,
             std::string("the recording does not hold this configuration"));
    QCOMPARE(replay.results[1]->verdict.message,
             std::string("the recording holds no source kernel"));
  }

  void whatIsCancelledSaysSo() {
    Replay replay;
    const auto ticket = replay.ask(block(64));
    replay.ask(block(64));
    replay.evaluator.cancel(ticket);
    replay.evaluator.cancel(99);  // long gone
    replay.turn();
    QCOMPARE(replay.results.size(), size_t(2));
    QCOMPARE(replay.results[0].error().kind, ErrorKind::cancelled);
    QVERIFY(replay.results[1]);
  }

  void oneThatGoesAnswersNobody() {
    process::EventLoop loop;
    bool answered = false;
    {
      ReplayEvaluator evaluator(loop, recordedModel(), {}, {});
      evaluator.evaluate({block(1), ""}, {},
                         {.done = [&](Result<Evaluation>) { answered = true; }});
    }
    loop.runOnce(std::chrono::milliseconds(0));
    QVERIFY(!answered);
  }
};

QTEST_APPLESS_MAIN(TestReplayEvaluator)
#include "test_replay_evaluator.moc"
