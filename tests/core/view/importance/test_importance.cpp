// SPDX-License-Identifier: GPL-3.0-or-later
// Shares of functions whose importances are known, and what is left out and said.
#include <QTest>
#include <algorithm>
#include <cmath>
#include <functional>

#include "view/importance/parameter_importance.h"

using namespace kw;
using namespace kw::view;

namespace {

// Three parameters: A of four numbers, B of four, C of three words.
Space space() {
  Space made;
  made.parameters = {{"A", {int64_t{1}, int64_t{2}, int64_t{3}, int64_t{4}}, ""},
                     {"B", {int64_t{1}, int64_t{2}, int64_t{3}, int64_t{4}}, ""},
                     {"C", {std::string("row"), std::string("column"), std::string("block")}, ""}};
  return made;
}

using Function = std::function<double(int64_t a, int64_t b, size_t c)>;  // milliseconds; 0: failed

// All 48 configurations, `repeats` times.
ParameterLines lines(const Function& time, size_t repeats = 3) {
  const Space parameters = space();
  std::vector<CandidateRow> rows;
  for (size_t repeat = 0; repeat < repeats; ++repeat)
    for (int64_t a = 1; a <= 4; ++a)
      for (int64_t b = 1; b <= 4; ++b)
        for (size_t c = 0; c < 3; ++c) {
          CandidateRow row;
          row.key = std::to_string(rows.size());
          row.candidate.isTemplate = true;
          row.candidate.configuration =
              Configuration({{"A", a}, {"B", b}, {"C", parameters.parameters[2].values[c]}});
          row.geomean = time(a, b, c);
          row.verdict = row.geomean > 0 ? VerdictKind::verified : VerdictKind::wrong;
          rows.push_back(std::move(row));
        }
  CandidateList list;
  list.append(std::move(rows));
  ParameterLines made;
  made.build(&parameters, list, {}, {});
  return made;
}

ParameterImportance importance(const ParameterLines& from, uint64_t seed = 1) {
  return importanceOf(importanceInput(from), {.trees = 48, .seed = seed}, {});
}

double shareOf(const std::vector<ParameterEffect>& effects, const std::vector<std::string>& names) {
  for (const ParameterEffect& effect : effects)
    if (effect.names == names) return effect.share;
  return -1;
}

bool near(double found, double expected, double by) {
  if (std::abs(found - expected) <= by) return true;
  qWarning("%f is not within %f of %f", found, by, expected);
  return false;
}

}  // namespace

class TestImportance : public QObject {
  Q_OBJECT

 private slots:
  void oneParameterThatDecidesHasAll() {
    const ParameterImportance made =
        importance(lines([](int64_t a, int64_t, size_t) { return std::exp2(a); }));
    QCOMPARE(made.main.front().names, std::vector<std::string>{"A"});
    QVERIFY(near(made.main.front().share, 1, 0.02));
    QVERIFY(near(shareOf(made.main, {"B"}), 0, 0.01));
    QVERIFY(near(made.explained, 1, 0.02));
    QVERIFY(!made.saysLittle());
  }

  // log t = 2a + b: variances 4 to 1, nothing together.
  void twoThatMultiplyShareByTheirVariances() {
    const ParameterImportance made = importance(lines([](int64_t a, int64_t b, size_t) {
      return std::exp(2.0 * static_cast<double>(a) + static_cast<double>(b));
    }));
    QVERIFY(near(shareOf(made.main, {"A"}), 0.8, 0.03));
    QVERIFY(near(shareOf(made.main, {"B"}), 0.2, 0.03));
    QVERIFY(near(shareOf(made.pairs, {"A", "B"}), 0, 0.03));
  }

  // Fast where A and B are both low or both high: neither matters alone.
  void whatTwoDoOnlyTogetherIsAPair() {
    const ParameterImportance made = importance(
        lines([](int64_t a, int64_t b, size_t) { return (a <= 2) == (b <= 2) ? 1.0 : 10.0; }, 6));
    QCOMPARE(made.pairs.front().names, (std::vector<std::string>{"A", "B"}));
    QVERIFY(near(made.pairs.front().share, 1, 0.1));
    QVERIFY(near(shareOf(made.main, {"A"}), 0, 0.05));
    QVERIFY(near(shareOf(made.main, {"B"}), 0, 0.05));
  }

