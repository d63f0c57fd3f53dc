// SPDX-License-Identifier: GPL-3.0-or-later
// What a plot of latencies shows is complete, bounded and steady.
#include <QTest>
#include <cmath>
#include <limits>
#include <random>

#include "view/latency/latency_axes.h"
#include "view/latency/latency_points.h"
#include "view/latency/step_line.h"

using namespace kw;
using namespace kw::view;

namespace {

CandidateRow row(size_t number, double milliseconds, VerdictKind verdict = VerdictKind::verified) {
  CandidateRow made;
  made.key = std::to_string(number);
  made.candidate.isTemplate = true;
  made.verdict = verdict;
  made.geomean = milliseconds;
  made.cases = {{.median = milliseconds * 2}, {.median = milliseconds / 2}};
  return made;
}

CandidateRow sourceRow(double milliseconds) {
  CandidateRow made = row(100'000'000, milliseconds);
  made.candidate.isTemplate = false;
  return made;
}

CandidateList list(std::vector<CandidateRow> rows) {
  CandidateList made;
  made.append(std::move(rows));
  return made;
}

LatencyPoints points(const CandidateList& candidates, LatencyChoice choice = {},
                     std::vector<double> weights = {}) {
  LatencyPoints made;
  made.build(candidates, choice, std::move(weights));
  return made;
}

}  // namespace

class TestLatencyPoints : public QObject {
  Q_OBJECT

 private slots:
  void theSourceIsALevelAndNoCandidate() {
    const LatencyPoints made = points(list({sourceRow(3), row(1, 2), row(2, 4)}));
    QCOMPARE(made.source(), 3.0);
    QCOMPARE(made.candidates(), 2u);
    QCOMPARE(made.timed().front().order, 1u);
    QCOMPARE(made.timed().front().id, 1u);
  }

  void everyCandidateIsCountedOnce() {
    const LatencyPoints made =
        points(list({row(1, 2), row(2, 0, VerdictKind::wrong), row(3, 0),
                     row(4, std::numeric_limits<double>::quiet_NaN()), row(5, 1)}));
    QCOMPARE(made.timed().size(), size_t{2});
    QCOMPARE(made.failed().size(), size_t{1});
    QCOMPARE(made.withoutTime(), size_t{2});
    QCOMPARE(made.timed().size() + made.failed().size() + made.withoutTime(),
             size_t{made.candidates()});
    QCOMPARE(made.lowest(), 1.0);
    QCOMPARE(made.highest(), 2.0);
    QCOMPARE(made.find(1)->order, 1u);
    QVERIFY(!made.find(2));
  }

  void appendingGivesWhatBuildingGives() {
    std::mt19937 random(3);
    CandidateList growing;
    LatencyPoints appended = points(growing);
    for (size_t i = 0; i < 40; ++i) {
      std::vector<CandidateRow> rows;
      for (size_t j = 0; j < 7; ++j)
        rows.push_back(row(i * 7 + j, 1.0 + static_cast<double>(random() % 100),
                           random() % 5 == 0 ? VerdictKind::crashed : VerdictKind::verified));
      growing.append(std::move(rows));
      appended.append(growing);
    }
    const LatencyPoints built = points(growing);
    QCOMPARE(appended.timed().size(), built.timed().size());
    QCOMPARE(appended.records().back().milliseconds, built.records().back().milliseconds);
    QCOMPARE(appended.failed().back().order, built.failed().back().order);
  }

  void warmMeansAreWeighted() {
    CandidateRow warm = row(1, 5);
    warm.cases = {{.median = 5, .warm = 1}, {.median = 5, .warm = 16}};
    const LatencyPoints made = points(list({warm}), {.warm = true}, {3, 1});
    QCOMPARE(made.timed().front().milliseconds, 2.0);
    QVERIFY(made.anyWarm());
    QVERIFY(!points(list({row(1, 5)})).anyWarm());
  }

