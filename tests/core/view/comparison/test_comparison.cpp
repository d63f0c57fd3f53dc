// SPDX-License-Identifier: GPL-3.0-or-later
// Candidates stand beside a baseline, and what differs is marked.
#include <QTest>
#include <cmath>

#include "support/sample_rows.h"
#include "view/comparison/comparison.h"

using namespace kw;
using namespace kw::view;

namespace {

using Ids = std::vector<CandidateId>;

CandidateList someRows() {
  CandidateList list;
  list.append({test::sourceRow(2), test::plainRow("a", 1, 64), test::plainRow("b", 1.015, 64),
               test::plainRow("c", 0.5, 128, 64),
               test::failedRow("d", VerdictKind::wrong, 256, "wrong: out[3] is 1")});
  return list;
}

SideBySide compared(const CandidateList& list, std::optional<CandidateId> baseline,
                    const Ids& ids) {
  return compareCandidates(list, baseline, ids, {"only"}, test::plainParameters());
}

const ComparisonRow& rowOf(const SideBySide& comparison, const std::string& title) {
  static const ComparisonRow none{};
  for (const ComparisonRow& row : comparison.rows)
    if (row.title == title) return row;
  return none;
}

}  // namespace

class TestComparison : public QObject {
  Q_OBJECT

 private slots:
  void theBaselineIsTheFirstColumn() {
    const CandidateList list = someRows();
    QCOMPARE(compared(list, std::nullopt, {3, 1}).columns, (Ids{0, 3, 1}));
    QCOMPARE(compared(list, 1, {3, 1, 99}).columns, (Ids{1, 3}));
    QCOMPARE(compared(list, 1, {3}).headings, (std::vector<std::string>{"#1", "#3"}));
  }

  void timesTellByHowMuchAndWhetherItMayBeChance() {
    const CandidateList list = someRows();
    const SideBySide comparison = compared(list, 1, {2, 3});
    const ComparisonRow& row = rowOf(comparison, "only (ms)");
    QCOMPARE(row.kind, ComparisonRow::Kind::time);
    QCOMPARE(row.cells.size(), size_t{3});
    QVERIFY(std::isnan(row.cells[0].difference));
    QVERIFY(std::abs(row.cells[1].difference - 0.015) < 1e-9);
    QVERIFY(row.cells[1].overlaps && row.cells[1].differs);
    QVERIFY(std::abs(row.cells[2].difference + 0.5) < 1e-9);
    QVERIFY(!row.cells[2].overlaps);
    QCOMPARE(row.cells[2].text, std::string("0.5000"));
    QCOMPARE(row.cells[2].beside, std::string("0.4950 to 0.5050"));
  }

  void whatReadsTheSameIsNotMarked() {
    const CandidateList list = someRows();
    const SideBySide comparison = compared(list, 1, {2, 3});
    QVERIFY(rowOf(comparison, "BLOCK").differs);
    QVERIFY(!rowOf(comparison, "BLOCK").cells[1].differs);
    QVERIFY(rowOf(comparison, "BLOCK").cells[2].differs);
    QVERIFY(!rowOf(comparison, "verdict").differs);
    QVERIFY(rowOf(comparison, "registers").differs);
  }

  void failedOnesTellWhy() {
    const CandidateList list = someRows();
    const SideBySide comparison = compared(list, 1, {4});
    QCOMPARE(rowOf(comparison, "reason").cells[1].text, std::string("wrong: out[3] is 1"));
    QCOMPARE(rowOf(comparison, "geomean (ms)").cells[1].text, std::string());
  }

  void noMoreThanFitSideBySide() {
    CandidateList list;
    std::vector<CandidateRow> rows = {test::sourceRow(1)};
    Ids ids;
    for (CandidateId id = 1; id < 20; ++id) {
      rows.push_back(test::plainRow(std::to_string(id), 1, 64));
      ids.push_back(id);
    }
    list.append(rows);
    QCOMPARE(compared(list, std::nullopt, ids).columns.size(), mostCompared + 1);
  }

  void onlyDifferingRowsBecomeTextWhereAsked() {
    const CandidateList list = someRows();
    const SideBySide comparison = compared(list, 1, {3});
    const TextTable all = textTable(comparison, false);
    const TextTable some = textTable(comparison, true);
    QCOMPARE(all.header, (std::vector<std::string>{"", "baseline: #1", "#3"}));
    QCOMPARE(all.rows.size(), comparison.rows.size());
    QVERIFY(some.rows.size() < all.rows.size());
  }

  void nothingIsComparedWithNothing() {
    const CandidateList list;
    QVERIFY(compared(list, std::nullopt, {1, 2}).columns.empty());
  }
};

QTEST_GUILESS_MAIN(TestComparison)
#include "test_comparison.moc"
