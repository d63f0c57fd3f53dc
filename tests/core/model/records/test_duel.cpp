// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>
#include <cmath>
#include <random>

#include "base/json/text.h"
#include "model/records/duel.h"

using namespace kw;

namespace {

Candidate candidate(int block) {
  return {true, "text", Configuration({{"BLOCK", int64_t{block}}})};
}

// Written out, since the distributions of <random> differ between libraries.
class Noise {
 public:
  explicit Noise(uint64_t seed) : m_random(seed) {}
  double uniform() { return (static_cast<double>(m_random() >> 11) + 0.5) / 9007199254740992.0; }
  double normal() {
    return std::sqrt(-2 * std::log(uniform())) * std::cos(6.283185307179586 * uniform());
  }

 private:
  std::mt19937_64 m_random;
};

struct Setting {
  double trueSpeedup = 1;  // of the second
  double noise = 0.01;     // deviation of a turn
  double drift = 0;        // a clock that slows down, per turn, relative
};

// Turns as a device gives them, until the duel says that it has enough.
Duel played(const Setting& setting, uint64_t seed) {
  Noise noise(seed);
  Duel duel;
  duel.first = candidate(128);
  duel.second = candidate(256);
  duel.cases = {{"large", 2, {}, {}}, {"small", 1, {}, {}}};
  int turns = 0;
  while (!isEnough(duel)) {
    for (DuelCase& one : duel.cases) {
      const auto turn = [&](double milliseconds) {
        return milliseconds * std::exp(setting.noise * noise.normal() + setting.drift * turns++);
      };
      one.first.push_back(turn(2));
      one.second.push_back(turn(2 / setting.trueSpeedup));
      one.second.push_back(turn(2 / setting.trueSpeedup));
      one.first.push_back(turn(2));
    }
  }
  return duel;
}

int countOf(DuelOutcome outcome, const Setting& setting, int duels) {
  int count = 0;
  for (int i = 0; i < duels; ++i)
    count += resultOf(played(setting, static_cast<uint64_t>(i) + 1)).outcome == outcome;
  return count;
}

}  // namespace

class TestDuel : public QObject {
  Q_OBJECT

 private slots:
  void speedupIsTheWeightedGeometricMean() {
    Duel duel;
    duel.cases = {{"large", 2, {2, 2, 2, 2}, {1, 1, 1, 1}},
                  {"small", 1, {3, 3, 3, 3}, {3, 3, 3, 3}}};
    const DuelResult result = resultOf(duel);
    QCOMPARE(result.blocks, size_t{2});
    QVERIFY(std::fabs(result.speedup - std::pow(2, 2.0 / 3)) < 1e-12);
    QCOMPARE(result.outcome, DuelOutcome::secondFaster);
    QCOMPARE(resultOf(duel, "small").speedup, 1.0);
    QCOMPARE(resultOf(duel, "none").blocks, size_t{0});
    QVERIFY(std::fabs(resultOf(reversed(duel)).speedup * result.speedup - 1) < 1e-12);
    QCOMPARE(resultOf(reversed(duel)).outcome, DuelOutcome::firstFaster);
  }

  void steadyDriftFavoursNobody() {
    const DuelResult result =
        resultOf(played({.trueSpeedup = 1, .noise = 1e-5, .drift = 0.002}, 1));
    QVERIFY(std::fabs(result.speedup - 1) < 1e-4);
  }

  // With 5 % intervals, 50 of 1,000 are expected, and 7 % would be three deviations more.
  void sameKernelIsSeldomCalledFaster() {
    const Setting same{.trueSpeedup = 1, .noise = 0.01};
    const int faster = countOf(DuelOutcome::firstFaster, same, 1000) +
                       countOf(DuelOutcome::secondFaster, same, 1000);
    QVERIFY2(faster <= 70, qPrintable(QString::number(faster)));
    QVERIFY2(faster >= 20, "the intervals are too wide to tell anything apart");
  }

