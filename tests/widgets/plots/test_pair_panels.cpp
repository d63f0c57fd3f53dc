// SPDX-License-Identifier: GPL-3.0-or-later
// The panels of two parameters and of the parameters' importance.
#include <QAction>
#include <QClipboard>
#include <QGuiApplication>
#include <QLabel>
#include <QSignalSpy>
#include <QTemporaryDir>

#include "panel_fixture.h"
#include "widgets/controls/choice_box.h"
#include "widgets/heat_map/heat_map_panel.h"
#include "widgets/importance/importance_panel.h"
#include "widgets/importance/importance_view.h"

using namespace kw;
using test::Opened;

namespace {

QString textOf(const QWidget& panel, const char* label) {
  return panel.findChild<QLabel*>(QLatin1String(label))->text();
}

void trigger(QWidget& panel, const char* action) {
  panel.findChild<QAction*>(QLatin1String(action))->trigger();
}

}  // namespace

class TestPairPanels : public QObject {
  Q_OBJECT

 private slots:
  void init() {
    test::failOnWarnings();
    Theme::instance().setName(ThemeName::light);
  }

  void emptyPanelsCanBeUsedWithoutHarm() {
    Content content;
    Selection selection;
    HeatMapPanel map(content, selection);
    ImportancePanel importance(content, selection);
    for (QWidget* panel : {static_cast<QWidget*>(&map), static_cast<QWidget*>(&importance)}) {
      test::show(*panel);
      test::checkNames(*panel);
      QVERIFY(!panel->grab().isNull());
    }
    for (const Qt::Key key : {Qt::Key_Left, Qt::Key_Up, Qt::Key_Return, Qt::Key_Home}) {
      QTest::keyClick(&map.map(), key);
      QTest::keyClick(&importance.bars(), key);
    }
    QTest::mouseClick(&map.map(), Qt::LeftButton);
    QTest::mouseClick(&importance.bars(), Qt::LeftButton);
    trigger(map, "heatMap.swap");
    trigger(map, "heatMap.copyData");
    trigger(importance, "importance.copyData");
  }

  void clickingACellSelectsItsBest() {
    Opened opened(300);
    HeatMapPanel panel(opened.content, opened.selection);
    test::show(panel);
    QTRY_VERIFY(panel.map().table().best().has_value());
    const auto best = *panel.map().table().best();
    const HeatMapView::Place place{best.column, best.row};
    QTest::mouseClick(&panel.map(), Qt::LeftButton, {},
                      panel.map().heatMapLayout().box(place).center().toPoint());
    QCOMPARE(opened.selection.selected(),
             std::vector<Selection::Id>{*panel.map().table().cell(best.column, best.row).bestId});
    QVERIFY(textOf(panel, "heatMapFootnote").contains(QStringLiteral("failed")));
    test::checkNames(panel);
  }

  void keysGoOverCellsAndSelect() {
    Opened opened(300);
    HeatMapPanel panel(opened.content, opened.selection);
    test::show(panel);
    QTRY_VERIFY(panel.map().table().best().has_value());
    panel.activateWindow();
    panel.map().setFocus(Qt::TabFocusReason);
    const auto best = *panel.map().table().best();
    QTRY_VERIFY(panel.map().current().has_value());
    QCOMPARE(*panel.map().current(), (HeatMapView::Place{best.column, best.row}));
    QVERIFY(panel.map().accessibleDescription().contains(QStringLiteral("best")));
    QTest::keyClick(&panel.map(), Qt::Key_Return);
    QCOMPARE(opened.selection.selected().size(), size_t{1});
    // Up to the margin, whose best is the column's.
    for (size_t i = 0; i <= panel.map().table().rows(); ++i)
      QTest::keyClick(&panel.map(), Qt::Key_Up);
    QCOMPARE(panel.map().current()->row, panel.map().table().rows());
  }

