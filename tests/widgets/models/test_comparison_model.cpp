// SPDX-License-Identifier: GPL-3.0-or-later
// The comparison follows what is selected and pinned.
#include <QAbstractItemModelTester>
#include <QBrush>
#include <QColor>
#include <QFont>
#include <QRegularExpression>
#include <QTest>
#include <memory>

#include "support/sample_rows.h"
#include "widgets/models/comparison_model.h"

using namespace kw;

namespace {

struct Fixture {
  Content content;
  Selection selection;
  ComparisonModel model{content, selection};
  QAbstractItemModelTester tester{&model, QAbstractItemModelTester::FailureReportingMode::QtTest};

  Fixture() {
    content.setProblem(std::make_shared<LoadedProblem>(test::tableProblem()));
    content.resetCandidates(test::sampleRows(60));
  }
  int row(const QString& title) const {
    for (int row = 0; row < model.rowCount(); ++row)
      if (model.headerData(row, Qt::Vertical, Qt::DisplayRole).toString().startsWith(title))
        return row;
    return -1;
  }
};

}  // namespace

class TestComparisonModel : public QObject {
  Q_OBJECT

 private slots:
  void init() { QTest::failOnWarning(QRegularExpression(".*")); }

  void columnsAreTheBaselineAndTheSelected() {
    Fixture f;
    f.selection.select({5, 6});
    QCOMPARE(f.model.columnCount(), 3);
    QCOMPARE(f.model.idAt(0), std::optional<view::CandidateId>(0));
    f.selection.setBaseline(6);
    QCOMPARE(f.model.columnCount(), 2);
    QCOMPARE(f.model.headerData(0, Qt::Horizontal, Qt::DisplayRole).toString(),
             QString("baseline: #6"));
    f.content.resetCandidates({});
    QCOMPARE(f.model.columnCount(), 0);
  }

  void moreThanFitAreCounted() {
    Fixture f;
    std::vector<view::CandidateId> ids;
    for (view::CandidateId id = 0; id < 12; ++id)
      ids.push_back(id);
    f.selection.select(ids);
    QCOMPARE(f.model.columnCount(), 9);
    QCOMPARE(f.model.leftOut(), size_t{3});
  }

  void whatDiffersIsMarked() {
    Fixture f;
    f.selection.setBaseline(5);
    f.selection.select({6, 7});
    const int times = f.row("geomean"), block = f.row("BLOCK");
    QVERIFY(times >= 0 && block >= 0);
    QVERIFY(f.model.index(times, 1).data(Qt::BackgroundRole).isValid());
    QVERIFY(!f.model.index(times, 0).data(Qt::BackgroundRole).isValid());
    bool anyBold = false;
    for (int row = 0; row < f.model.rowCount(); ++row) {
      QVERIFY(!f.model.index(row, 0).data(Qt::FontRole).value<QFont>().bold());
      anyBold = anyBold || f.model.index(row, 1).data(Qt::FontRole).value<QFont>().bold();
    }
    QVERIFY(anyBold);
  }

  void onlyDifferingRowsAreShownWhereAsked() {
    Fixture f;
    f.selection.setBaseline(5);
    f.selection.select({6});
    const int all = f.model.rowCount();
    f.model.setOnlyDiffering(true);
    QVERIFY(f.model.rowCount() < all);
    QCOMPARE(f.row("verdict"), -1);
  }
};

QTEST_MAIN(TestComparisonModel)
#include "test_comparison_model.moc"
