// SPDX-License-Identifier: GPL-3.0-or-later
// Tuning where a recorded file answers in a device's place.
#include <QTest>
#include <algorithm>
#include <filesystem>

#include "base/files/files.h"
#include "client/engine/engine.h"
#include "client/recordings/session_recording.h"
#include "client/replay/replay_file.h"
#include "client/replay/simulated_run.h"
#include "client/search/registry.h"
#include "core/client/replay/made_recordings.h"
#include "model/formats/standing.h"
#include "model/recordings/write_recording.h"
#include "support/printing.h"

using namespace kw;
namespace fs = std::filesystem;

namespace {

fs::path recordingFile(const std::string& name) {
  return fs::path(KW_TEST_DATA) / "recordings" / name;
}

// A session of the library's rmsnorm, whose space was measured on two cases; a copy, since opening
// makes files beside it.
fs::path ownSession(const files::TemporaryFolder& folder) {
  const fs::path copy = folder.path() / "own.kwr";
  fs::copy_file(fs::path(KW_SOURCE_FOLDER) / "resources" / "sessions" / "rmsnorm_h200.kwr", copy,
                fs::copy_options::overwrite_existing);
  return copy;
}

template <class T>
T value(Result<T> result) {
  if (!result) qFatal("%s", result.error().text().c_str());
  return std::move(*result);
}

std::unique_ptr<Session> session(const fs::path& file) {
  return value(Session::open(file, Session::Mode::create));
}

struct Replay {
  fs::path file;
  LoadedProblem problem;
  TuneOptions options;
  std::stop_source stop;
  size_t stopAfter = 0;  // candidates; 0: never
  std::vector<Event> events;

  explicit Replay(const fs::path& recorded)
      : file(recorded), problem(value(openReplayFile(recorded)).problem) {}

  Result<std::unique_ptr<Engine>> open(std::vector<std::string> runners = {}) const {
    return Engine::open({std::move(runners), "replay:" + file.string()}, problem, 1, {}, {});
  }
  TuneSummary tune(Session* into = nullptr) {
    const auto engine = value(open());
    engine->subscribeLossless([this](const std::vector<Event>& batch) {
      for (const Event& event : batch) {
        events.push_back(event);
        if (stopAfter > 0 && asked().size() == stopAfter) stop.request_stop();
      }
    });
    return value(engine->tune(options, into, stop.get_token()));
  }
  // The candidates in the order of their results.
  std::vector<std::string> asked() const {
    std::vector<std::string> labels;
    for (const Event& event : events)
      if (const auto* done = std::get_if<CandidateDone>(&event))
        if (done->evaluation.candidate.isTemplate)
          labels.push_back(done->evaluation.candidate.label());
    return labels;
  }
  RunStarted started() const { return std::get<RunStarted>(events.front()); }
};

}  // namespace

class TestReplayEngine : public QObject {
  Q_OBJECT

 private slots:
  void theWholeRecordingComesOutAsItWasMeasured() {
    Replay replay(recordingFile("kt_convolution.json.gz"));
    const TuneSummary summary = replay.tune();
    QCOMPARE(summary.evaluated, size_t{50});
    QCOMPARE(summary.verified, size_t{40});
    QCOMPARE(summary.failed, size_t{10});
    QVERIFY(summary.exhausted && !summary.cancelled && !summary.fault);
    const ReplayFile file = value(openReplayFile(replay.file));
    QCOMPARE(summary.best->geomean, file.recorded.bestMilliseconds());
    QVERIFY(!summary.source);
    QCOMPARE(summary.speedup, 0.0);
  }

  void everyFigureSaysWhereItIsReplayedFrom() {
    const auto folder = files::TemporaryFolder::make();
    const auto into = session(folder->path() / "s.kwr");
    Replay replay(recordingFile("kt_convolution.json.gz"));
    replay.options.budget.evaluations = 5;
    const std::string label = "replay of NVIDIA RTX A4000 from kt_convolution.json.gz";
    const TuneSummary summary = replay.tune(into.get());
    QCOMPARE(summary.device.model, label);
    QCOMPARE(summary.device.kind, std::string(replayKind));
    QCOMPARE(summary.protocol, std::string("as recorded (Kernel Tuner cache)"));
    QCOMPARE(replay.started().devices.at(0).model, label);
    KW_VERIFY_CONTAINS(replay.started().warnings.at(0), "nothing is compiled or run");
    QCOMPARE(value(into->devices()).at(0).model, label);
    for (const Evaluation& evaluation : value(into->evaluations())) {
      QCOMPARE(evaluation.deviceModel, label);
      QCOMPARE(evaluation.protocol, summary.protocol);
    }
  }