  void trueDifferencesAreSeen() {
    QVERIFY(countOf(DuelOutcome::secondFaster, {.trueSpeedup = 1.03, .noise = 0.01}, 100) >= 99);
    QVERIFY(countOf(DuelOutcome::secondFaster, {.trueSpeedup = 1.01, .noise = 0.01}, 100) >= 90);
    QVERIFY(countOf(DuelOutcome::firstFaster, {.trueSpeedup = 0.97, .noise = 0.01}, 100) >= 99);
  }

  void tieNeedsANarrowInterval() {
    const DuelResult quiet = resultOf(played({.trueSpeedup = 1.0003, .noise = 0.004}, 3));
    QCOMPARE(quiet.outcome, DuelOutcome::tie);
    QVERIFY(quiet.halfWidth() <= tieHalfWidth);
    const DuelResult loud = resultOf(played({.trueSpeedup = 1, .noise = 0.3}, 4));
    QCOMPARE(loud.outcome, DuelOutcome::undecided);
    QVERIFY(loud.blocksForTie > loud.blocks);
  }

  void endsEarlyWhereTheIntervalIsNarrow() {
    QCOMPARE(played({.trueSpeedup = 1, .noise = 0.001}, 5).blocks(), size_t{10});
    QCOMPARE(played({.trueSpeedup = 4, .noise = 0.02}, 5).blocks(), size_t{10});
    QCOMPARE(played({.trueSpeedup = 1, .noise = 0.1}, 5).blocks(), size_t{40});
  }

  void incompleteBlocksDoNotCount() {
    Duel duel;
    duel.cases = {{"large", 1, {2, 2, 2}, {1, 1, 1, 1}}};
    QCOMPARE(duel.blocks(), size_t{1});
    QCOMPARE(resultOf(duel).outcome, DuelOutcome::undecided);
    QCOMPARE(resultOf(Duel{}).blocks, size_t{0});
    QCOMPARE(resultOf(Duel{}).speedup, 0.0);
  }

  void isFoundWhicheverCameFirst() {
    Duel early = played({}, 1), late = played({}, 2);
    for (Duel* one : {&early, &late}) {
      one->deviceId = "gpu";
      one->protocol = "cold";
    }
    std::swap(late.first, late.second);
    const std::vector<Duel> duels{early, late};
    QCOMPARE(findDuel(duels, candidate(128), candidate(256), "gpu", "cold"), &duels[1]);
    QCOMPARE(findDuel(duels, candidate(256), candidate(128), "gpu", "cold"), &duels[1]);
    QVERIFY(!findDuel(duels, candidate(256), candidate(512), "gpu", "cold"));
    QVERIFY(!findDuel(duels, candidate(256), candidate(128), "other", "cold"));
    QVERIFY(!findDuel(duels, candidate(256), candidate(128), "gpu", "warm"));
  }

  void readsBackTheSame() {
    Duel duel = played({}, 7);
    duel.deviceId = "gpu";
    duel.deviceModel = "model";
    duel.protocol = "cold";
    duel.oracle = "independent";
    duel.settings = {3, 4, 0.25, 9, 12};
    duel.seed = 5;
    duel.started = "2030-01-01T00:00:00Z";
    duel.kernelMilliseconds = 12.5;
    const std::string text = json::writeLine(toJson(duel));
    const Result<Duel> again = duelFromJson(json::parse(text).value());
    QVERIFY(again.has_value());
    QCOMPARE(json::writeLine(toJson(*again)), text);
    QCOMPARE(again->settings.order, uint64_t{12});
    QVERIFY(
        !duelFromJson(json::parse(R"({"first":{},"second":{},"cases":[{"first":"x"}]})").value()));
    QVERIFY(!duelFromJson(json::parse("[]").value()));
  }
};

QTEST_GUILESS_MAIN(TestDuel)
#include "test_duel.moc"