  // Words have no order: the middle one differs from both its neighbours.
  void wordsNeedNoOrder() {
    const ParameterImportance made =
        importance(lines([](int64_t, int64_t, size_t c) { return c == 1 ? 1.0 : 3.0; }));
    QCOMPARE(made.main.front().names, std::vector<std::string>{"C"});
    QVERIFY(near(made.main.front().share, 1, 0.02));
  }

  void noiseIsSaidToMeanLittle() {
    RandomSource random(7);
    const ParameterImportance made = importance(lines([&random](int64_t, int64_t, size_t) {
      return 1 + static_cast<double>(random.below(1000)) / 1000;
    }));
    QVERIFY(made.explained < ParameterImportance::leastExplained);
    QVERIFY(qualityText(made).find("the bars mean little") != std::string::npos);
  }

  void theSameSeedGivesTheSame() {
    const ParameterLines all = lines([](int64_t a, int64_t b, size_t c) {
      return static_cast<double>(a * b) + static_cast<double>(c);
    });
    const ParameterImportance one = importance(all), other = importance(all),
                              third = importance(all, 2);
    QCOMPARE(one.explained, other.explained);
    for (size_t i = 0; i < one.main.size(); ++i)
      QCOMPARE(one.main[i].share, other.main[i].share);
    QVERIFY(one.explained != third.explained);
  }

  void failedOnesAreLeftOutAndSaid() {
    const ParameterImportance made =
        importance(lines([](int64_t a, int64_t b, size_t) { return b == 4 ? 0.0 : std::exp2(a); }));
    QCOMPARE(made.failed, size_t{36});
    QCOMPARE(made.used, size_t{108});
    QVERIFY(omissionText(made).find("36 candidates that failed are left out") != std::string::npos);
    QVERIFY(near(shareOf(made.main, {"A"}), 1, 0.02));
  }

  void aParameterWithOneValueIsNamedAndHasNoBar() {
    const ParameterImportance made = importance(
        lines([](int64_t a, int64_t b, size_t c) { return c == 1 ? std::exp2(a * b) : 0; }));
    QCOMPARE(shareOf(made.main, {"C"}), -1.0);
    QVERIFY(omissionText(made).find("no effect: C.") != std::string::npos);
  }

  void manyRowsAreSampledAndThatIsSaid() {
    const ParameterLines all = lines([](int64_t a, int64_t, size_t) { return std::exp2(a); }, 500);
    QCOMPARE(all.timed(), size_t{24'000});
    const ParameterImportance made = importanceOf(importanceInput(all), {.trees = 4}, {});
    QCOMPARE(made.used, mostForestRows);
    QVERIFY(methodText(made).find("a sample of 24,000") != std::string::npos);
    QVERIFY(near(shareOf(made.main, {"A"}), 1, 0.02));
  }

  void equalTimesMeanNothing() {
    const ParameterImportance made =
        importance(lines([](int64_t, int64_t, size_t) { return 2.0; }));
    for (const ParameterEffect& effect : made.main)
      QCOMPARE(effect.share, 0.0);
    QVERIFY(made.saysLittle());
  }

  void nothingGivesNothing() {
    const ParameterImportance made = importance(ParameterLines());
    QVERIFY(made.main.empty());
    QCOMPARE(made.used, size_t{0});
  }

  void itStopsWhenTold() {
    std::stop_source stop;
    stop.request_stop();
    const ParameterLines all = lines([](int64_t a, int64_t, size_t) { return std::exp2(a); });
    QCOMPARE(importanceOf(importanceInput(all), {}, stop.get_token()).trees, size_t{0});
  }
};

QTEST_GUILESS_MAIN(TestImportance)
#include "test_importance.moc"