  void oneCaseIsShownAlone() {
    const LatencyPoints made = points(list({row(1, 5)}), {.performanceCase = 1});
    QCOMPARE(made.timed().front().milliseconds, 2.5);
    QCOMPARE(points(list({row(1, 5)}), {.performanceCase = 7}).withoutTime(), size_t{1});
  }

  void aCandidateThatDoesNotApplyToAllIsNoRecord() {
    CandidateRow partial = row(1, 1);
    partial.appliesToAll = false;
    QVERIFY(points(list({partial})).records().empty());
  }

  void rangesGrowInStepsAndNeverShrink() {
    CandidateList growing;
    LatencyPoints made = points(growing);
    LatencyAxes axes;
    axes.reset(made, false);
    std::mt19937 random(5);
    size_t changes = 0;
    for (size_t i = 0; i < 5000; ++i) {
      growing.append({row(i, 1.0 + static_cast<double>(random() % 50))});
      made.append(growing);
      const Range order = axes.order(), time = axes.time();
      changes += axes.include(made);
      QVERIFY(axes.order().high >= order.high && axes.time().high >= time.high);
      QVERIFY(axes.order().high >= made.lastOrder() && axes.time().high >= made.highest());
      QCOMPARE(axes.time().low, 0.0);
    }
    QVERIFY(changes < 40);
    axes.reset(points(list({row(1, 2)})), false);
    QCOMPARE(axes.order().high, 10.0);
  }

  void logarithmicRangesRunFromDecadeToDecade() {
    const LatencyPoints made = points(list({row(1, 0.03), row(2, 4), row(3, 0), row(4, -1)}));
    LatencyAxes axes;
    axes.reset(made, true);
    QVERIFY(std::abs(axes.time().low - 0.01) < 1e-12);
    QVERIFY(std::abs(axes.time().high - 10) < 1e-9);
    axes.reset(points(list({row(1, 0)})), true);  // nothing that has a time
    QVERIFY(axes.time().low > 0);
    QCOMPARE(QString::fromUtf8(axes.unit().data()), QStringLiteral("ms"));
  }

  void thereAreAtMostSixTicks() {
    for (const bool logarithmic : {false, true})
      for (const double low : {1e-4, 0.013, 0.9, 1.0, 350.0})
        for (const double ratio : {1.01, 1.5, 3.0, 9.0, 40.0, 1e4, 1e9}) {
          const std::vector<double> ticks = ticksWithin(low, low * ratio, logarithmic);
          QVERIFY2(!ticks.empty() && ticks.size() <= mostTicks,
                   qPrintable(
                       QStringLiteral("%1 to %2: %3").arg(low).arg(low * ratio).arg(ticks.size())));
          QVERIFY(ticks.front() >= low * (1 - 1e-6) && ticks.back() <= low * ratio * (1 + 1e-6));
        }
    QVERIFY(ticksWithin(0, 1, true).empty());
  }

  void thinningKeepsEachColumnsLowest() {
    std::vector<LatencyPoint> records;
    for (uint32_t i = 1; i <= 10'000; ++i)
      records.push_back({i, i, 20'000.0 - i, VerdictKind::verified});
    constexpr int columns = 200;
    const std::vector<PlotXY> corners = bestSoFar(records, 12'000, {0, 12'000}, columns);
    QVERIFY(corners.size() <= 2 * columns + 1);
    QCOMPARE(corners.front().x, 1.0);
    QCOMPARE(corners.back(), (PlotXY{12'000, 10'000}));
    for (size_t i = 1; i < corners.size(); ++i)  // steps: level, then straight down
      QVERIFY((corners[i].y == corners[i - 1].y) != (corners[i].x == corners[i - 1].x));
    const std::vector<PlotXY> part = bestSoFar(records, 12'000, {5000.5, 5001.5}, columns);
    QCOMPARE(part.front(), (PlotXY{5000.5, 15'000}));
    QCOMPARE(part.back(), (PlotXY{5001.5, 14'999}));
    QVERIFY(bestSoFar({}, 10, {0, 10}, columns).empty());
  }
};

QTEST_APPLESS_MAIN(TestLatencyPoints)
#include "test_latency_points.moc"
