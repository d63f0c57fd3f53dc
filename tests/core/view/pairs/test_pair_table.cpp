// SPDX-License-Identifier: GPL-3.0-or-later
// What candidates with two values came to: best, median, failures, and cells without any.
#include <QTest>

#include "view/pairs/pair_table.h"

using namespace kw;
using namespace kw::view;

namespace {

struct Row {
  int64_t a, b, c;
  double milliseconds;  // 0: failed
};

// A of 1, 2; B of 1, 2, 3; C of 1, 2.
ParameterLines lines(const std::vector<Row>& rows) {
  Space space;
  space.parameters = {{"A", {int64_t{1}, int64_t{2}}, ""},
                      {"B", {int64_t{1}, int64_t{2}, int64_t{3}}, ""},
                      {"C", {int64_t{1}, int64_t{2}}, ""}};
  std::vector<CandidateRow> made;
  for (const Row& row : rows) {
    CandidateRow one;
    one.key = std::to_string(made.size());
    one.candidate.isTemplate = true;
    one.candidate.configuration = Configuration({{"A", row.a}, {"B", row.b}, {"C", row.c}});
    one.geomean = row.milliseconds;
    one.verdict = row.milliseconds > 0 ? VerdictKind::verified : VerdictKind::wrong;
    made.push_back(std::move(one));
  }
  CandidateList list;
  list.append(std::move(made));
  ParameterLines all;
  all.build(&space, list, {}, {});
  return all;
}

}  // namespace

class TestPairTable : public QObject {
  Q_OBJECT

 private slots:
  void eachCellSumsUpItsRows() {
    const PairTable table(
        lines({{1, 1, 1, 4}, {1, 1, 2, 2}, {2, 3, 1, 8}, {2, 3, 2, 0}, {2, 1, 1, 0}}), 0, 1);
    QCOMPARE(table.columns(), size_t{2});
    QCOMPARE(table.rows(), size_t{3});
    QCOMPARE(table.cell(0, 0).timed, size_t{2});
    QCOMPARE(PairTable::figure(table.cell(0, 0), PairFigure::best), 2.0);
    QCOMPARE(PairTable::figure(table.cell(0, 0), PairFigure::median), 3.0);
    QCOMPARE(*table.cell(0, 0).bestId, CandidateId{1});
    QCOMPARE(table.cell(1, 2).timed, size_t{1});
    QCOMPARE(table.cell(1, 2).failed, size_t{1});
    QCOMPARE(table.wholeColumn(0).timed, size_t{2});
    QCOMPARE(table.wholeRow(0).timed, size_t{2});
    QCOMPARE(table.wholeRow(0).failed, size_t{1});
    QCOMPARE(table.wholeRow(2).best, 8.0);
    QCOMPARE(*table.best(), (PairTable::Place{0, 0}));
    QCOMPARE(table.lowest(PairFigure::best), 2.0);
    QCOMPARE(table.highest(PairFigure::median), 8.0);
  }

  void cellsWithoutRowsAndWithoutTimesDiffer() {
    const PairTable table(lines({{1, 1, 1, 4}, {2, 1, 1, 0}}), 0, 1);
    QCOMPARE(table.emptyCells(), size_t{4});
    QCOMPARE(table.untimedCells(), size_t{1});
    QCOMPARE(table.cell(1, 0).rows(), size_t{1});
    QVERIFY(!table.cell(1, 0).bestId);
  }

  void aValueThatTheSpaceHasNotIsCounted() {
    const PairTable table(lines({{1, 1, 1, 4}, {7, 1, 1, 1}}), 0, 1);
    QCOMPARE(table.unknownRows(), size_t{1});
    QCOMPARE(table.lowest(PairFigure::best), 4.0);
  }

  void theUsualPairVaries() {
    const auto pair = usualPair(lines({{1, 1, 1, 4}, {1, 2, 2, 3}}));
    QVERIFY(pair);
    QCOMPARE(pair->column, size_t{1});
    QCOMPARE(pair->row, size_t{2});
    QVERIFY(!usualPair(ParameterLines()));
    QVERIFY(usualPair(lines({})));
  }

  void nothingHasNoBest() {
    const PairTable table(lines({}), 0, 1);
    QVERIFY(!table.best());
    QCOMPARE(table.lowest(PairFigure::best), 0.0);
    QCOMPARE(table.emptyCells(), table.cells());
  }
};

QTEST_GUILESS_MAIN(TestPairTable)
#include "test_pair_table.moc"
