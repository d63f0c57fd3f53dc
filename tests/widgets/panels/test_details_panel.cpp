// SPDX-License-Identifier: GPL-3.0-or-later
// Details come in two steps and never of another candidate than the current one.
#include <QApplication>
#include <QClipboard>
#include <QPlainTextEdit>
#include <QRegularExpression>
#include <QTest>
#include <QToolButton>
#include <memory>

#include "support/sample_rows.h"
#include "widgets/errors/error_bars.h"
#include "widgets/errors/wrong_map_view.h"
#include "widgets/panels/details_panel.h"
#include "widgets/panels/sample_strip.h"
#include "widgets/theme/theme.h"

using namespace kw;

namespace {

struct Fixture {
  std::vector<Evaluation> evaluations = test::sampleEvaluations(test::tableProblem(), 30);
  Content content;
  Selection selection;
  DetailsPanel panel{content, selection};

  Fixture() {
    content.setProblem(std::make_shared<LoadedProblem>(test::tableProblem()));
    std::vector<view::CandidateRow> rows;
    for (const Evaluation& evaluation : evaluations)
      rows.push_back(view::rowOf(evaluation, content.caseNames()));
    content.resetCandidates(rows);
    panel.resize(440, 700);
    panel.show();
  }
  void fetch(view::CandidateId id) {
    content.setDetails(id, std::make_shared<Evaluation>(evaluations[id]));
  }
  QString labels() const {
    QString all;
    for (const QLabel* label : panel.findChildren<QLabel*>())
      if (label->isVisible()) all += label->text() + '\n';
    return all;
  }
};

}  // namespace

class TestDetailsPanel : public QObject {
  Q_OBJECT

 private slots:
  void initTestCase() { Theme::instance().apply(); }
  void init() { QTest::failOnWarning(QRegularExpression("^(?!This plugin does not support).*")); }

  void withoutASelectionItSaysWhatToDo() {
    Fixture f;
    QVERIFY(f.labels().contains("Select a candidate"));
    QVERIFY(!f.panel.panelActions().front()->isEnabled());
  }

  void theRowIsShownAtOnceAndCompletedLater() {
    Fixture f;
    f.selection.selectOnly(2);
    QVERIFY(f.panel.details().has_value() && !f.panel.details()->isWhole);
    QVERIFY(f.labels().contains("#2: verified"));
    QVERIFY(f.panel.findChildren<SampleStrip*>().isEmpty());
    f.fetch(2);
    QVERIFY(f.panel.details()->isWhole);
    QCOMPARE(f.panel.findChildren<SampleStrip*>().size(), 2);
    QVERIFY(f.labels().contains("independent (NumPy)"));
  }

  void detailsThatComeLateForAnotherAreNotShown() {
    Fixture f;
    f.selection.selectOnly(2);
    f.selection.selectOnly(3);
    f.fetch(2);
    QVERIFY(!f.panel.details()->isWhole);
    QCOMPARE(f.panel.details()->name, std::string("#3"));
  }

  void detailsThatAreThereAtOnceAreShown() {
    Fixture f;
    QObject::connect(&f.content, &Content::detailsWanted, &f.panel,
                     [&f](view::CandidateId id) { f.fetch(id); });
    f.selection.selectOnly(5);
    QVERIFY(f.panel.details()->isWhole);
    f.selection.selectOnly(6);
    f.selection.selectOnly(5);
    QVERIFY(f.panel.details()->isWhole);
  }

  void theLogOpensByItselfWhereItDidNotCompile() {
    Fixture f;
    view::CandidateId id = 0;
    while (f.evaluations[id].verdict.kind != VerdictKind::failedToCompile)
      ++id;
    f.selection.selectOnly(id);
    f.fetch(id);
    auto* log = f.panel.findChild<QPlainTextEdit*>("details.log");
    QVERIFY(log && log->isVisible() && log->isReadOnly());
    QVERIFY(log->toPlainText().contains("undefined_thing"));
    f.panel.findChild<QToolButton*>("details.log.open")->click();
    QVERIFY(!log->isVisible());
  }

  void whereAndHowFarAnOutputIsWrongIsDrawn() {
    Fixture f;
    view::CandidateId id = 0;
    while (f.evaluations[id].verdict.kind != VerdictKind::wrong)
      ++id;
    Verdict& verdict = f.evaluations[id].verdict;
    verdict.difference = Difference{.caseName = "decode", .argument = "out", .what = "differs"};
    verdict.difference->map = {2, 4, {0, 0, 3, 1, 0, 0, 0, 9}};
    verdict.errors = {{"decode", "out", {100, 5, 0, 8}, 1, 7}};
    f.selection.selectOnly(id);
    f.fetch(id);
    auto* map = f.panel.findChild<WrongMapView*>();
    QVERIFY(map && map->isVisible());
    QVERIFY(map->accessibleName().contains("13 elements in 3 of 8 cells"));
    const QImage drawn = map->grab().toImage();
    const int cell = std::min({Theme::instance().scaled(12), map->width() / 4, map->height() / 2});
    QVERIFY(drawn.pixelColor(cell / 2, cell / 2) !=
            drawn.pixelColor(2 * cell + cell / 2, cell / 2));
    QVERIFY(f.panel.findChild<ErrorBars*>()->isVisible());
    auto* again = f.panel.findChild<QLabel*>("details.again");
    QVERIFY(again && again->text().startsWith("kwr verify"));
    f.panel.findChild<QToolButton*>("details.again.copy")->click();
    QCOMPARE(QApplication::clipboard()->text(), again->text());
  }

  void aResetForgetsThem() {
    Fixture f;
    f.selection.selectOnly(2);
    f.content.resetCandidates({});
    QVERIFY(!f.panel.details().has_value());
    f.selection.clear();
    QVERIFY(f.labels().contains("Select a candidate"));
  }

  void theyCanBeCopiedAsText() {
    Fixture f;
    f.selection.selectOnly(2);
    f.fetch(2);
    f.panel.panelActions().front()->trigger();
    QVERIFY(QApplication::clipboard()->text().startsWith("#2: verified"));
    QVERIFY(QApplication::clipboard()->text().contains("samples: 20"));
  }

  void theyAreReadableInTheOtherTheme() {
    Fixture f;
    f.selection.selectOnly(2);
    f.fetch(2);
    Theme::instance().setName(ThemeName::dark);
    QVERIFY(f.labels().contains("#2: verified"));
    QVERIFY(!f.panel.grab().isNull());
    Theme::instance().setName(ThemeName::light);
  }
};

QTEST_MAIN(TestDetailsPanel)
#include "test_details_panel.moc"
