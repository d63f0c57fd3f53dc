// SPDX-License-Identifier: GPL-3.0-or-later
// How a run ends, on an engine whose outcomes are given and a session that is real.
#include "client/engine/finals.h"

#include <QTest>
#include <algorithm>
#include <optional>

#include "base/files/files.h"
#include "core/model/formats/sample_session.h"

using namespace kw;

namespace {

template <class T>
T value(Result<T> result) {
  if (!result) qFatal("%s", result.error().text().c_str());
  return std::move(*result);
}

// Whoever is in `wrong` fails its final look; whoever is in `breaks` ends its duels; whoever is in
// `slow` loses them as the second.
class GivenEngine final : public Engine {
 public:
  explicit GivenEngine(const LoadedProblem& problem) : m_problem(problem) {}
  VerdictKind asWhat = VerdictKind::wrong;
  bool forgets = false;  // the session takes no final look
  std::vector<std::string> wrong, breaks, slow, looked, duelled;

  const DeviceInfo& device() const override { return m_device; }
  std::vector<std::string> openingWarnings() const override { return {}; }
  void subscribeLossless(Subscriber) override {}
  void subscribeCoalescing(Subscriber, size_t) override {}
  Status prepareTune(const TuneOptions&, std::stop_token) override { return {}; }
  Result<TuneSummary> tune(const TuneOptions&, Session*, std::stop_token) override {
    return fail("never asked for");
  }
  void setPaused(bool) override {}
  bool canDuel() const override { return true; }

  Result<Duel> duel(const Candidate& first, const Candidate& second, const Protocol& protocol,
                    const DuelSettings& settings, Session* session,
                    const std::function<void(const std::string&)>&, std::stop_token) override {
    duelled.push_back(first.label() + " and " + second.label());
    for (const std::string& one : breaks)
      if (one == first.label() || one == second.label())
        return fail(one + " is not right: case decode");
    Duel duel;
    duel.first = first;
    duel.second = second;
    duel.settings = settings;
    duel.deviceId = m_device.uuid;
    duel.deviceModel = m_device.model;
    duel.protocol = protocol.text();
    // The first takes as long as the second, the source twice as long.
    const bool isSlow = std::ranges::find(slow, second.label()) != slow.end();
    const double ratio = isSlow ? 0.5 : first.isTemplate ? 1 : 2;
    duel.cases = {{"decode", 1, std::vector<double>(8, ratio), std::vector<double>(8, 1)}};
    session->storeDuel(duel, {});
    KW_TRY(session->flush());
    return duel;
  }

  Result<CounterReading> count(const Candidate&, const std::string&,
                               const std::vector<std::string>&, int,
                               const std::function<void(const std::string&)>&,
                               std::stop_token) override {
    return fail("never asked for");
  }

  Result<Evaluation> evaluate(const Candidate& candidate, const Protocol& protocol,
                              Session* session, std::stop_token,
                              const Scrutiny& scrutiny) override {
    looked.push_back(candidate.label() + ", " + std::string(name(scrutiny.depth)));
    Evaluation seen = candidate.isTemplate
                          ? sample::verified(m_problem, candidate.configuration, 1, m_device)
                          : sample::source(m_problem, 2, m_device);
    seen.key += " final";
    seen.protocol = protocol.text();
    seen.depth = scrutiny.depth;
    if (std::ranges::find(wrong, candidate.label()) != wrong.end()) {
      seen.verdict.kind = asWhat;
      seen.verdict.message = "it reads behind a buffer's end";
      seen.measurements.clear();
      seen.geomean = 0;
    }
    if (!forgets) session->storeEvaluation(0, seen, {});
    KW_TRY(session->flush());
    return seen;
  }

 private:
  const LoadedProblem& m_problem;
  DeviceInfo m_device = sample::gpu();
};

}  // namespace

class TestFinals : public QObject {
  Q_OBJECT
 private slots:
  void initTestCase() { m_problem = sample::load("templates/silu_and_mul"); }

  void init() {
    m_folder.emplace(value(files::TemporaryFolder::make("finals")));
    m_session = value(Session::open(m_folder->path() / "s.kwr", Session::Mode::create));
    m_session->storeProblem(m_problem, {});
    add(sample::source(m_problem, 2));
    add(verified("BLOCK=128", 1));
    add(verified("BLOCK=256", 1.001));
    add(verified("BLOCK=512", 1.5));
    QVERIFY(m_session->flush());
    m_engine = std::make_unique<GivenEngine>(m_problem);
  }

  void theWinnerTheSourceAndWhoIsLevelAreLookedAtOnceMore() {
    const Standing standing = run();
    QCOMPARE(standing.bestEvaluation()->candidate.label(), label("BLOCK=128"));
    QCOMPARE(m_engine->looked,
             (std::vector<std::string>{label("BLOCK=128") + ", thorough", "source, quick",
                                       label("BLOCK=256") + ", thorough"}));
    QCOMPARE(standing.finals.size(), size_t{3});
    QCOMPARE(standing.elsewhere, size_t{0});
    QCOMPARE(standing.speedup.ratio, 2.0);
  }

