// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>
#include <cmath>

#include "base/json/text.h"
#include "client/learning/learner.h"
#include "client/learning/routing.h"
#include "core/client/learning/trials.h"

using namespace kw;
using test::MadeRewards;
using test::MadeSettings;
using test::Truth;

namespace {

LearningResult learnt(MadeRewards& made, const LearningSettings& settings = {}) {
  EnumeratingProposer proposer(made.groups());
  Journal nothing;
  auto result =
      learn({made.start(), made.kernels(), made, proposer, catalogue()}, settings, nothing, {}, {});
  if (!result) qFatal("%s", result.error().text().c_str());
  return *std::move(result);
}

MadeSettings clear(Truth truth) {
  return {.truth = truth, .effect = 0.2, .kernels = 128, .repeats = 4, .seed = 3};
}

// Knows only the leaves' own metrics.
class OnlyStart final : public RewardSource {
 public:
  explicit OnlyStart(MadeRewards& made) : m_made(made) {}
  Result<std::optional<std::vector<double>>> speedups(const ProfiledKernel& kernel,
                                                      const MetricSet& set, size_t repeats,
                                                      std::stop_token stop) override {
    if (set.size() > 2) return std::optional<std::vector<double>>();
    return m_made.speedups(kernel, set, repeats, std::move(stop));
  }

 private:
  MadeRewards& m_made;
};

}  // namespace

class TestLearner : public QObject {
  Q_OBJECT

 private slots:
  void rewriteFindsTheGroupOfEachRegime() {
    MadeRewards made(clear(Truth::rewrite));
    const LearningResult result = learnt(made);
    QCOMPARE(made.regimesFound(result.policy), size_t(4));
    QCOMPARE(result.accepted, size_t(4));
    QCOMPARE(result.policy.origin(), std::string("learnt"));
    QCOMPARE(result.ended, std::string("no change was better"));
    for (const Decision& decision : result.decisions)
      if (decision.accepted > 0) QCOMPARE(decision.kind, Change::Kind::rewrite);
    QVERIFY(result.policy.find("memory")->reason.starts_with("Learnt: REWRITE memory + "));
  }

  void splitFindsWhatRewriteCannot() {
    MadeRewards made(clear(Truth::split));
    const LearningResult result = learnt(made);
    QVERIFY(made.regimesFound(result.policy) >= 3);
    QVERIFY(made.trueGain(result.policy) > 0.6 * made.bestGain());
    for (const Decision& decision : result.decisions)
      if (decision.accepted > 0) QCOMPARE(decision.kind, Change::Kind::split);
  }

  void rewriteIsTriedFirst() {
    MadeRewards made(clear(Truth::split));
    const LearningResult result = learnt(made);
    size_t round = 0;
    for (const Decision& decision : result.decisions) {
      if (decision.round != round) QCOMPARE(decision.kind, Change::Kind::rewrite);
      round = decision.round;
    }
  }

  void nothingIsAskedForTwice() {
    MadeRewards made(clear(Truth::rewrite));
    const LearningResult result = learnt(made);
    QCOMPARE(made.asked(), result.evaluations);
  }

  void theSeedDecides() {
    MadeRewards made(clear(Truth::split));
    QVERIFY(learnt(made).policy.toJson() == learnt(made).policy.toJson());
  }

  void whatIsRejectedLeavesTheTreeAsItWas() {
    MadeRewards made({.truth = Truth::rewrite, .effect = 0.01, .kernels = 64, .seed = 5});
    LearningSettings settings;
    settings.margin = 0.5;
    const LearningResult result = learnt(made, settings);
    QCOMPARE(result.accepted, size_t(0));
    QVERIFY(result.policy.toJson() == made.start().toJson());
    QCOMPARE(result.decisions.size(), size_t(2));
    for (const Decision& decision : result.decisions) {
      QCOMPARE(decision.accepted, size_t(0));
      QVERIFY(decision.outcome.starts_with("rejected"));
      QVERIFY(!decision.judged.empty());
    }
  }

