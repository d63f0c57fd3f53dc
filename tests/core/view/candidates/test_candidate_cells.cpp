// SPDX-License-Identifier: GPL-3.0-or-later
// Cells say what is known, in one unit and as many digits per column.
#include <QTest>
#include <cmath>

#include "support/sample_rows.h"
#include "view/candidates/candidate_cells.h"
#include "view/candidates/text_table.h"

using namespace kw;
using namespace kw::view;

namespace {

struct Fixture {
  CandidateList list;
  CandidateCells cells{list};
  std::vector<Column> columns = columnsOf({"only"}, test::plainParameters());

  explicit Fixture(std::vector<CandidateRow> rows) {
    list.append(std::move(rows));
    cells.reset(1);
  }
  const Column& column(const std::string& id) const {
    for (const Column& each : columns)
      if (each.id == id) return each;
    return columns.front();
  }
  std::string text(const std::string& id, CandidateId of, Reader reader = Reader::people) const {
    return cells.text(column(id), of, reader);
  }
};

}  // namespace

class TestCandidateCells : public QObject {
  Q_OBJECT

 private slots:
  void aColumnOfTimesHasOneUnit() {
    const Fixture fast({test::sourceRow(0.9), test::plainRow("a", 0.0123456, 64)});
    QCOMPARE(fast.cells.unit(fast.column("geomean")), std::string("µs"));
    QCOMPARE(fast.text("geomean", 0), std::string("900.0"));
    QCOMPARE(fast.text("geomean", 1), std::string("12.35"));
    const Fixture slow({test::sourceRow(1.5), test::plainRow("a", 0.0123456, 64)});
    QCOMPARE(slow.cells.unit(slow.column("geomean")), std::string("ms"));
    QCOMPARE(slow.text("geomean", 0), std::string("1.500"));
    QCOMPARE(slow.text("case:only", 1), std::string("0.01235"));
  }

  void ratiosAreTakenOnOneDevice() {
    CandidateRow elsewhere = test::plainRow("b", 0.5, 64);
    elsewhere.deviceId = "another";
    Fixture table({test::sourceRow(1), test::plainRow("a", 0.5, 64), elsewhere});
    QCOMPARE(table.text("speedup", 1), std::string("2.00"));
    QCOMPARE(table.text("difference", 1), std::string("−50.0"));
    QCOMPARE(table.text("difference", 1, Reader::file), std::string("-50.0"));
    QCOMPARE(table.text("difference", 0), std::string("baseline"));
    QCOMPARE(table.text("difference", 0, Reader::file), std::string("0.0"));
    QCOMPARE(table.text("verdict", 0), std::string("source, verified"));
    QCOMPARE(table.text("speedup", 2), std::string());
    QVERIFY(!table.cells.more(table.column("speedup"), 2).empty());
    table.cells.setBaseline(1);
    QCOMPARE(table.text("difference", 0), std::string("+100.0"));
    QCOMPARE(table.text("difference", 2), std::string());
  }

  void whatIsNotKnownIsEmpty() {
    const Fixture table({test::failedRow("x", VerdictKind::wrong, 64, "wrong: it is")});
    for (const char* id : {"geomean", "case:only", "speedup", "difference", "registers", "spills",
                           "static-shared", "occupancy"}) {
      QCOMPARE(table.text(id, 0), std::string());
      QVERIFY(!table.cells.key(table.column(id), 0).isKnown());
    }
    QCOMPARE(table.text("verdict", 0), std::string("wrong"));
    QCOMPARE(table.text("reason", 0), std::string("wrong: it is"));
    QCOMPARE(table.text("parameter:BLOCK", 0), std::string("64"));
  }

  void aCpuHasNoRegisters() {
    CandidateRow row = test::plainRow("a", 1, 64, 0);
    const Fixture table({row});
    QCOMPARE(table.text("registers", 0), std::string());
    QCOMPARE(table.text("spills", 0), std::string());
  }

  void aCaseTellsItsIntervalAndItsWarmTime() {
    const Fixture table({test::plainRow("a", 0.1, 64)});
    QCOMPARE(table.cells.more(table.column("case:only"), 0),
             std::string("95 % interval of the median: 99.00 to 101.0 µs\nWarm: 50.00 µs"));
  }

  void numbersForPeopleHaveThousands() {
    CandidateRow row = test::plainRow("a", 0.1, 64);
    row.spills = 12345;
    const Fixture table({row});
    QCOMPARE(table.text("spills", 0), std::string("12,345"));
    QCOMPARE(table.text("spills", 0, Reader::file), std::string("12345"));
  }

  void numbersAreBelowTexts() {
    QVERIFY(compare({1, {}}, {2, {}}) < 0);
    QVERIFY(compare({9, {}}, {std::nan(""), "a"}) < 0);
    QVERIFY(compare({std::nan(""), "b"}, {std::nan(""), "a"}) > 0);
    QCOMPARE(compare({2, {}}, {2, {}}), 0);
  }

  void tablesBecomeTextWithoutLosingTheirShape() {
    const TextTable table{{"a", "b"}, {false, true}, {{"x|y\tz", "1"}, {"two\nlines", ""}}};
    QCOMPARE(tsvText(table), std::string("a\tb\nx|y z\t1\ntwo lines\t\n"));
    QCOMPARE(markdownText(table),
             std::string("| a | b |\n| --- | ---: |\n| x\\|y z | 1 |\n| two lines |  |\n"));
  }
};

QTEST_GUILESS_MAIN(TestCandidateCells)
#include "test_candidate_cells.moc"