  void thereIsNoTimeForAllThatAreLevel() {
    FinalsOptions hurried = options();
    hurried.othersLimit = std::chrono::seconds(0);
    std::string said;
    const auto note = [&said](const std::string& text) { said += text + "\n"; };
    QVERIFY(runFinals(*m_engine, m_problem, *m_session, hurried, note, {}));
    QCOMPARE(m_engine->looked,
             (std::vector<std::string>{label("BLOCK=128") + ", thorough", "source, quick"}));
    QVERIFY2(
        said.find("for lack of time, not looked at thoroughly: BLOCK=256") != std::string::npos,
        said.c_str());
  }

  void whoIsLevelAndWrongIsOut() {
    m_engine->wrong = {label("BLOCK=256")};
    const Standing standing = run();
    QCOMPARE(standing.bestEvaluation()->candidate.label(), label("BLOCK=128"));
    QCOMPARE(standing.refuted, size_t{1});
  }

  void whoLostIsNotLookedAt() {
    m_engine->slow = {label("BLOCK=256")};
    run();
    QCOMPARE(m_engine->looked,
             (std::vector<std::string>{label("BLOCK=128") + ", thorough", "source, quick"}));
  }

  void nothingIsMeasuredTwice() {
    run();
    m_engine->looked.clear();
    m_engine->duelled.clear();
    run();
    QVERIFY(m_engine->looked.empty());
    QVERIFY(m_engine->duelled.empty());
  }

  void aWinnerThatIsWrongIsOut() {
    m_engine->wrong = {label("BLOCK=128")};
    const Standing standing = run();
    QCOMPARE(standing.bestEvaluation()->candidate.label(), label("BLOCK=256"));
    QCOMPARE(standing.refuted, size_t{1});
    QCOMPARE(standing.verified, size_t{2});
    QCOMPARE(standing.failed, size_t{1});
    QVERIFY(finalOf(standing.finals, standing.bestEvaluation()->candidate));
  }

  void aLookThatCannotBeTakenChangesNothing() {
    for (const VerdictKind kind : {VerdictKind::couldNotJudge, VerdictKind::exceedsLimits}) {
      init();
      m_engine->wrong = {label("BLOCK=128")};
      m_engine->asWhat = kind;
      const Standing standing = run();
      QCOMPARE(standing.bestEvaluation()->candidate.label(), label("BLOCK=128"));
      QCOMPARE(standing.refuted, size_t{0});
    }
  }

  void aFaultThatTheSessionDoesNotTakeEndsIt() {
    m_engine->wrong = {label("BLOCK=128")};
    m_engine->forgets = true;
    const auto standing = runFinals(*m_engine, m_problem, *m_session, options(), {}, {});
    QVERIFY(!standing);
    QVERIFY(standing.error().message.find("was found wrong at the end") != std::string::npos);
  }

  void whereAllAreWrongTheSourceIsTheBest() {
    m_engine->wrong = {label("BLOCK=128"), label("BLOCK=256"), label("BLOCK=512")};
    const Standing standing = run();
    QVERIFY(!standing.bestEvaluation()->candidate.isTemplate);
    QCOMPARE(standing.refuted, size_t{3});
  }

  void aDuelThatEndsBadlyTellsWhoIsOut() {
    m_engine->breaks = m_engine->wrong = {label("BLOCK=256")};
    const Standing standing = run();
    QCOMPARE(standing.bestEvaluation()->candidate.label(), label("BLOCK=128"));
    QCOMPARE(standing.refuted, size_t{1});
  }

  void aDuelThatEndsBadlyForNoReasonIsAFault() {
    m_engine->breaks = {label("BLOCK=256")};
    const auto standing = runFinals(*m_engine, m_problem, *m_session, options(), {}, {});
    QVERIFY(!standing);
    QVERIFY(standing.error().message.find("is not right") != std::string::npos);
  }

 private:
  static FinalsOptions options() { return {.protocol = defaultProtocol(sample::gpu())}; }
  Standing run() {
    Standing standing = value(runFinals(*m_engine, m_problem, *m_session, options(), {}, {}));
    return standing;
  }
  std::string label(const char* text) const {
    return Candidate{true, {}, sample::configuration(m_problem, text)}.label();
  }
  Evaluation verified(const char* text, double milliseconds) const {
    return sample::verified(m_problem, sample::configuration(m_problem, text), milliseconds);
  }
  void add(Evaluation evaluation) {
    evaluation.protocol = options().protocol.text();
    m_session->storeEvaluation(0, evaluation, {});
  }

  LoadedProblem m_problem;
  std::optional<files::TemporaryFolder> m_folder;
  std::unique_ptr<Session> m_session;
  std::unique_ptr<GivenEngine> m_engine;
};

QTEST_APPLESS_MAIN(TestFinals)
#include "test_finals.moc"