  void theSessionOpensAsTheRecordingDoes() {
    const auto folder = files::TemporaryFolder::make();
    const fs::path path = folder->path() / "s.kwr";
    Replay replay(recordingFile("ktt_pnpoly.json.gz"));
    replay.options.budget.evaluations = 7;
    const TuneSummary summary = replay.tune(session(path).get());
    const auto opened = value(Session::open(path, Session::Mode::readOnly));
    const auto problem = value(opened->problem());
    QVERIFY(problem && problem->problem.recorded);
    const Standing standing = standingOf(*problem, value(opened->evaluations()));
    QCOMPARE(standing.verified + standing.failed, size_t{7});
    QCOMPARE(standing.bestEvaluation()->geomean, summary.best->geomean);
    QCOMPARE(value(opened->runs()).at(0).outcome, std::string("finished"));
  }

  // So that what `kwr simulate` says of a strategy holds for runs.
  void aRunAsksForWhatASimulatedOneAsksFor_data() {
    QTest::addColumn<QString>("strategy");
    for (const std::string& name : strategyNames())
      QTest::addRow("%s", name.c_str()) << QString::fromStdString(name);
  }
  void aRunAsksForWhatASimulatedOneAsksFor() {
    QFETCH(QString, strategy);
    Replay replay(recordingFile("kt_convolution.json.gz"));
    replay.options.strategy = strategy.toStdString();
    replay.options.seed = 4;
    replay.options.budget.evaluations = 30;
    replay.tune();
    const ReplayFile file = value(openReplayFile(replay.file));
    const SimulatedRun simulated = value(simulateRun(
        file.recorded, value(makeStrategy(replay.options.strategy, file.recorded.space(), 4)), 4,
        30, {}));
    std::vector<std::string> labels;
    for (const uint32_t index : simulated.asked)
      labels.push_back(file.recorded.space().at(index).text());
    QCOMPARE(replay.asked(), labels);
  }

  void aRunThatEndedGoesOnAsOneThatDidNot_data() {
    QTest::addColumn<QString>("strategy");
    QTest::addColumn<size_t>("after");
    for (const char* strategy : {"auto", "random", "genetic", "annealing"})
      for (const size_t after : {1, 11, 25})
        QTest::addRow("%s after %zu", strategy, after) << strategy << after;
  }
  void aRunThatEndedGoesOnAsOneThatDidNot() {
    QFETCH(QString, strategy);
    QFETCH(size_t, after);
    const auto prepare = [&](Replay& replay) {
      replay.options.strategy = strategy.toStdString();
      replay.options.seed = 9;
      replay.options.budget.evaluations = 40;
    };
    Replay whole(recordingFile("t4_convolution.json.gz"));
    prepare(whole);
    const TuneSummary expected = whole.tune();

    const auto folder = files::TemporaryFolder::make();
    const auto into = session(folder->path() / "s.kwr");
    Replay cut(whole.file);
    prepare(cut);
    cut.options.budget.evaluations = after;
    QCOMPARE(cut.tune(into.get()).evaluated, after);

    Replay resumed(whole.file);
    prepare(resumed);
    resumed.options.seed = 1;  // ignored: the run began with another
    resumed.options.resume = true;
    const TuneSummary summary = resumed.tune(into.get());
    QCOMPARE(summary.resumed, after);
    QCOMPARE(resumed.asked(), whole.asked());
    QCOMPARE(summary.best->candidate.label(), expected.best->candidate.label());
    QCOMPARE(summary.evaluated, size_t{40});
  }

