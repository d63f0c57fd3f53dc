// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>
#include <cmath>
#include <limits>

#include "client/search/asker.h"
#include "client/search/candidate_pool.h"
#include "client/search/evaluation_costs.h"
#include "client/search/registry.h"

using namespace kw;

namespace {

// Two parameters of eight values each, all valid; configuration i has values i / 8 and i % 8.
ValidSpace grid() {
  Space space;
  for (const char* name : {"A", "B"}) {
    Parameter& parameter = space.parameters.emplace_back();
    parameter.name = name;
    for (int64_t value = 1; value <= 8; ++value)
      parameter.values.emplace_back(value);
  }
  std::vector<std::vector<uint16_t>> rows;
  for (uint16_t a = 0; a < 8; ++a)
    for (uint16_t b = 0; b < 8; ++b)
      rows.push_back({a, b});
  auto valid = ValidSpace::ofRows(space, rows);
  if (!valid) qFatal("%s", valid.error().text().c_str());
  return std::move(*valid);
}

bool isDear(const ValidSpace& space, size_t index) {
  return space.indices(index)[1] >= 4;
}

double secondsOf(const ValidSpace& space, size_t index) {
  return isDear(space, index) ? 20 : 1;
}

struct Known {
  ValidSpace space = grid();
  surrogate::Coordinates coordinates{space.space()};
  EvaluationCosts costs{space, coordinates};

  void renew() {
    std::vector<size_t> all;
    for (size_t i = 0; i < space.size(); ++i)
      all.push_back(i);
    std::vector<float> points;
    appendPoints(space, coordinates, all, points);
    costs.renew(points);
    costs.update();
  }
};

// Seconds that a run of 20 took, where it is told of them or not.
double secondsOfRun(uint64_t seed, bool told) {
  const ValidSpace space = grid();
  auto strategy = makeStrategy("bayesian", space, seed);
  if (!strategy) qFatal("%s", strategy.error().text().c_str());
  Asker asker(std::move(*strategy), 20);
  double sum = 0;
  while (const auto asked = asker.next()) {
    const double seconds = secondsOf(space, asked->index);
    sum += seconds;
    // As fast where it is dear as where it is not.
    const double time = 1 + std::abs(space.indices(asked->index)[0] - 3.0);
    asker.finished(asked->order, {asked->index, true, time, told ? seconds : 0});
  }
  return sum;
}

}  // namespace

class TestEvaluationCosts : public QObject {
  Q_OBJECT

 private slots:
  void nothingIsSaidWhileFewAreKnown() {
    Known known;
    for (const size_t index : {0, 7, 20, 60})
      known.costs.learn(index, secondsOf(known.space, index));
    known.renew();
    for (size_t i = 0; i < known.space.size(); ++i)
      QCOMPARE(known.costs.logarithm(i), 0.0);
  }

  void theDearAreExpectedToCostMore() {
    Known known;
    for (size_t i = 0; i < known.space.size(); i += 3)
      known.costs.learn(i, secondsOf(known.space, i));
    known.renew();
    for (size_t i = 0; i < known.space.size(); ++i)
      QCOMPARE(known.costs.logarithm(i) > 0, isDear(known.space, i));
  }

  void whatIsLearnedLaterCounts() {
    Known known;
    for (size_t i = 0; i < 30; i += 3)
      known.costs.learn(i, secondsOf(known.space, i));
    known.renew();
    const double before = known.costs.logarithm(63);
    for (size_t i = 55; i < 63; ++i)
      known.costs.learn(i, 500);
    known.costs.update();
    QVERIFY(known.costs.logarithm(63) > before + 0.5);
  }

  void timesThatAreNoneAreLeftOut() {
    Known with, without;
    for (size_t i = 0; i < 64; i += 5) {
      without.costs.learn(i, secondsOf(without.space, i));
      with.costs.learn(i, secondsOf(with.space, i));
      for (const double none : {0.0, -1.0, std::numeric_limits<double>::quiet_NaN(),
                                std::numeric_limits<double>::infinity()})
        with.costs.learn(63 - i, none);
    }
    with.renew();
    without.renew();
    for (size_t i = 0; i < 64; ++i)
      QCOMPARE(with.costs.logarithm(i), without.costs.logarithm(i));
  }

  void costsThatDoNotDifferSayNothing() {
    Known known;
    for (size_t i = 0; i < 64; i += 3)
      known.costs.learn(i, 2.5);
    known.renew();
    for (size_t i = 0; i < 64; ++i)
      QCOMPARE(known.costs.logarithm(i), 0.0);
  }

  void aSearchThatIsToldSpendsLess() {
    double told = 0, untold = 0;
    for (uint64_t seed = 1; seed <= 20; ++seed) {
      told += secondsOfRun(seed, true);
      untold += secondsOfRun(seed, false);
    }
    QVERIFY2(told < 0.85 * untold, qPrintable(QString("%1 of %2").arg(told).arg(untold)));
  }
};

QTEST_APPLESS_MAIN(TestEvaluationCosts)
#include "test_evaluation_costs.moc"
