// SPDX-License-Identifier: GPL-3.0-or-later
// A filter takes words or an expression, and says what is wrong with it.
#include <QTest>

#include "support/sample_rows.h"
#include "view/candidates/candidate_table.h"

using namespace kw;
using namespace kw::view;

namespace {

CandidateList someRows() {
  CandidateList list;
  list.append({test::sourceRow(2), test::plainRow("a", 1, 64, 40),
               test::plainRow("b", 0.5, 128, 80), test::plainRow("c", 4, 256, 128),
               test::failedRow("d", VerdictKind::wrong, 256, "wrong: out[3] is 1"),
               test::failedRow("e", VerdictKind::failedToCompile, 64, "failed to compile: no")});
  return list;
}

// The ids, besides the pinned source.
std::vector<CandidateId> passing(const std::string& text) {
  const CandidateList list = someRows();
  CandidateTable table(list);
  table.setNames({"only"}, test::plainParameters());
  if (!table.setFilter(text)) return {999};
  std::vector<CandidateId> ids;
  for (size_t row = table.pinned(); row < table.rows(); ++row)
    ids.push_back(table.at(row));
  return ids;
}

std::string fault(const std::string& text) {
  const auto filter = CandidateFilter::parse(text, columnsOf({"only"}, test::plainParameters()));
  return filter ? "" : filter.error().message;
}

using Ids = std::vector<CandidateId>;

}  // namespace

class TestCandidateFilter : public QObject {
  Q_OBJECT

 private slots:
  void nothingLetsAllPass() {
    QCOMPARE(passing(""), (Ids{1, 2, 3, 4, 5}));
    QCOMPARE(passing("   "), (Ids{1, 2, 3, 4, 5}));
  }

  void wordsMustAllOccur() {
    QCOMPARE(passing("wrong"), Ids{4});
    QCOMPARE(passing("Failed COMPILE"), Ids{5});
    QCOMPARE(passing("block=256, out[3]"), Ids{4});
    QCOMPARE(passing("256"), (Ids{3, 4}));
    QCOMPARE(passing("nowhere"), Ids{});
  }

  void expressionsAreOverParametersAndFigures() {
    QCOMPARE(passing("BLOCK >= 128 and registers < 100"), Ids{2});
    QCOMPARE(passing("BLOCK % 128 == 0 && verified"), (Ids{2, 3}));
    QCOMPARE(passing("time <= 1"), (Ids{1, 2}));
    QCOMPARE(passing("speedup > 1"), (Ids{1, 2}));
    QCOMPARE(passing("difference > 50"), Ids{3});
    QCOMPARE(passing("occupancy == 50"), (Ids{1, 2, 3}));
    QCOMPARE(passing("spills == 0 and shared == 1024 and number > 2"), Ids{3});
    QCOMPARE(passing("verified"), (Ids{1, 2, 3}));
    QCOMPARE(passing("not verified"), (Ids{4, 5}));
    QCOMPARE(passing("BLOCK in (64, 256)"), (Ids{1, 3, 4, 5}));
  }

  void whatIsNotKnownDoesNotPass() {
    QCOMPARE(passing("registers < 1000"), (Ids{1, 2, 3}));
    QCOMPARE(passing("not (registers < 1000)"), Ids{});
  }

  void faultsSayWhatAndWhere() {
    QVERIFY(fault("BLOCK >= ").find("column") != std::string::npos);
    QVERIFY(fault("BLOK >= 256").find("did you mean BLOCK?") != std::string::npos);
    QVERIFY(fault("elephants > 3").find("time (ms)") != std::string::npos);
    QCOMPARE(fault("elephants"), std::string());
  }

  void aFaultyFilterLeavesTheRowsAsTheyWere() {
    const CandidateList list = someRows();
    CandidateTable table(list);
    table.setNames({"only"}, test::plainParameters());
    QVERIFY(table.setFilter("BLOCK == 64"));
    QCOMPARE(table.leftOut(), size_t{3});
    QVERIFY(!table.setFilter("BLOCK == "));
    QCOMPARE(table.leftOut(), size_t{3});
  }

  void whatCannotBeWorkedOutIsCounted() {
    const CandidateList list = someRows();
    CandidateTable table(list);
    table.setNames({"only"}, test::plainParameters());
    QVERIFY(table.setFilter("BLOCK < 'text'"));
    QCOMPARE(table.filter().faults(), size_t{5});
    QVERIFY(!table.filter().firstFault().empty());
    QVERIFY(table.setFilter("registers < 10"));
    QCOMPARE(table.filter().faults(), size_t{0});
  }

  void aParameterGoesBeforeAFigureOfItsName() {
    const std::vector<Parameter> parameters = {
        {.name = "time", .values = {ParameterValue(int64_t{7})}, .meaning = ""}};
    CandidateRow row = test::plainRow("a", 1, 0);
    row.candidate.configuration = Configuration({{"time", ParameterValue(int64_t{7})}});
    CandidateList list;
    list.append({row});
    CandidateTable table(list);
    table.setNames({"only"}, parameters);
    QVERIFY(table.setFilter("time == 7"));
    QCOMPARE(table.rows(), size_t{1});
  }
};

QTEST_GUILESS_MAIN(TestCandidateFilter)
#include "test_candidate_filter.moc"
