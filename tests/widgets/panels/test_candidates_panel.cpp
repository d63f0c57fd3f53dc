// SPDX-License-Identifier: GPL-3.0-or-later
// The table and the selection are one, its columns are remembered, and its actions reach the rest.
#include <QAccessible>
#include <QApplication>
#include <QClipboard>
#include <QHeaderView>
#include <QRegularExpression>
#include <QScrollBar>
#include <QSignalSpy>
#include <QTest>
#include <memory>

#include "support/sample_rows.h"
#include "widgets/panels/candidates_panel.h"
#include "widgets/theme/theme.h"

using namespace kw;

namespace {

using Ids = std::vector<view::CandidateId>;

struct Fixture {
  Content content;
  Selection selection;
  CandidatesPanel panel{content, selection};
  std::vector<view::CandidateRow> rows = test::sampleRows(300);

  Fixture() {
    content.setProblem(std::make_shared<LoadedProblem>(test::tableProblem()));
    panel.resize(900, 400);
  }
  void append(size_t first, size_t end) {
    content.appendCandidates({rows.begin() + static_cast<std::ptrdiff_t>(first),
                              rows.begin() + static_cast<std::ptrdiff_t>(end)});
  }
  void open() {
    panel.show();
    QVERIFY(QTest::qWaitForWindowExposed(&panel));
  }
  QLineEdit& filter() const { return *panel.findChild<QLineEdit*>("candidates.filter"); }
  QAction& action(const QString& name) const { return *panel.findChild<QAction*>(name); }
  void setFilter(const QString& text) const {
    filter().setText(text);
    QTest::keyClick(&filter(), Qt::Key_Return);
  }
  void pickRow(int row, Qt::KeyboardModifiers modifiers = {}) const {
    CandidatesView& view = panel.table();
    const QRect cell = view.visualRect(view.model()->index(row, 0));
    QTest::mouseClick(view.viewport(), Qt::LeftButton, modifiers, cell.center());
  }
  QString labels() const {
    QString all;
    for (const QLabel* label : panel.findChildren<QLabel*>())
      if (label->isVisible()) all += label->text() + '\n';
    return all;
  }
  CandidatesModel::Id topId() const {
    CandidatesView& view = panel.table();
    const int row = view.rowAt(view.pinnedHeight());
    return *panel.model().idAt(panel.model().index(row, 0));
  }
};

}  // namespace

class TestCandidatesPanel : public QObject {
  Q_OBJECT

 private slots:
  void initTestCase() { Theme::instance().apply(); }
  void init() { QTest::failOnWarning(QRegularExpression("^(?!This plugin does not support).*")); }

  void withoutCandidatesItSaysWhatWillAppear() {
    Fixture f;
    f.open();
    QVERIFY(f.labels().contains("Tune to start"));
    f.content.setProblem(nullptr);
    QVERIFY(f.labels().contains("problem or a session"));
    f.content.setProblem(std::make_shared<LoadedProblem>(test::tableProblem()));
    f.append(0, 3);
    QVERIFY(f.panel.table().isVisible());
  }

  void selectingRowsSelectsCandidates() {
    Fixture f;
    f.append(0, 50);
    f.open();
    f.panel.table().sortByColumn(0, Qt::AscendingOrder);
    f.pickRow(3);
    QCOMPARE(f.selection.selected(), Ids{3});
    f.pickRow(6, Qt::ControlModifier);
    f.pickRow(5, Qt::ControlModifier);
    QCOMPARE(f.selection.selected(), (Ids{3, 6, 5}));
    QTest::keyClick(&f.panel.table(), Qt::Key_Down);
    QCOMPARE(f.selection.selected(), Ids{6});
  }

  void selectingCandidatesSelectsRowsInAnyOrder() {
    Fixture f;
    f.append(0, 100);
    f.panel.table().sortByColumn(2, Qt::DescendingOrder);
    f.selection.select({7, 70, 20});
    const auto rows = f.panel.table().selectionModel()->selectedRows();
    QCOMPARE(rows.size(), 3);
    QCOMPARE(f.panel.model().idAt(f.panel.table().currentIndex()),
             std::optional<view::CandidateId>(20));
    f.panel.table().sortByColumn(1, Qt::AscendingOrder);
    f.append(100, 200);
    QCOMPARE(f.selection.selected(), (Ids{7, 70, 20}));
    QCOMPARE(f.panel.table().selectionModel()->selectedRows().size(), 3);
    f.setFilter("nothing like this");
    QCOMPARE(f.selection.selected(), (Ids{7, 70, 20}));  // out of sight, still selected
    f.setFilter("");
    QCOMPARE(f.panel.table().selectionModel()->selectedRows().size(), 3);
  }

