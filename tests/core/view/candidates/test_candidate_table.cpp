// SPDX-License-Identifier: GPL-3.0-or-later
// Rows stand in their order, whether they came at once or one by one.
#include <QTest>
#include <algorithm>

#include "support/sample_rows.h"
#include "view/candidates/candidate_table.h"

using namespace kw;
using namespace kw::view;

namespace {

using Ids = std::vector<CandidateId>;

Ids idsOf(const CandidateTable& table) {
  Ids ids;
  for (size_t row = 0; row < table.rows(); ++row)
    ids.push_back(table.at(row));
  return ids;
}

void takeIn(CandidateTable& table) {
  table.append(table.incoming());
  if (table.pinsDiffer())
    table.rearrange();
  else if (!table.isArranged())
    table.arrange();
}

void eachColumn() {
  QTest::addColumn<size_t>("column");
  QTest::addColumn<bool>("descending");
  const auto columns = columnsOf(test::tableCases(), test::tableParameters());
  for (size_t i = 0; i < columns.size(); ++i)
    for (const bool descending : {false, true})
      QTest::newRow((columns[i].id + (descending ? " descending" : "")).c_str()) << i << descending;
}

}  // namespace

class TestCandidateTable : public QObject {
  Q_OBJECT

 private slots:
  void theSourceIsPinnedAndTheRestInOrderOfCompletion() {
    CandidateList list;
    list.append({test::plainRow("a", 2, 64), test::sourceRow(3), test::plainRow("b", 1, 128)});
    CandidateTable table(list);
    table.setNames({"only"}, test::plainParameters());
    QCOMPARE(idsOf(table), (Ids{1, 0, 2}));
    QCOMPARE(table.pinned(), size_t{1});
    table.setBaseline(2);
    QVERIFY(table.pinsDiffer());
    table.rearrange();
    QCOMPARE(idsOf(table), (Ids{2, 1, 0}));
    QCOMPARE(table.pinned(), size_t{2});
    QCOMPARE(table.rowOf(0), std::optional<size_t>(2));
  }

  void whatIsNotKnownIsLastInBothDirections() {
    CandidateList list;
    list.append({test::plainRow("a", 2, 64), test::failedRow("x", VerdictKind::hung, 64, "hung"),
                 test::plainRow("b", 1, 128), test::plainRow("c", 2, 256)});
    CandidateTable table(list);
    table.setNames({"only"}, test::plainParameters());
    table.setOrder(table.columnWithId("geomean"), false);
    QCOMPARE(idsOf(table), (Ids{2, 0, 3, 1}));
    table.setOrder(table.columnWithId("geomean"), true);
    QCOMPARE(idsOf(table), (Ids{0, 3, 2, 1}));
    table.setOrder(std::nullopt, true);
    QCOMPARE(idsOf(table), (Ids{3, 2, 1, 0}));
  }

  void oneByOneGivesTheSameOrderAsAllAtOnce_data() { eachColumn(); }
  void oneByOneGivesTheSameOrderAsAllAtOnce() {
    QFETCH(size_t, column);
    QFETCH(bool, descending);
    std::vector<CandidateRow> rows = test::sampleRows(300);
    std::swap(rows[0], rows[150]);  // the source comes in the midst
    CandidateList whole;
    whole.append(rows);
    CandidateTable atOnce(whole);
    atOnce.setNames(test::tableCases(), test::tableParameters());
    atOnce.setOrder(column, descending);

    CandidateList list;
    CandidateTable table(list);
    table.setNames(test::tableCases(), test::tableParameters());
    table.setOrder(column, descending);
    for (size_t at = 0, step = 1; at < rows.size(); at += step, step = step % 17 + 1) {
      const size_t end = std::min(at + step, rows.size());
      list.append({rows.begin() + static_cast<std::ptrdiff_t>(at),
                   rows.begin() + static_cast<std::ptrdiff_t>(end)});
      takeIn(table);
    }
    QCOMPARE(idsOf(table), idsOf(atOnce));
    for (size_t row = 0; row < table.rows(); ++row)
      QCOMPARE(table.rowOf(table.at(row)), std::optional<size_t>(row));
  }

  void theFilterHoldsForRowsThatComeLater() {
    CandidateList list;
    CandidateTable table(list);
    table.setNames({"only"}, test::plainParameters());
    QVERIFY(table.setFilter("BLOCK > 64"));
    list.append({test::sourceRow(3), test::plainRow("a", 2, 64), test::plainRow("b", 1, 128)});
    takeIn(table);
    QCOMPARE(idsOf(table), (Ids{0, 2}));
    QCOMPARE(table.leftOut(), size_t{1});
    QCOMPARE(table.rowOf(1), std::optional<size_t>());
    QVERIFY(table.setFilter(""));
    QCOMPARE(table.leftOut(), size_t{0});
  }

  void aPinnedRowIsShownThoughTheFilterLeavesItOut() {
    CandidateList list;
    list.append({test::plainRow("a", 2, 64), test::plainRow("b", 1, 128)});
    CandidateTable table(list);
    table.setNames({"only"}, test::plainParameters());
    QVERIFY(table.setFilter("BLOCK > 64"));
    table.setBaseline(0);
    table.rearrange();
    QCOMPARE(idsOf(table), (Ids{0, 1}));
    table.setBaseline(std::nullopt);
    table.rearrange();
    QCOMPARE(idsOf(table), (Ids{1}));
  }

  void chosenRowsBecomeText() {
    CandidateList list;
    list.append({test::sourceRow(0.2), test::plainRow("a", 0.1, 64)});
    CandidateTable table(list);
    table.setNames({"only"}, test::plainParameters());
    const std::vector<size_t> columns = {0, *table.columnWithId("geomean"),
                                         *table.columnWithId("difference"),
                                         *table.columnWithId("parameter:BLOCK")};
    QCOMPARE(tsvText(table.textTable({1}, columns, Reader::file)),
             std::string("#\tgeomean (µs)\tto baseline (%)\tBLOCK\n1\t100.0\t-50.0\t64\n"));
  }

  void anotherListStartsAnew() {
    CandidateList list;
    list.append({test::sourceRow(3), test::plainRow("a", 2, 64)});
    CandidateTable table(list);
    table.setNames({"only"}, test::plainParameters());
    list.clear();
    table.reset();
    QCOMPARE(table.rows(), size_t{0});
    QCOMPARE(table.rowOf(1), std::optional<size_t>());
  }
};

QTEST_GUILESS_MAIN(TestCandidateTable)
#include "test_candidate_table.moc"
