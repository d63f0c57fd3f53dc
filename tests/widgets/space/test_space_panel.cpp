// SPDX-License-Identifier: GPL-3.0-or-later
// The parameter space as a panel: edits go out, counts and faults come in.
#include <QAbstractItemModelTester>
#include <QAction>
#include <QApplication>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QRegularExpression>
#include <QSignalSpy>
#include <QTableView>
#include <QTest>

#include "model/space/space_file.h"
#include "support/sample_evaluations.h"
#include "widgets/space/configuration_dialog.h"
#include "widgets/space/constraint_model.h"
#include "widgets/space/parameter_model.h"
#include "widgets/space/space_panel.h"
#include "widgets/theme/theme.h"

using namespace kw;

namespace {

Content::ProblemPtr sampleProblem() {
  static const auto problem = std::make_shared<const LoadedProblem>(test::libraryProblem());
  return problem;
}

Content::ProblemPtr withSpace(const Space& space) {
  auto changed = std::make_shared<LoadedProblem>(*sampleProblem());
  changed->problem.space = space;
  return changed;
}

// As the workbench does: what is sent becomes the next revision.
void answerEdits(Content& content) {
  QObject::connect(
      &content, &Content::partEdited, &content,
      [&content](const QString& path, const QString& text) {
        content.setProblem(withSpace(readSpace(text.toStdString(), path.toStdString()).value()));
      });
}

struct Bench {
  Content content;
  Selection selection;
  SpacePanel panel{content, selection};
  QSignalSpy sent{&content, &Content::partEdited};

  Bench() {
    content.setDevice(test::sampleDevice());
    content.setProblem(sampleProblem());
  }
  QTableView* table(const char* name) {
    for (QTableView* one : panel.findChildren<QTableView*>())
      if (one->accessibleName() == QLatin1String(name)) return one;
    return nullptr;
  }
  QAbstractItemModel& parameters() { return *table("Parameters")->model(); }
  QAbstractItemModel& constraints() { return *table("Constraints")->model(); }
  void trigger(const char* name) {
    for (QAction* one : panel.panelActions())
      if (one->objectName() == QLatin1String(name)) return one->trigger();
    QFAIL("no such action");
  }
  // What the part was last asked to be.
  Space lastSent() { return readSpace(sent.last()[1].toString().toStdString(), "").value(); }
};

}  // namespace

class TestSpacePanel : public QObject {
  Q_OBJECT

 private slots:
  void init() {
    QTest::failOnWarning(QRegularExpression(QStringLiteral("^(?!This plugin does not support)")));
    Theme::instance().apply();
  }

  // In a low dock the tables are scrolled; what an edit leads to must be seen there too.
  void aRefusedConstraintAndItsRowAreInSightInALowDock() {
    Bench bench;
    bench.panel.resize(450, 280);
    bench.panel.show();
    QVERIFY(QTest::qWaitForWindowActive(&bench.panel));
    bench.trigger("space.addConstraint");
    QTableView* table = bench.table("Constraints");
    auto* editor = table->findChild<QLineEdit*>();
    QVERIFY(editor);
    QTest::keyClicks(editor, QStringLiteral("VEC <= "));
    QTest::keyClick(editor, Qt::Key_Return);
    auto* faults = bench.panel.findChild<QLabel*>(QStringLiteral("space.faults"));
    QTRY_VERIFY(!faults->text().isEmpty());
    QCOMPARE(faults->visibleRegion().boundingRect().height(), faults->height());
    const auto rowSeen = [table] {
      const QRect row = table->visualRect(table->currentIndex());
      return table->viewport()->visibleRegion().boundingRect().contains(row.center());
    };
    QCOMPARE(table->currentIndex().row(), table->model()->rowCount() - 1);
    QTRY_VERIFY(rowSeen());
  }