  void whatOneReadsStaysWhileRowsStreamIn() {
    Fixture f;
    f.append(0, 150);
    f.open();
    f.panel.table().sortByColumn(2, Qt::AscendingOrder);
    QScrollBar* bar = f.panel.table().verticalScrollBar();
    bar->setValue(20 * f.panel.table().rowHeight());
    const CandidatesModel::Id before = f.topId();
    f.append(150, 301);
    QCOMPARE(f.topId(), before);
    QVERIFY(bar->value() > 20 * f.panel.table().rowHeight());
    bar->setValue(0);
    f.content.appendCandidates({test::plainRow("fast", 0.000001, 64)});
    QCOMPARE(bar->value(), 0);
  }

  void pinnedRowsDoNotCoverTheCurrentRow() {
    Fixture f;
    f.append(0, 200);
    f.open();
    f.selection.setBaseline(5);
    CandidatesView& view = f.panel.table();
    view.scrollToBottom();
    const QModelIndex index = view.model()->index(50, 0);
    view.scrollTo(index);
    QVERIFY(view.visualRect(index).top() >= view.pinnedHeight());
  }

  void theFilterSaysWhatItLeavesOutAndWhatIsWrong() {
    Fixture f;
    f.append(0, 301);
    f.open();
    f.setFilter("verified");
    QVERIFY(f.labels().contains("of 301 not shown: filtered"));
    const int rows = f.panel.model().rowCount();
    f.setFilter("registers <");
    QVERIFY(f.labels().contains("not applied"));
    QCOMPARE(f.panel.model().rowCount(), rows);
    f.setFilter("");
    QVERIFY(!f.labels().contains("filter"));
  }

  void aFilterAppliesByItselfAfterAWhile() {
    Fixture f;
    f.append(0, 100);
    f.filter().setText("wrong");
    QTRY_VERIFY(f.panel.model().table().leftOut() > 0);
  }

  void keysReachTheActions() {
    Fixture f;
    f.append(0, 50);
    f.open();
    f.panel.activateWindow();
    f.panel.table().setFocus();
    f.selection.selectOnly(9);
    QSignalSpy details(&f.panel, &CandidatesPanel::detailsRequested);
    QTest::keyClick(&f.panel.table(), Qt::Key_Return);
    QCOMPARE(details.size(), 1);
    QTest::keyClick(&f.panel.table(), Qt::Key_B);
    QTRY_COMPARE(f.selection.baseline(), std::optional<view::CandidateId>(9));
    QTest::keyClick(&f.panel.table(), Qt::Key_B);
    QTRY_COMPARE(f.selection.baseline(), std::optional<view::CandidateId>());
    QTest::keyClick(&f.panel.table(), Qt::Key_F, Qt::ControlModifier);
    QTRY_VERIFY(f.filter().hasFocus());
    QTest::keyClicks(&f.filter(), "b");  // a letter here, no action
    QCOMPARE(f.filter().text(), QString("b"));
    QCOMPARE(f.selection.baseline(), std::optional<view::CandidateId>());
  }

  void theFilterHandsOverToTheTable() {
    Fixture f;
    f.append(0, 50);
    f.open();
    f.panel.activateWindow();
    f.filter().setFocus();
    QTest::keyClick(&f.filter(), Qt::Key_Down);
    QTRY_VERIFY(f.panel.table().hasFocus());
    QCOMPARE(f.panel.table().currentIndex().row(), 1);  // below the source, which is pinned
    f.filter().setFocus();
    f.filter().setText("verified");
    QTest::keyClick(&f.filter(), Qt::Key_Escape);
    QTRY_VERIFY(f.panel.table().hasFocus());
    QVERIFY(f.filter().text().isEmpty());
    QCOMPARE(f.panel.model().table().leftOut(), size_t{0});
    QTest::keyClick(&f.panel.table(), Qt::Key_T);
    QVERIFY(f.panel.model().table().isDescending());  // it was sorted by time already
  }

  void whatNobodyKnowsIsNotShown() {
    Fixture f;
    const auto column = static_cast<int>(*f.panel.model().table().columnWithId("registers"));
    QVERIFY(f.panel.table().isColumnHidden(column));
    f.append(0, 50);
    QVERIFY(!f.panel.table().isColumnHidden(column));
  }