  void parametersAreChosenSwappedAndRemembered() {
    Opened opened(200);
    HeatMapPanel panel(opened.content, opened.selection);
    test::show(panel);
    QTRY_VERIFY(panel.map().table().best().has_value());
    auto* column = panel.findChild<ChoiceBox*>(QStringLiteral("heatMapColumn"));
    auto* row = panel.findChild<ChoiceBox*>(QStringLiteral("heatMapRow"));
    const QString first = column->currentText(), second = row->currentText();
    QVERIFY(first != second);
    trigger(panel, "heatMap.swap");
    QCOMPARE(column->currentText(), second);
    QCOMPARE(row->currentText(), first);
    trigger(panel, "heatMap.median");
    QVERIFY(textOf(panel, "heatMapTitle").startsWith(QStringLiteral("Median time")));
    HeatMapPanel other(opened.content, opened.selection);
    other.restoreState(panel.saveState());
    test::show(other);
    QTRY_COMPARE(other.findChild<ChoiceBox*>(QStringLiteral("heatMapColumn"))->currentText(),
                 second);
    QVERIFY(textOf(other, "heatMapTitle").startsWith(QStringLiteral("Median time")));
  }

  void aCellWithoutCandidatesSaysSo() {
    Opened opened(12);
    HeatMapPanel panel(opened.content, opened.selection);
    test::show(panel);
    QTRY_VERIFY(panel.map().table().best().has_value());
    const view::PairTable& table = panel.map().table();
    bool found = false;
    for (size_t row = 0; row < table.rows(); ++row)
      for (size_t column = 0; column < table.columns(); ++column)
        if (table.cell(column, row).rows() == 0) {
          found = true;
          QVERIFY(panel.map().words({column, row}).contains(QStringLiteral("no candidate")));
        }
    QVERIFY(found);
    QVERIFY(textOf(panel, "heatMapFootnote").contains(QStringLiteral("Hatched")));
  }

  void picturesAndDataAreCopiedAndSaved() {
    Opened opened(100);
    HeatMapPanel panel(opened.content, opened.selection);
    test::show(panel);
    QTRY_VERIFY(panel.map().table().best().has_value());
    trigger(panel, "heatMap.copyData");
    const QStringList lines =
        QGuiApplication::clipboard()->text().split(QLatin1Char('\n'), Qt::SkipEmptyParts);
    QCOMPARE(lines.size(), static_cast<qsizetype>(panel.map().table().cells()) + 1);
    trigger(panel, "heatMap.copyPicture");
    QVERIFY(!QGuiApplication::clipboard()->image().isNull());
  }

  void importanceSaysHowItWasWorkedOut() {
    Opened opened(300);
    ImportancePanel panel(opened.content, opened.selection);
    test::show(panel);
    QTRY_VERIFY(panel.importance().has_value());
    QVERIFY(textOf(panel, "importanceMethod").contains(QStringLiteral("Functional ANOVA")));
    QVERIFY(textOf(panel, "importanceMethod").contains(QStringLiteral("evaluations")));
    QVERIFY(textOf(panel, "importanceQuality").contains(QStringLiteral("out of bag")));
    QVERIFY(textOf(panel, "importanceFootnote").contains(QStringLiteral("failed")));
    test::checkNames(panel);
    QTRY_VERIFY(panel.settled());
  }

  void aPairIsAskedForByKeysAndByClick() {
    Opened opened(300);
    ImportancePanel panel(opened.content, opened.selection);
    test::show(panel);
    QTRY_VERIFY(panel.importance().has_value());
    QSignalSpy wanted(&panel, &ImportancePanel::pairWanted);
    QTest::keyClick(&panel.bars(), Qt::Key_Home);
    QTest::keyClick(&panel.bars(), Qt::Key_Return);
    QCOMPARE(wanted.size(), 1);
    QVERIFY(wanted[0][0].toString() != wanted[0][1].toString());
    QVERIFY(panel.bars().accessibleDescription().contains(QLatin1Char('%')));
  }

  void tooFewSaySoAndNewOnesAreTakenIn() {
    Opened opened(10);
    ImportancePanel panel(opened.content, opened.selection);
    test::show(panel);
    QTRY_VERIFY(panel.settled());
    QVERIFY(!panel.importance().has_value());
    QCOMPARE(panel.bars().bars(), size_t{0});
    std::vector<view::CandidateRow> rows = test::sampleRows(*opened.problem, 200);
    opened.content.appendCandidates(std::move(rows));
    QTRY_VERIFY(panel.importance().has_value());
    QVERIFY(panel.importance()->used > 20);
  }
};

QTEST_MAIN(TestPairPanels)
#include "test_pair_panels.moc"
