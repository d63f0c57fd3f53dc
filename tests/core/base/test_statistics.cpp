// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>

#include <cmath>
#include <limits>
#include <random>

#include "base/statistics/statistics.h"

using namespace kw::statistics;

namespace {

using Samples = QList<double>;

std::vector<double> vectorOf(const Samples& samples) {
  return {samples.begin(), samples.end()};
}

std::vector<double> normalSamples(std::mt19937_64& generator, double mean, double deviation,
                                  int count) {
  std::normal_distribution<double> distribution(mean, deviation);
  std::vector<double> samples;
  for (int i = 0; i < count; ++i)
    samples.push_back(distribution(generator));
  return samples;
}

}  // namespace

class TestStatistics : public QObject {
  Q_OBJECT

 private slots:
  // Expected values from NumPy's quantile with its default method, which is type 7.
  void quantilesInterpolateBetweenNeighbours_data() {
    QTest::addColumn<Samples>("samples");
    QTest::addColumn<double>("p");
    QTest::addColumn<double>("value");
    QTest::newRow("one") << Samples{5} << 0.3 << 5.0;
    QTest::newRow("median of two") << Samples{4, 1} << 0.5 << 2.5;
    QTest::newRow("median of three") << Samples{9, 1, 4} << 0.5 << 4.0;
    QTest::newRow("first quartile") << Samples{1, 2, 3, 4} << 0.25 << 1.75;
    QTest::newRow("tenth") << Samples{10, 20, 30, 40, 50} << 0.1 << 14.0;
    QTest::newRow("lowest") << Samples{3, 2, 8} << 0.0 << 2.0;
    QTest::newRow("highest") << Samples{3, 2, 8} << 1.0 << 8.0;
    QTest::newRow("over 1") << Samples{3, 2, 8} << 1.5 << 8.0;
    QTest::newRow("infinite neighbours")
        << Samples{1, INFINITY, INFINITY} << 0.75 << double{INFINITY};
  }
  void quantilesInterpolateBetweenNeighbours() {
    QFETCH(Samples, samples);
    QFETCH(double, p);
    QFETCH(double, value);
    QCOMPARE(quantile(vectorOf(samples), p), value);
  }

  void noSamplesOrANanGiveNan() {
    const std::vector<double> none;
    const std::vector<double> broken{1, std::nan(""), 2};
    QVERIFY(std::isnan(median(none)));
    QVERIFY(std::isnan(mean(none)));
    QVERIFY(std::isnan(interquartileRange(none)));
    QVERIFY(std::isnan(medianInterval95(none).low));
    QVERIFY(std::isnan(median(broken)));
    QVERIFY(std::isnan(medianInterval95(broken).high));
    QVERIFY(std::isnan(speedupInterval95({{1}}, {broken}, std::vector<double>{1}, 1).low));
    QVERIFY(std::isnan(speedupInterval95({}, {}, none, 1).low));
    QVERIFY(std::isnan(speedupInterval95({{1}}, {{}}, std::vector<double>{1}, 1).low));
  }

  void meanAndSpread() {
    const std::vector<double> samples{1, 2, 3, 4, 10};
    QCOMPARE(mean(samples), 4.0);
    QCOMPARE(interquartileRange(samples), 2.0);
  }

  void theGeometricMeanIsWeighted() {
    const std::vector<double> values{1, 8};
    QCOMPARE(weightedGeometricMean(values, std::vector<double>{1, 1}), std::sqrt(8.0));
    QCOMPARE(weightedGeometricMean(values, std::vector<double>{2, 1}), 2.0);
    QVERIFY(std::isnan(weightedGeometricMean(values, std::vector<double>{1})));
    QVERIFY(
        std::isnan(weightedGeometricMean(std::vector<double>{1, 0}, std::vector<double>{1, 1})));
    QVERIFY(std::isnan(weightedGeometricMean({}, {})));
    QVERIFY(std::isnan(weightedGeometricMean(values, std::vector<double>{0, 0})));
  }