  void theHeadingTellsHowManyAreValidOfHowMany() {
    Bench bench;
    QVERIFY(bench.panel.headingText().startsWith(QStringLiteral("Counting")));
    QTRY_VERIFY2(bench.panel.headingText().endsWith(QStringLiteral("valid of 896 configurations")),
                 qPrintable(bench.panel.headingText()));
    QTRY_COMPARE(bench.constraints().index(0, ConstraintModel::removesColumn).data().toString(),
                 QStringLiteral("0"));
    QCOMPARE(bench.constraints().index(1, ConstraintModel::removesColumn).data().toString(),
             QStringLiteral("56"));
  }

  void modelsKeepTheirPromisesWhileTheSpaceChanges() {
    Bench bench;
    QAbstractItemModelTester one(&bench.parameters(),
                                 QAbstractItemModelTester::FailureReportingMode::QtTest);
    QAbstractItemModelTester other(&bench.constraints(),
                                   QAbstractItemModelTester::FailureReportingMode::QtTest);
    answerEdits(bench.content);
    static_cast<DraftTable&>(bench.constraints()).beginNewRow();
    QVERIFY(bench.constraints().setData(bench.constraints().index(4, 0), QStringLiteral("VEC < 8"),
                                        Qt::EditRole));
    QTRY_COMPARE(bench.constraints().rowCount(), 5);
    static_cast<DraftTable&>(bench.parameters()).beginNewRow();
    QVERIFY(bench.parameters().setData(bench.parameters().index(5, 0),
                                       QStringLiteral("TILE = 1, 2"), Qt::EditRole));
    QTRY_COMPARE(bench.parameters().rowCount(), 6);
    bench.trigger("space.undo");
    bench.trigger("space.undo");
    QCOMPARE(bench.parameters().rowCount(), 5);
    QCOMPARE(bench.constraints().rowCount(), 4);
    bench.content.setProblem(nullptr);
    QCOMPARE(bench.parameters().rowCount(), 0);
  }

  void anEditIsSentAndCanBeUndoneAndRedone() {
    Bench bench;
    answerEdits(bench.content);
    const QModelIndex values = bench.parameters().index(1, ParameterModel::valuesColumn);
    QVERIFY(bench.parameters().setData(values, QStringLiteral("1, 2"), Qt::EditRole));
    QCOMPARE(bench.sent.size(), 1);
    QCOMPARE(bench.sent[0][0].toString(), QStringLiteral("space.json"));
    QCOMPARE(bench.lastSent().parameters[1].values.size(), size_t{2});
    bench.trigger("space.undo");
    QCOMPARE(bench.sent.size(), 2);
    QCOMPARE(bench.lastSent().parameters[1].values.size(), size_t{4});
    QCOMPARE(values.data().toString(), QStringLiteral("1, 2, 4, 8"));
    bench.trigger("space.redo");
    QCOMPARE(values.data().toString(), QStringLiteral("1, 2"));
  }

  void aTextThatIsRefusedStaysWithItsFault() {
    Bench bench;
    const QModelIndex values = bench.parameters().index(0, ParameterModel::valuesColumn);
    bench.parameters().setData(values, QStringLiteral("64, 64"), Qt::EditRole);
    QCOMPARE(bench.sent.size(), 0);
    QCOMPARE(values.data().toString(), QStringLiteral("64, 64"));
    QVERIFY(bench.panel.faultText().startsWith(QStringLiteral("Values of BLOCK, column 5: ")));
    QVERIFY(!values.data(DraftTable::faultRole).toString().isEmpty());
    bench.parameters().setData(values, QStringLiteral("64, 128"), Qt::EditRole);
    QCOMPARE(bench.sent.size(), 1);
    QVERIFY(bench.panel.faultText().isEmpty());
  }

  void undoGivesARefusedTextUpFirst() {
    Bench bench;
    const QModelIndex text = bench.constraints().index(0, 0);
    bench.constraints().setData(text, QStringLiteral("BLOK < 2"), Qt::EditRole);
    QVERIFY(bench.panel.faultText().contains(QStringLiteral("BLOK")));
    bench.trigger("space.undo");
    QCOMPARE(text.data().toString(), QStringLiteral("BLOCK <= device.threads_per_block"));
    QVERIFY(bench.panel.faultText().isEmpty());
    QCOMPARE(bench.sent.size(), 0);
  }

