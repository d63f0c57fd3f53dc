// SPDX-License-Identifier: GPL-3.0-or-later
// The panel of runs: curves of the session, beside simulated ones.
#include <QAction>
#include <QFile>
#include <QLabel>
#include <QSignalSpy>
#include <QTemporaryDir>

#include "panel_fixture.h"
#include "widgets/curves/curves_panel.h"

using namespace kw;

namespace {

constexpr const char* curvesText =
    "strategy,against,at,mean_fraction,mean_low,mean_high,median_fraction,worst_fraction,runs\n"
    "random,evaluations,1,0.5,0.4,0.6,0.5,0.1,100\n"
    "random,evaluations,50,0.8,0.75,0.85,0.8,0.2,100\n"
    "auto,evaluations,1,0.6,0.5,0.7,0.6,0.1,100\n"
    "auto,evaluations,50,0.95,0.93,0.97,0.96,0.8,100\n";

// Three runs, two of one strategy, of thirty candidates each.
struct ThreeRuns : test::Opened {
  ThreeRuns() : Opened(0) {
    std::vector<view::CandidateRow> rows = test::sampleRows(*problem, 90);
    int number = 0;
    for (view::CandidateRow& row : rows)
      row.started = stamp(number++);
    content.resetCandidates(std::move(rows));
    content.setRecordedRuns({{"random", 1, stamp(0), stamp(30)},
                             {"genetic", 1, stamp(31), stamp(60)},
                             {"random", 2, stamp(61), ""}});
  }
  static std::string stamp(int at) {
    return QStringLiteral("2026-01-01T00:%1:%2.000Z")
        .arg(at / 60, 2, 10, QLatin1Char('0'))
        .arg(at % 60, 2, 10, QLatin1Char('0'))
        .toStdString();
  }
};

QString write(const QTemporaryDir& folder, const char* text) {
  QFile file(folder.filePath(QStringLiteral("curves.csv")));
  file.open(QIODevice::WriteOnly);
  file.write(text);
  return file.fileName();
}

}  // namespace

class TestCurvesPanel : public QObject {
  Q_OBJECT

 private slots:
  void init() {
    test::failOnWarnings();
    Theme::instance().setName(ThemeName::light);
  }

  void anEmptyPanelCanBeUsedWithoutHarm() {
    Content content;
    Selection selection;
    CurvesPanel panel(content, selection);
    test::show(panel);
    QTRY_VERIFY(panel.settled());
    QVERIFY(panel.plot().isEmpty());
    test::checkNames(panel);
    panel.findChild<QAction*>(QStringLiteral("curves.eachRun"))->trigger();
    QVERIFY(!panel.grab().isNull());
  }

  void runsOfAStrategyAreTheirMeanOrEachByItself() {
    ThreeRuns opened;
    CurvesPanel panel(opened.content, opened.selection);
    test::show(panel);
    QTRY_COMPARE(panel.curves().size(), size_t{2});
    QCOMPARE(panel.curves()[0].name, std::string("random, mean of 2 runs"));
    panel.findChild<QAction*>(QStringLiteral("curves.eachRun"))->trigger();
    QCOMPARE(panel.curves().size(), size_t{3});
    QCOMPARE(panel.curves()[2].name, std::string("random, seed 2"));
    QVERIFY(!panel.plot().isEmpty());
  }

  void importedResultsHaveNoRunAndSaySo() {
    test::Opened opened(30);
    CurvesPanel panel(opened.content, opened.selection);
    test::show(panel);
    QTRY_VERIFY(panel.settled());
    QVERIFY(panel.plot().isEmpty());
  }

  void simulatedCurvesStandBesideThem() {
    const QTemporaryDir folder;
    ThreeRuns opened;
    CurvesPanel panel(opened.content, opened.selection);
    test::show(panel);
    panel.openComparison(write(folder, curvesText));
    QTRY_COMPARE(panel.curves().size(), size_t{4});
    for (const view::Curve& curve : panel.curves())
      for (const view::CurvePoint& point : curve.points)
        QVERIFY(point.value > 0 && point.value <= 1);
    const auto* title = panel.findChild<QLabel*>(QStringLiteral("curvesTitle"));
    QVERIFY(title->text().contains(QStringLiteral("curves.csv")));
    panel.findChild<QAction*>(QStringLiteral("curves.closeComparison"))->trigger();
    QCOMPARE(panel.curves().size(), size_t{2});
  }

  void aFileThatHoldsNoCurvesIsRefusedWithTheReason() {
    const QTemporaryDir folder;
    ThreeRuns opened;
    CurvesPanel panel(opened.content, opened.selection);
    test::show(panel);
    QTRY_COMPARE(panel.curves().size(), size_t{2});
    QSignalSpy noticed(&opened.content, &Content::noticed);
    panel.openComparison(write(folder, "a,b\n"));
    QTRY_COMPARE(noticed.size(), 1);
    QVERIFY(noticed[0][0].toString().contains(QStringLiteral("curves.csv")));
    QCOMPARE(panel.curves().size(), size_t{2});
  }
};

QTEST_MAIN(TestCurvesPanel)
#include "test_curves_panel.moc"
