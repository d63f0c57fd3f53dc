// SPDX-License-Identifier: GPL-3.0-or-later
// Which evaluation belongs to which run, means of runs, and files of simulated curves.
#include <QTest>

#include "view/curves/run_curves.h"
#include "view/curves/simulated_curves.h"

using namespace kw;
using namespace kw::view;

namespace {

const std::string heading =
    "strategy,against,at,mean_fraction,mean_low,mean_high,median_fraction,worst_fraction,runs\n";

std::string second(int at) {
  return "2026-01-01T00:00:" + std::string(at < 10 ? "0" : "") + std::to_string(at) + ".000Z";
}

// Evaluated at these seconds, with these times; 0: failed.
CandidateList list(const std::vector<std::pair<int, double>>& evaluations) {
  std::vector<CandidateRow> rows;
  for (const auto& [at, milliseconds] : evaluations) {
    CandidateRow row;
    row.key = std::to_string(rows.size());
    row.candidate.isTemplate = true;
    row.started = second(at);
    row.geomean = milliseconds;
    row.verdict = milliseconds > 0 ? VerdictKind::verified : VerdictKind::wrong;
    rows.push_back(std::move(row));
  }
  CandidateList made;
  made.append(std::move(rows));
  return made;
}

RunCurves curves(const std::vector<RunSpan>& runs, const CandidateList& rows, bool together) {
  return runCurves(runs, rows, {}, {}, together);
}

}  // namespace

class TestRunCurves : public QObject {
  Q_OBJECT

 private slots:
  void eachRunHasItsOwnEvaluations() {
    const RunCurves made =
        curves({{"random", 1, second(1), second(9)}, {"genetic", 7, second(10), ""}},
               list({{2, 5}, {3, 0}, {4, 3}, {5, 4}, {11, 6}, {12, 2}}), false);
    QCOMPARE(made.curves.size(), size_t{2});
    QCOMPARE(made.curves[0].name, std::string("random, seed 1"));
    QCOMPARE(made.curves[0].end, 4.0);
    QCOMPARE(made.curves[0].points.size(), size_t{2});
    QCOMPARE(made.curves[0].points[1].at, 3.0);  // the failed one counts
    QCOMPARE(made.curves[0].points[1].value, 3.0);
    QCOMPARE(made.curves[1].name, std::string("genetic, seed 7"));
    QCOMPARE(made.curves[1].points[1].value, 2.0);
    QCOMPARE(made.outside, size_t{0});
  }

  void whatNoRunEvaluatedIsCounted() {
    const RunCurves made =
        curves({{"random", 1, second(5), second(9)}, {"random", 2, second(20), ""}},
               list({{2, 5}, {6, 4}, {12, 1}}), false);
    QCOMPARE(made.outside, size_t{2});
    QCOMPARE(made.curves.size(), size_t{1});
    QCOMPARE(made.withoutEvaluations, size_t{1});
  }

  void runsOfOneStrategyBecomeTheirMeanWithABand() {
    const RunCurves made = curves({{"random", 1, second(0), second(9)},
                                   {"genetic", 1, second(10), second(19)},
                                   {"random", 2, second(20), ""}},
                                  list({{1, 8}, {2, 4}, {11, 5}, {21, 0}, {22, 6}, {23, 2}}), true);
    QCOMPARE(made.curves.size(), size_t{2});
    const Curve& mean = made.curves[0];
    QCOMPARE(mean.name, std::string("random, mean of 2 runs"));
    QVERIFY(mean.hasBand);
    QCOMPARE(mean.end, 3.0);
    QCOMPARE(mean.points.size(), size_t{2});  // after two evaluations both have something
    QCOMPARE(mean.points[0].at, 2.0);
    QCOMPARE(mean.points[0].value, 5.0);
    QCOMPARE(mean.points[0].low, 4.0);
    QCOMPARE(mean.points[0].high, 6.0);
    QCOMPARE(mean.points[1].value, 3.0);
    QCOMPARE(made.curves[1].name, std::string("genetic, seed 1"));
    QCOMPARE(lowestValue(made.curves), 2.0);
    QCOMPARE(highestValue(made.curves), 6.0);
  }

  void fractionsTurnTheBandRound() {
    Curve curve{.name = "x", .hasBand = true, .points = {{1, 4, 2, 8}}};
    const Curve made = asFraction(curve, 2);
    QCOMPARE(made.points[0].value, 0.5);
    QCOMPARE(made.points[0].low, 0.25);
    QCOMPARE(made.points[0].high, 1.0);
  }

  void simulatedCurvesAreRead() {
    const auto made = readSimulatedCurves(heading +
                                              "random,evaluations,1,0.5,0.4,0.6,0.5,0.1,100\n"
                                              "random,evaluations,2,0.7,0.6,0.8,0.7,0.2,100\n"
                                              "random,seconds,1.5,0.5,0.4,0.6,0.5,0.1,100\n"
                                              "auto,evaluations,1,0.6,0.6,0.6,0.6,0.6,1\r\n",
                                          "c.csv");
    QVERIFY(made.has_value());
    QCOMPARE(made->size(), size_t{2});
    QCOMPARE((*made)[0].name, std::string("random, mean of 100 runs"));
    QCOMPARE((*made)[0].points.size(), size_t{2});
    QCOMPARE((*made)[0].points[1].high, 0.8);
    QVERIFY(!(*made)[1].hasBand);
  }

  void wrongFilesSayWhere_data() {
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("message");
    const QString head = QString::fromStdString(heading);
    QTest::newRow("nothing") << QString() << "no curves";
    QTest::newRow("other columns") << "a,b\n1,2\n"
                                   << "no simulated curves";
    QTest::newRow("heading alone") << head << "no curves against evaluations";
    QTest::newRow("short line") << head + "random,evaluations,1,0.5\n"
                                << "found 4";
    QTest::newRow("a word") << head + "random,evaluations,1,x,0,0,0,0,1\n"
                            << "found 'x'";
    QTest::newRow("not a number") << head + "random,evaluations,1,nan,0,0,0,0,1\n"
                                  << "found 'nan'";
    QTest::newRow("no run") << head + "random,evaluations,1,1,0,0,0,0,0\n"
                            << "number of runs";
    QTest::newRow("backwards") << head +
                                      "random,evaluations,2,1,0,0,0,0,1\n"
                                      "random,evaluations,1,1,0,0,0,0,1\n"
                               << "more evaluations";
  }
  void wrongFilesSayWhere() {
    QFETCH(QString, text);
    QFETCH(QString, message);
    const auto made = readSimulatedCurves(text.toStdString(), "c.csv");
    QVERIFY(!made.has_value());
    const QString said = QString::fromStdString(made.error().text());
    QVERIFY2(said.contains(message) && said.contains("c.csv"), qPrintable(said));
  }
};

QTEST_GUILESS_MAIN(TestRunCurves)
#include "test_run_curves.moc"