  void aDraftsFaultsMarkTheirRows() {
    Bench bench;
    bench.content.setDraftFaults(
        {Error{ErrorKind::badInput,
               "is never used",
               Place{"space.json", 4, 2, "parameters[2].name"},
               {},
               {}},
         Error{ErrorKind::badInput, "elsewhere", Place{"template.cu", 1, 1, {}}, {}, {}}});
    QCOMPARE(bench.panel.faultText(), QStringLiteral("parameters[2].name: is never used"));
    QVERIFY(!bench.parameters().index(2, 0).data(DraftTable::faultRole).toString().isEmpty());
    QVERIFY(bench.parameters().index(1, 0).data(DraftTable::faultRole).toString().isEmpty());
  }

  void anotherRevisionTakesThePlaceAsAStepThatCanBeUndone() {
    Bench bench;
    Space other = *sampleProblem()->problem.space;
    other.parameters.pop_back();
    bench.content.setProblem(withSpace(other));
    QCOMPARE(bench.parameters().rowCount(), 4);
    QCOMPARE(bench.sent.size(), 0);
    bench.trigger("space.undo");
    QCOMPARE(bench.parameters().rowCount(), 5);
    QCOMPARE(bench.sent.size(), 1);
  }

  void theSelectedAndTheBestValueAreKnownToTheView() {
    Bench bench;
    std::vector<view::CandidateRow> rows;
    for (const Evaluation& one : test::sampleEvaluations(*sampleProblem(), 20, false))
      rows.push_back(view::rowOf(one, bench.content.caseNames()));
    bench.content.resetCandidates(std::move(rows));
    const QModelIndex values = bench.parameters().index(0, ParameterModel::valuesColumn);
    QCOMPARE(values.data(ParameterModel::selectedRole).toInt(), -1);
    bench.selection.selectOnly(1);
    const auto& wanted = *bench.content.candidates()[1].candidate.configuration.find("BLOCK");
    const int place = values.data(ParameterModel::selectedRole).toInt();
    QVERIFY(place >= 0);
    QVERIFY(sampleProblem()->problem.space->parameters[0].values[static_cast<size_t>(place)] ==
            wanted);
    QVERIFY(values.data(ParameterModel::bestRole).toInt() >= 0);
    QVERIFY(values.data(Qt::AccessibleTextRole).toString().contains(QStringLiteral("Selected")));
  }

  void everythingIsDoneByKeyboard() {
    Bench bench;
    answerEdits(bench.content);
    bench.panel.resize(500, 500);
    bench.panel.show();
    QVERIFY(QTest::qWaitForWindowActive(&bench.panel));
    QTableView* constraints = bench.table("Constraints");
    constraints->setFocus();
    QTest::keyClick(constraints, Qt::Key_Insert);
    auto* editor = constraints->viewport()->findChild<QLineEdit*>();
    QVERIFY(editor);
    QTest::keyClicks(editor, QStringLiteral("VEC > 1"));
    QTest::keyClick(editor, Qt::Key_Return);
    QTRY_COMPARE(bench.sent.size(), 1);
    QCOMPARE(bench.lastSent().constraints.size(), size_t{5});
    constraints->setCurrentIndex(bench.constraints().index(4, 0));
    constraints->setFocus();
    QTest::keyClick(constraints, Qt::Key_Delete);
    QCOMPARE(bench.lastSent().constraints.size(), size_t{4});
    QTest::keyClick(constraints, Qt::Key_Z, Qt::ControlModifier);
    QCOMPARE(bench.lastSent().constraints.size(), size_t{5});
  }