  void aStoppedRunKeepsWhatItHasAndGoesOn() {
    const auto folder = files::TemporaryFolder::make();
    // Far more than is evaluated while the first results are on their way to the subscriber.
    const Recording many = test::madeRecording(
        {30, 30, 20}, [](const std::vector<uint16_t>& v) { return v[0] + 0.5 * v[1] + v[2] % 7; });
    const fs::path file = folder->path() / "many.json";
    KW_VERIFY_OK(files::writeAtomically(file, writeKernelTunerCache(many)));
    const auto into = session(folder->path() / "s.kwr");
    Replay cut(file);
    cut.options.strategy = "random";
    cut.stopAfter = 3;
    const TuneSummary first = cut.tune(into.get());
    QVERIFY(first.cancelled && !first.exhausted);
    QVERIFY(first.evaluated >= 3);
    QCOMPARE(value(into->evaluations()).size(), first.evaluated);

    Replay whole(file), resumed(file);
    whole.options.strategy = resumed.options.strategy = "random";
    whole.options.budget.evaluations = resumed.options.budget.evaluations = first.evaluated + 20;
    resumed.options.resume = true;
    whole.tune();
    QVERIFY(resumed.tune(into.get()).resumed >= first.evaluated);
    QCOMPARE(resumed.asked(), whole.asked());
  }

  void aSessionOfOursAnswersWithItsSourceAndItsCases() {
    const auto folder = files::TemporaryFolder::make();
    Replay replay(ownSession(*folder));
    replay.options.budget.evaluations = 500;
    const TuneSummary summary = replay.tune();
    const auto own = value(Session::open(replay.file, Session::Mode::readOnly));
    const Standing measured = standingOf(replay.problem, value(own->evaluations()));
    QCOMPARE(summary.best->candidate.label(), measured.bestEvaluation()->candidate.label());
    QCOMPARE(summary.source->geomean, measured.sourceEvaluation()->geomean);
    QCOMPARE(summary.speedup, measured.speedup.ratio);
    QCOMPARE(summary.speedupLow, measured.speedup.interval95.low);
    QVERIFY(measurementOf(*summary.best, "decode") && measurementOf(*summary.best, "prefill"));
    QCOMPARE(summary.device.model, std::string("replay of NVIDIA H200 from own.kwr"));
    QVERIFY(summary.device.canDo.empty());
    QCOMPARE(summary.exhausted, true);
  }

  void oneConfigurationIsAnsweredToo() {
    Replay replay(recordingFile("kt_pnpoly.json"));
    const ReplayFile file = value(openReplayFile(replay.file));
    const auto engine = value(replay.open());
    const Evaluation& wanted = file.evaluations.front();
    const Evaluation got = value(engine->evaluate(wanted.candidate, {}, nullptr, {}));
    QCOMPARE(got.geomean, wanted.geomean);
    QCOMPARE(got.deviceModel, engine->device().model);
    Candidate unknown = wanted.candidate;
    unknown.configuration = Configuration({{"block_size_x", int64_t{7}}});
    QCOMPARE(value(engine->evaluate(unknown, {}, nullptr, {})).verdict.kind,
             VerdictKind::couldNotJudge);
  }

  void whatIsNotReplayableIsRefused() {
    Replay replay(recordingFile("kt_pnpoly.json"));
    replay.file = recordingFile("kt_convolution.json.gz");
    KW_VERIFY_CONTAINS(test::errorText(replay.open()),
                       "expected a recording of the problem cn_pnpoly, found one of "
                       "convolution_kernel");
    replay.file = recordingFile("SOURCES.txt");
    QCOMPARE(replay.open().error().kind, ErrorKind::badInput);
    replay.file = "no such file";
    KW_VERIFY_CONTAINS(test::errorText(replay.open()), "no such file");
    replay.file = "";
    KW_VERIFY_CONTAINS(test::errorText(replay.open()), "replay:cache.json");
    KW_VERIFY_CONTAINS(test::errorText(replay.open({"kwr-runner"})), "no runner takes part");
  }

  void anUnknownStrategyIsRefusedBeforeAnythingIsStored() {
    Replay replay(recordingFile("kt_pnpoly.json"));
    const auto engine = value(replay.open());
    replay.options.strategy = "randon";
    const Status prepared = engine->prepareTune(replay.options, {});
    QVERIFY(!prepared);
    KW_VERIFY_CONTAINS(prepared.error().text(), "did you mean random?");
  }
};

QTEST_APPLESS_MAIN(TestReplayEngine)
#include "test_replay_engine.moc"