  void limitsHold() {
    MadeRewards made(clear(Truth::split));
    LearningSettings settings;
    settings.limits.depth = 2;
    for (const Decision& decision : learnt(made, settings).decisions)
      if (decision.kind == Change::Kind::split) QVERIFY(decision.judged.empty());
    MadeRewards other(clear(Truth::rewrite));
    settings.limits = {.depth = 8, .metrics = 3};
    QCOMPARE(learnt(other, settings).accepted, size_t(0));
  }

  void budgetsHold() {
    for (const size_t most : {size_t(86), size_t(100), size_t(300)}) {
      MadeRewards made(clear(Truth::rewrite));
      LearningSettings settings;
      settings.evaluations = most;
      const LearningResult result = learnt(made, settings);
      QVERIFY(result.evaluations <= most);
      QVERIFY(made.asked() <= most);
      QCOMPARE(result.ended, std::string("the budget of evaluations is used up"));
    }
    MadeRewards made(clear(Truth::rewrite));
    LearningSettings settings;
    settings.proposals = 30;
    const LearningResult result = learnt(made, settings);
    QVERIFY(result.proposals <= 30);
    QCOMPARE(result.ended, std::string("the budget of proposals is used up"));
  }

  void aBudgetBelowTheStartIsRefused() {
    MadeRewards made(clear(Truth::rewrite));
    EnumeratingProposer proposer(made.groups());
    Journal nothing;
    LearningSettings settings;
    settings.evaluations = 10;
    const auto result = learn({made.start(), made.kernels(), made, proposer, catalogue()}, settings,
                              nothing, {}, {});
    QVERIFY(!result);
    QCOMPARE(result.error().kind, ErrorKind::badInput);
  }

  void withoutRewardsForItAProposalIsNotTried() {
    MadeRewards made(clear(Truth::rewrite));
    OnlyStart source(made);
    EnumeratingProposer proposer(made.groups());
    Journal nothing;
    const auto result =
        learn({made.start(), made.kernels(), source, proposer, catalogue()}, {}, nothing, {}, {});
    QVERIFY(result);
    QCOMPARE(result->accepted, size_t(0));
    QCOMPARE(result->proposals, size_t(0));
    QCOMPARE(result->decisions[0].unknown, size_t(20));
    QCOMPARE(result->decisions[0].outcome, std::string("nothing to judge"));
    // The default tree's leaves have other metrics.
    const auto other = learn({defaultPolicy(), made.kernels(), source, proposer, catalogue()}, {},
                             nothing, {}, {});
    QVERIFY(!other);
    QVERIFY(other.error().message.find("there is no reward for it") != std::string::npos);
  }

  void fewKernelsTeachNothing() {
    for (const size_t kernels : {size_t(1), size_t(4), size_t(20)}) {
      MadeRewards made({.truth = Truth::rewrite, .effect = 0.5, .kernels = kernels});
      const LearningResult result = learnt(made);
      QCOMPARE(result.accepted, size_t(0));
      QCOMPARE(result.training + result.heldOut, kernels);
    }
  }

  void itCanBeStopped() {
    MadeRewards made(clear(Truth::rewrite));
    EnumeratingProposer proposer(made.groups());
    Journal nothing;
    std::stop_source stop;
    const auto result = learn(
        {made.start(), made.kernels(), made, proposer, catalogue()}, {}, nothing,
        [&](const Decision&) { stop.request_stop(); }, stop.get_token());
    QVERIFY(!result);
    QCOMPARE(result.error().kind, ErrorKind::cancelled);
  }

  // The whole of it is measured by tests/bench/learning; this finds gross faults.
  void noiseIsSeldomTakenForAGain() {
    const test::Trials trials =
        test::learnOften({.kernels = 96, .seed = 1}, {.resamples = 300}, 60, 2);
    QVERIFY2(trials.withWrong() <= 9, qPrintable(QString::number(trials.withWrong())));
  }

  void clearGainsAreFoundAsARule() {
    const test::Trials trials = test::learnOften({.truth = Truth::rewrite,
                                                  .effect = std::log(1.10),
                                                  .kernels = 256,
                                                  .repeats = 3,
                                                  .seed = 1},
                                                 {.resamples = 300}, 8, 2);
    QVERIFY2(trials.found() >= 0.6, qPrintable(QString::number(trials.found())));
  }
};

QTEST_APPLESS_MAIN(TestLearner)
#include "test_learner.moc"