  void whatIsBeingTypedOutlivesNewFigures() {
    Bench bench;
    bench.trigger("space.addConstraint");
    auto* editor = bench.table("Constraints")->viewport()->findChild<QLineEdit*>();
    QVERIFY(editor);
    editor->setText(QStringLiteral("VEC"));
    QTRY_VERIFY(bench.panel.headingText().contains(QStringLiteral("valid of")));
    bench.content.setDraftFaults(
        {Error{ErrorKind::badInput, "x", Place{"space.json", 1, 1, "constraints[0]"}, {}, {}}});
    QCOMPARE(editor->text(), QStringLiteral("VEC"));
  }

  void anAbandonedNewRowGoesAway() {
    Bench bench;
    QTableView* constraints = bench.table("Constraints");
    bench.trigger("space.addConstraint");
    QCOMPARE(bench.constraints().rowCount(), 5);
    QTest::keyClick(constraints->viewport()->findChild<QLineEdit*>(), Qt::Key_Escape);
    QTRY_COMPARE(bench.constraints().rowCount(), 4);
    QCOMPARE(bench.sent.size(), 0);
  }

  void aParameterInUseIsNotRemovedAndSaysWhy() {
    Bench bench;
    bench.table("Parameters")->setCurrentIndex(bench.parameters().index(0, 0));
    bench.trigger("space.remove");
    QCOMPARE(bench.sent.size(), 0);
    QVERIFY(bench.panel.faultText().contains(QStringLiteral("BLOCK is used by")));
  }

  void onlyValidConfigurationsCanBeConfirmed() {
    Bench bench;
    QSignalSpy wanted(&bench.content, &Content::evaluationWanted);
    bench.trigger("space.evaluate");
    auto* dialog = bench.panel.findChild<ConfigurationDialog*>();
    QVERIFY(dialog);
    const auto combos = dialog->findChildren<QComboBox*>();
    QCOMPARE(combos.size(), 5);
    QVERIFY(!dialog->isValid());  // 64 * 1 * 1 is less than 256
    combos[0]->setCurrentIndex(3);
    QVERIFY(dialog->isValid());
    dialog->accept();
    QCOMPARE(wanted.size(), 1);
    const auto candidate = wanted[0][0].value<Candidate>();
    QCOMPARE(candidate.configuration.text(),
             std::string("BLOCK=256,VEC=1,UNROLL=1,STREAM=0,FAST_EXP=0"));
    QCOMPARE(candidate.textHash, sampleProblem()->templateHash);
  }

  void largeSpacesAreShownAndCounted() {
    Space space;
    for (int p = 0; p < 50; ++p) {
      Parameter parameter{"P" + std::to_string(p), {}, "a meaning"};
      for (int64_t v = 0; v < 200; ++v)
        parameter.values.emplace_back(v);
      space.parameters.push_back(std::move(parameter));
    }
    space.constraints.push_back(expression::Expression::parse("P0 + P1 < 100").value());
    Bench bench;
    bench.panel.resize(400, 600);
    bench.panel.show();
    bench.content.setProblem(withSpace(space));
    QTRY_VERIFY(bench.panel.headingText().contains(QStringLiteral("valid of")));
    QVERIFY(!bench.panel.grab().isNull());
  }

  void withoutAProblemOrASpaceItSaysWhatWillAppear() {
    Content content;
    Selection selection;
    SpacePanel panel(content, selection);
    auto bare = std::make_shared<LoadedProblem>(*sampleProblem());
    bare->problem.space.reset();
    content.setProblem(bare);
    QVERIFY(!panel.draft().isOpen());
    for (QAction* action : panel.panelActions())
      QVERIFY(!action->isEnabled());
  }

  void everyControlHasAName() {
    Bench bench;
    for (QWidget* child : bench.panel.findChildren<QWidget*>()) {
      if (!(child->focusPolicy() & Qt::TabFocus) || child->objectName().startsWith(u"qt_"))
        continue;
      const auto* button = qobject_cast<QPushButton*>(child);
      QVERIFY2(!child->accessibleName().isEmpty() || (button && !button->text().isEmpty()),
               child->metaObject()->className());
    }
  }
};

QTEST_MAIN(TestSpacePanel)
#include "test_space_panel.moc"
