// SPDX-License-Identifier: GPL-3.0-or-later
// The model keeps to Qt's rules whatever comes, and rows that are held stay the same candidates.
#include <QAbstractItemModelTester>
#include <QRegularExpression>
#include <QSignalSpy>
#include <QTest>
#include <memory>

#include "support/sample_rows.h"
#include "widgets/models/candidates_model.h"

using namespace kw;

namespace {

struct Fixture {
  Content content;
  Selection selection;
  std::vector<view::CandidateRow> rows = test::sampleRows(200);
  CandidatesModel model{content, selection};
  QAbstractItemModelTester tester{&model, QAbstractItemModelTester::FailureReportingMode::QtTest};

  Fixture() { content.setProblem(std::make_shared<LoadedProblem>(test::tableProblem())); }
  void append(size_t first, size_t end) {
    content.appendCandidates({rows.begin() + static_cast<std::ptrdiff_t>(first),
                              rows.begin() + static_cast<std::ptrdiff_t>(end)});
  }
  int column(const std::string& id) const {
    return static_cast<int>(model.table().columnWithId(id).value());
  }
  QString text(view::CandidateId id, const std::string& columnId) const {
    return model.indexOf(id).siblingAtColumn(column(columnId)).data().toString();
  }
};

}  // namespace

class TestCandidatesModel : public QObject {
  Q_OBJECT

 private slots:
  void init() { QTest::failOnWarning(QRegularExpression(".*")); }

  void rowsStreamInWhileSorted() {
    Fixture f;
    f.model.sort(f.column("geomean"), Qt::AscendingOrder);
    QSignalSpy inserted(&f.model, &QAbstractItemModel::rowsInserted);
    QSignalSpy moved(&f.model, &QAbstractItemModel::layoutChanged);
    f.append(0, 20);
    const QPersistentModelIndex held = f.model.indexOf(7);
    f.append(20, 120);
    f.append(120, 201);
    QCOMPARE(inserted.size(), 3);
    QCOMPARE(moved.size(), 3);
    QCOMPARE(f.model.rowCount(), 201);
    QCOMPARE(held.data(CandidatesModel::idRole).toUInt(), 7U);
    double last = 0;
    for (int row = 1; row < f.model.rowCount(); ++row) {
      const double time = f.content.candidates()[*f.model.idAt(f.model.index(row, 0))].geomean;
      if (time <= 0) break;
      QVERIFY(time >= last);
      last = time;
    }
  }

  void pinningMovesARowToTheTop() {
    Fixture f;
    f.append(0, 100);
    const QPersistentModelIndex held = f.model.indexOf(50);
    f.selection.setBaseline(50);
    QCOMPARE(held.row(), 0);
    QCOMPARE(f.model.indexOf(0).row(), 1);
    QCOMPARE(f.text(50, "difference"), QString("baseline"));
    f.selection.setBaseline(std::nullopt);
    QCOMPARE(held.row(), 50);
    QCOMPARE(f.model.table().pinned(), size_t{1});
  }

  void aSourceThatComesLaterIsPinnedAndGivesRatios() {
    Fixture f;
    f.append(1, 50);
    QCOMPARE(f.text(0, "speedup"), QString());
    f.append(0, 1);
    QCOMPARE(f.model.indexOf(49).row(), 0);
    QVERIFY(!f.text(0, "speedup").isEmpty());
  }

  void filteringLeavesOutAndSaysHowMany() {
    Fixture f;
    f.append(0, 150);
    QVERIFY(f.model.setFilter("verified and registers < 60"));
    const int shown = f.model.rowCount();
    QCOMPARE(f.model.table().leftOut() + static_cast<size_t>(shown), size_t{150});
    QVERIFY(shown > 1 && shown < 149);
    f.append(150, 201);
    f.selection.setBaseline(3);
    f.selection.setBaseline(std::nullopt);
    QVERIFY(!f.model.setFilter("registers <"));
    QVERIFY(f.model.setFilter(""));
    QCOMPARE(f.model.rowCount(), 201);
  }

  void anotherProblemMeansOtherColumns() {
    Fixture f;
    f.append(0, 20);
    QSignalSpy columns(&f.model, &CandidatesModel::columnsChanged);
    const int before = f.model.columnCount();
    f.content.setProblem(std::make_shared<LoadedProblem>(test::tableProblem()));
    QCOMPARE(columns.size(), 0);  // the same names
    f.content.setProblem(nullptr);
    f.content.resetCandidates({});
    QCOMPARE(columns.size(), 1);
    QVERIFY(f.model.columnCount() < before);
    QCOMPARE(f.model.rowCount(), 0);
  }

  void cellsSayWhatTheyAre() {
    Fixture f;
    f.append(0, 30);
    const QModelIndex failed = f.model.indexOf(4);  // number 4 fails in the samples
    QVERIFY(!f.text(4, "reason").isEmpty());
    QCOMPARE(f.text(4, "geomean"), QString());
    const QModelIndex time = failed.siblingAtColumn(f.column("geomean"));
    QVERIFY(time.data(Qt::AccessibleTextRole).toString().endsWith("not known"));
    QCOMPARE(time.data(Qt::TextAlignmentRole).value<Qt::Alignment>(),
             Qt::AlignRight | Qt::AlignVCenter);
    QVERIFY(f.model.indexOf(0).data(CandidatesModel::sourceRole).toBool());
    const QModelIndex prefill = f.model.indexOf(1).siblingAtColumn(f.column("case:prefill"));
    QVERIFY(prefill.data(Qt::ToolTipRole).toString().contains("Warm"));
    for (int column = 0; column < f.model.columnCount(); ++column)
      QVERIFY(!f.model.headerData(column, Qt::Horizontal, Qt::DisplayRole).toString().isEmpty());
  }
};

QTEST_MAIN(TestCandidatesModel)
#include "test_candidates_model.moc"
