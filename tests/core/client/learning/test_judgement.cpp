// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>
#include <cmath>
#include <numeric>

#include "base/statistics/statistics.h"
#include "client/learning/judgement.h"
#include "core/client/learning/trials.h"

using namespace kw;

namespace {

PairedDifferences of(std::vector<double> values, uint32_t first = 0) {
  PairedDifferences differences;
  differences.kernels.resize(values.size());
  std::iota(differences.kernels.begin(), differences.kernels.end(), first);
  differences.values = std::move(values);
  return differences;
}

// Numbers of mean 0 that look normal: quantiles in a scrambled order.
std::vector<double> scattered(size_t count, size_t step, double mean) {
  std::vector<double> values;
  for (size_t i = 0; i < count; ++i) {
    const double share =
        (static_cast<double>((i * step) % count) + 0.5) / static_cast<double>(count);
    values.push_back(mean + 0.2 * std::log(share / (1 - share)) / 1.8);
  }
  return values;
}

}  // namespace

class TestJudgement : public QObject {
  Q_OBJECT

 private slots:
  void oneProposalHasAboutStudentsBound() {
    const std::vector<double> values = scattered(41, 7, 0.3);
    const Family family = lowerBounds({of(values)}, 41, {.level = 0.025, .resamples = 20000});
    const LowerBound& bound = family.bounds.at(0);
    QCOMPARE(bound.kernels, size_t(41));
    QVERIFY(std::abs(bound.mean - 0.3) < 1e-9);
    const double students = statistics::meanInterval95(values).low;
    QVERIFY2(std::abs(bound.low - students) < 0.006,
             qPrintable(QString("%1 %2").arg(bound.low).arg(students)));
  }

  void moreProposalsMakeTheBoundsWider() {
    std::vector<PairedDifferences> family;
    double before = 1;
    for (size_t count : {size_t(1), size_t(5), size_t(20)}) {
      while (family.size() < count)
        family.push_back(of(scattered(41, family.size() + 2, 0.3)));
      const double low = lowerBounds(family, 41, {}).bounds[0].low;
      QVERIFY(low < before);
      before = low;
    }
  }

  void theSameProposalManyTimesCostsNothing() {
    const PairedDifferences one = of(scattered(41, 7, 0.3));
    const double alone = lowerBounds({one}, 41, {}).bounds[0].low;
    QCOMPARE(lowerBounds(std::vector<PairedDifferences>(50, one), 41, {}).bounds[49].low, alone);
  }

  void theSeedDecides() {
    const std::vector<PairedDifferences> family{of(scattered(30, 7, 0.1))};
    QCOMPARE(lowerBounds(family, 30, {.seed = 4}).critical,
             lowerBounds(family, 30, {.seed = 4}).critical);
    QVERIFY(lowerBounds(family, 30, {.seed = 4}).critical !=
            lowerBounds(family, 30, {.seed = 5}).critical);
  }

  void tooFewKernelsHaveNoBound() {
    const Family family = lowerBounds({of({}), of({0.5})}, 3, {});
    QVERIFY(std::isinf(family.bounds[0].low));
    QVERIFY(std::isinf(family.bounds[1].low));
    QVERIFY(lowerBounds({}, 0, {}).bounds.empty());
  }

  void equalDifferencesAreCertain() {
    QCOMPARE(lowerBounds({of({0.25, 0.25, 0.25})}, 3, {}).bounds[0].low, 0.25);
  }

  void fewKernelsDoNotSetTheBoundOfMany() {
    const PairedDifferences many = of(scattered(60, 7, 0.3));
    const double alone = lowerBounds({many}, 60, {}).critical;
    const Family both = lowerBounds({many, of(scattered(8, 3, 0))}, 60, {});
    QVERIFY2(both.critical < alone + 0.7, qPrintable(QString::number(both.critical)));
    QVERIFY(both.bounds[1].mean - both.bounds[1].low > both.bounds[0].mean - both.bounds[0].low);
  }

  void clopperAndPearsonsBound() {  // tables: 0 of 10, 5 of 100, 50 of 1,000
    QVERIFY(std::abs(test::upperBound95(0, 10) - 0.3085) < 1e-4);
    QVERIFY(std::abs(test::upperBound95(5, 100) - 0.1128) < 1e-4);
    QVERIFY(std::abs(test::upperBound95(50, 1000) - 0.0654) < 1e-4);
    QCOMPARE(test::upperBound95(10, 10), 1.0);
  }
};

QTEST_APPLESS_MAIN(TestJudgement)
#include "test_judgement.moc"