  void largerTextFitsItsColumns() {
    Fixture f;
    f.append(0, 50);
    f.open();
    const QHeaderView* header = f.panel.table().horizontalHeader();
    const int before = header->sectionSize(2), row = f.panel.table().rowHeight();
    Theme::instance().setFontStep(3);
    for (int i = 0; i < header->count(); ++i)
      if (!header->isSectionHidden(i))
        QVERIFY(header->sectionSize(i) >= header->sectionSizeHint(i));
    QVERIFY(header->sectionSize(2) > before && f.panel.table().rowHeight() > row);
    Theme::instance().setFontStep(0);
    QCOMPARE(header->sectionSize(2), before);
  }

  void earlierResultsAreTold() {
    Fixture f;
    f.open();
    SessionState session;
    session.elsewhere = 24;
    f.content.setSession(session);
    QVERIFY(f.labels().contains("24 results of earlier revisions are kept"));
  }

  void copyingTakesSelectedRowsAndShownColumns() {
    Fixture f;
    f.append(0, 50);
    f.selection.select({9, 3});
    f.panel.table().setColumnHidden(0, true);
    f.action("candidates.copyAsTsv").trigger();
    const QStringList lines = QApplication::clipboard()->text().split('\n', Qt::SkipEmptyParts);
    QCOMPARE(lines.size(), 3);
    QVERIFY(lines[0].startsWith("verdict\tgeomean (µs)"));
    f.action("candidates.copyAsMarkdown").trigger();
    QVERIFY(QApplication::clipboard()->text().startsWith("| verdict |"));
  }

  void actionsAskForWorkOnTheSelected() {
    Fixture f;
    f.append(0, 50);
    for (const char* name : {"pinBaseline", "compare", "verifyAgain", "export", "copyAsTsv"})
      QVERIFY(!f.action(QStringLiteral("candidates.") + name).isEnabled());
    f.selection.select({2, 3});
    QSignalSpy wanted(&f.content, &Content::evaluationWanted);
    QSignalSpy exported(&f.panel, &CandidatesPanel::exportWanted);
    QSignalSpy compared(&f.panel, &CandidatesPanel::compareRequested);
    f.action("candidates.verifyAgain").trigger();
    f.action("candidates.export").trigger();
    f.action("candidates.compare").trigger();
    QCOMPARE(wanted.size(), 2);
    QCOMPARE(exported.size(), 1);
    QCOMPARE(compared.size(), 1);
    f.selection.selectOnly(4);  // failed: nothing to export
    QVERIFY(!f.action("candidates.export").isEnabled());
  }

  void columnsAreRememberedBeforeAProblemIsOpen() {
    QByteArray state;
    {
      Fixture f;
      QHeaderView* header = f.panel.table().horizontalHeader();
      header->resizeSection(2, 222);
      f.panel.table().setColumnHidden(3, true);
      header->moveSection(header->visualIndex(6), 0);
      f.panel.table().sortByColumn(2, Qt::DescendingOrder);
      state = f.panel.saveState();
    }
    Content content;
    Selection selection;
    CandidatesPanel panel(content, selection);
    QVERIFY(!panel.restoreState("nonsense"));
    QVERIFY(panel.restoreState(state));
    content.setProblem(std::make_shared<LoadedProblem>(test::tableProblem()));
    content.resetCandidates(test::sampleRows(20));
    const QHeaderView* header = panel.table().horizontalHeader();
    QCOMPARE(header->sectionSize(2), 222);
    QVERIFY(header->isSectionHidden(3));
    QCOMPARE(header->visualIndex(6), 0);
    QCOMPARE(panel.model().table().sortColumn(), std::optional<size_t>(2));
    QVERIFY(panel.model().table().isDescending());
  }

  void timesOfACpuAreHeadedAsSuch() {
    Fixture f;
    f.append(0, 10);
    f.open();
    QVERIFY(!f.labels().contains("CPU time"));
    DeviceInfo host;
    host.kind = "host";
    f.content.setDevice(host);
    QVERIFY(f.labels().contains("CPU time"));
  }

  void everythingThatTakesTheFocusHasAName() {
    Fixture f;
    f.append(0, 10);
    f.open();
    for (const QWidget* widget : f.panel.findChildren<QWidget*>()) {
      if (!(widget->focusPolicy() & Qt::TabFocus) || !widget->isVisible()) continue;
      QAccessibleInterface* face =
          QAccessible::queryAccessibleInterface(const_cast<QWidget*>(widget));
      QVERIFY2(face && !face->text(QAccessible::Name).isEmpty(), widget->metaObject()->className());
    }
    for (const QAction* action : f.panel.panelActions())
      QVERIFY(!action->text().isEmpty() && action->objectName().startsWith("candidates."));
  }
};

QTEST_MAIN(TestCandidatesPanel)
#include "test_candidates_panel.moc"