  // Ranks from tables of the binomial interval for the median, such as Conover's: for n = 10 the
  // second and ninth, for 25 the eighth and eighteenth, for 100 the 40th and 61st.
  void theIntervalOfTheMedianIsMadeOfOrderStatistics_data() {
    QTest::addColumn<int>("count");
    QTest::addColumn<double>("low");
    QTest::addColumn<double>("high");
    QTest::newRow("1") << 1 << 1.0 << 1.0;
    QTest::newRow("5: the extremes") << 5 << 1.0 << 5.0;
    QTest::newRow("6") << 6 << 1.0 << 6.0;
    QTest::newRow("8") << 8 << 1.0 << 8.0;
    QTest::newRow("9") << 9 << 2.0 << 8.0;
    QTest::newRow("10") << 10 << 2.0 << 9.0;
    QTest::newRow("25") << 25 << 8.0 << 18.0;
    QTest::newRow("100") << 100 << 40.0 << 61.0;
    QTest::newRow("100,000: no underflow") << 100'000 << 49'690.0 << 50'311.0;
  }
  void theIntervalOfTheMedianIsMadeOfOrderStatistics() {
    QFETCH(int, count);
    QFETCH(double, low);
    QFETCH(double, high);
    std::vector<double> samples;
    for (int rank = count; rank >= 1; --rank)
      samples.push_back(rank);
    const Interval interval = medianInterval95(samples);
    QCOMPARE(interval.low, low);
    QCOMPARE(interval.high, high);
  }

  void theSpeedupOfConstantSamplesIsExact() {
    const std::vector<std::vector<double>> source{std::vector<double>(20, 4.0),
                                                  std::vector<double>(20, 9.0)};
    const std::vector<std::vector<double>> best{std::vector<double>(20, 2.0),
                                                std::vector<double>(20, 1.0)};
    const Interval interval = speedupInterval95(source, best, std::vector<double>{1, 1}, 1, 100);
    QCOMPARE(interval.low, std::sqrt(18.0));
    QCOMPARE(interval.high, std::sqrt(18.0));
  }

  void theSameSeedGivesTheSameInterval() {
    std::mt19937_64 generator(3);
    const std::vector<std::vector<double>> source{normalSamples(generator, 2, 0.2, 50)};
    const std::vector<std::vector<double>> best{normalSamples(generator, 1, 0.1, 51)};
    const std::vector<double> weights{1};
    const Interval first = speedupInterval95(source, best, weights, 7);
    const Interval again = speedupInterval95(source, best, weights, 7);
    QCOMPARE(again.low, first.low);
    QCOMPARE(again.high, first.high);
    QVERIFY(speedupInterval95(source, best, weights, 8).low != first.low);
    QVERIFY(first.low < 2 && 2 < first.high);
    QVERIFY(first.high - first.low < 0.4);
  }

  // The percentile bootstrap of a median is a little conservative; far off 95 % would be a mistake.
  void theIntervalCoversTheTrueSpeedupAboutNineteenTimesInTwenty() {
    std::mt19937_64 generator(11);
    int covered = 0;
    constexpr int rounds = 300;
    for (int round = 0; round < rounds; ++round) {
      const std::vector<std::vector<double>> source{normalSamples(generator, 3, 0.3, 40)};
      const std::vector<std::vector<double>> best{normalSamples(generator, 2, 0.2, 40)};
      const Interval interval = speedupInterval95(source, best, std::vector<double>{1},
                                                  static_cast<uint64_t>(round), 300);
      if (interval.low <= 1.5 && 1.5 <= interval.high) ++covered;
    }
    QVERIFY2(covered > rounds * 0.91, qPrintable(QString::number(covered)));
    QVERIFY2(covered < rounds * 0.99, qPrintable(QString::number(covered)));
  }

  // Expected values from SciPy's t.ppf(0.975, n - 1) / sqrt(n) for samples of deviation 1.
  void theIntervalOfTheMeanIsStudents_data() {
    QTest::addColumn<int>("count");
    QTest::addColumn<double>("half");
    QTest::newRow("two") << 2 << 8.98464;
    QTest::newRow("five") << 5 << 1.24166;
    QTest::newRow("six") << 6 << 1.04944;
    QTest::newRow("ten") << 10 << 0.71536;
    QTest::newRow("thousand") << 1000 << 0.06206;
  }
  void theIntervalOfTheMeanIsStudents() {
    QFETCH(int, count);
    QFETCH(double, half);
    // 0, 1, 2, … shifted and scaled to mean 3 and deviation 1.
    std::vector<double> samples;
    const double deviation = std::sqrt(count * (count + 1.0) / 12);
    for (int i = 0; i < count; ++i)
      samples.push_back(3 + (i - (count - 1) / 2.0) / deviation);
    const Interval interval = meanInterval95(samples);
    QVERIFY(std::abs(interval.high - interval.low - 2 * half) < 0.001 * half);
    QVERIFY(std::abs(interval.low + interval.high - 6) < 1e-9);
  }

  void theIntervalOfOneSampleIsItself() {
    QCOMPARE(meanInterval95(std::vector<double>{4}).low, 4.0);
    QCOMPARE(meanInterval95(std::vector<double>{4}).high, 4.0);
    QVERIFY(std::isnan(meanInterval95({}).low));
  }
};

QTEST_APPLESS_MAIN(TestStatistics)
#include "test_statistics.moc"
