// SPDX-License-Identifier: GPL-3.0-or-later
// Selected candidates stand side by side, can be taken out, and copied.
#include <QApplication>
#include <QClipboard>
#include <QLabel>
#include <QRegularExpression>
#include <QSignalSpy>
#include <QTest>
#include <algorithm>
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

  void twoVerifiedOnesCanBeMeasuredInTurns() {
    Fixture f;
    std::vector<view::CandidateId> verified;
    for (view::CandidateId id = 0; id < f.content.candidates().size(); ++id)
      if (f.content.candidates()[id].verified() && f.content.candidates()[id].candidate.isTemplate)
        verified.push_back(id);
    QAction& turns = f.action("comparison.turns");
    f.selection.setBaseline(verified[0]);
    f.selection.select({verified[1], verified[2]});
    QVERIFY(!turns.isEnabled());  // three columns
    f.selection.select({verified[1]});
    QVERIFY(turns.isEnabled());
    QSignalSpy wanted(&f.content, &Content::duelWanted);
    turns.trigger();
    QCOMPARE(wanted.size(), 1);
    const Candidate first = f.content.candidates()[verified[0]].candidate;
    const Candidate second = f.content.candidates()[verified[1]].candidate;
    QCOMPARE(wanted.at(0).at(0).value<Candidate>(), first);
    QCOMPARE(wanted.at(0).at(1).value<Candidate>(), second);
    f.content.setRunState(RunState::running);
    QVERIFY(!turns.isEnabled());
    // What came of it stands above the table, from the first column's side.
    Duel duel;
    duel.first = second;
    duel.second = first;
    duel.cases = {{"large", 1, {1, 1, 1, 1}, {2, 2, 2, 2}}};
    f.content.setDuels({duel});
    const auto notes = f.panel.findChildren<QLabel*>();
    QVERIFY(std::ranges::any_of(notes, [&](const QLabel* note) {
      return note->text().contains(QString::fromUtf8("is 2.0000×"));
    }));
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
