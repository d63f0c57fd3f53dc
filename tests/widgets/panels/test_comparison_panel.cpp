// SPDX-License-Identifier: GPL-3.0-or-later
// Selected candidates stand side by side, can be taken out, and copied.
#include <QApplication>
#include <QClipboard>
#include <QRegularExpression>
#include <QSignalSpy>
#include <QTest>
#include <memory>

#include "support/sample_rows.h"
#include "widgets/panels/comparison_panel.h"
#include "widgets/theme/theme.h"

using namespace kw;

namespace {

using Ids = std::vector<view::CandidateId>;

struct Fixture {
  Content content;
  Selection selection;
  ComparisonPanel panel{content, selection};

  Fixture() {
    content.setProblem(std::make_shared<LoadedProblem>(test::tableProblem()));
    content.resetCandidates(test::sampleRows(60));
    panel.resize(700, 400);
    panel.show();
  }
  QAction& action(const QString& name) const { return *panel.findChild<QAction*>(name); }
};

}  // namespace

class TestComparisonPanel : public QObject {
  Q_OBJECT

 private slots:
  void initTestCase() { Theme::instance().apply(); }
  void init() { QTest::failOnWarning(QRegularExpression("^(?!This plugin does not support).*")); }

  void withoutASelectionItSaysWhatToDo() {
    Fixture f;
    QVERIFY(!f.panel.table().isVisible());
    QVERIFY(!f.action("comparison.copyAsTsv").isEnabled());
    f.selection.select({3, 5});
    QVERIFY(f.panel.table().isVisible());
  }

  void aColumnIsTakenOutOfTheSelection() {
    Fixture f;
    f.selection.select({3, 5, 6});
    f.panel.table().setCurrentIndex(f.panel.model().index(0, 2));
    f.action("comparison.remove").trigger();
    QCOMPARE(f.selection.selected(), (Ids{3, 6}));
  }

  void theirCodeCanBeAskedFor() {
    Fixture f;
    f.selection.setBaseline(7);
    f.selection.select({3, 5});
    QSignalSpy wanted(&f.panel, &ComparisonPanel::codeWanted);
    f.action("comparison.code").trigger();
    QCOMPARE(wanted.size(), 1);
    QCOMPARE(wanted.at(0).at(0).value<Ids>(), (Ids{7, 3, 5}));
  }

  void rowsThatDoNotDifferCanBeHiddenAndThatIsRemembered() {
    Fixture f;
    f.selection.select({3, 5});
    const int all = f.panel.model().rowCount();
    f.action("comparison.onlyDiffering").trigger();
    QVERIFY(f.panel.model().rowCount() < all);
    Fixture other;
    QVERIFY(!other.panel.restoreState("nonsense"));
    QVERIFY(other.panel.restoreState(f.panel.saveState()));
    QVERIFY(other.panel.model().onlyDiffering());
  }

  void itCanBeCopied() {
    Fixture f;
    f.selection.select({3, 5});
    f.action("comparison.copyAsTsv").trigger();
    QVERIFY(QApplication::clipboard()->text().startsWith("\tbaseline: source kernel\t#3\t#5\n"));
    f.action("comparison.copyAsMarkdown").trigger();
    QVERIFY(QApplication::clipboard()->text().startsWith("|  | baseline: source kernel |"));
  }
};

QTEST_MAIN(TestComparisonPanel)
#include "test_comparison_panel.moc"
