// SPDX-License-Identifier: GPL-3.0-or-later
// Who is best on single cases, and how it is said.
#include <QTest>

#include "support/printing.h"
#include "support/sample_rows.h"
#include "view/candidates/case_best.h"

using namespace kw;
using namespace kw::view;

namespace {

const std::vector<std::string> cases{"decode", "prefill"};

CaseTime around(double milliseconds) {
  if (milliseconds == 0) return {};
  return {milliseconds, 0.98 * milliseconds, 1.02 * milliseconds, 0};
}

// Verified, with a median on each case; 0: not timed there.
CandidateRow timed(const std::string& key, double decode, double prefill, double geomean) {
  CandidateRow row = test::plainRow(key, geomean, 64);
  row.cases = {around(decode), around(prefill)};
  return row;
}

CandidateList listOf(std::vector<CandidateRow> rows) {
  CandidateList list;
  list.append(std::move(rows));
  return list;
}

// #1 is best over all, #2 on decode.
CandidateList twoWinners() {
  CandidateRow source = test::sourceRow(6);
  source.cases = {around(4), around(9)};
  return listOf({source, timed("a", 2, 2, 2), timed("b", 1, 16, 4)});
}

}  // namespace

class TestCaseBest : public QObject {
  Q_OBJECT

 private slots:
  void anotherThanTheBestOverAllCanBeBestOnACase() {
    const CandidateList list = twoWinners();
    QCOMPARE(list.best().value(), CandidateId{1});
    const std::vector<CaseBest> best = bestOfCases(list, 2);
    QCOMPARE(best[0].fastest.value(), CandidateId{2});
    QVERIFY(best[0].differs);
    QCOMPARE(best[0].bestMedian / best[0].median, 2.0);
    QCOMPARE(best[1].fastest.value(), CandidateId{1});
    QVERIFY(!best[1].differs);
    QCOMPARE(
        caseBestTexts(list, cases),
        (std::vector<std::string>{"decode: #2 takes 1.000 ms, 2.00× over #1, the best over all",
                                  "prefill: #1, the best over all, 2.000 ms; nothing is faster"}));
    QCOMPARE(caseBestNote(list, cases), std::string("faster on decode: #2, 2.00×"));
  }

  void intervalsThatMeetMakeNoWinner() {
    const CandidateList list = listOf({timed("a", 2, 2, 2), timed("b", 1.98, 3, 2.4)});
    QVERIFY(!bestOfCases(list, 2)[0].differs);
    QCOMPARE(caseBestTexts(list, cases)[0],
             std::string("decode: #0, the best over all, 2.000 ms; nothing is clearly faster"));
    QCOMPARE(caseBestNote(list, cases), std::string());
  }

  void whatAppliesToSomeCasesMayWinThose() {
    CandidateRow part = timed("b", 0, 0.5, 0);
    part.appliesToAll = false;
    const CandidateList list = listOf({timed("a", 2, 2, 2), part});
    QCOMPARE(list.best().value(), CandidateId{0});
    QVERIFY(!bestOfCases(list, 2)[0].differs);
    QVERIFY(bestOfCases(list, 2)[1].differs);
    // With no candidate for all cases, there is nothing to compare with.
    const CandidateList alone = listOf({part});
    QCOMPARE(caseBestTexts(alone, cases), std::vector<std::string>{"prefill: #0 takes 500.0 µs"});
    QCOMPARE(caseBestNote(alone, cases), std::string("faster on prefill: #0"));
  }

  void failuresNeverWin() {
    CandidateRow wrong = timed("b", 0.1, 0.1, 0.1);
    wrong.verdict = VerdictKind::wrong;
    const CandidateList list = listOf({timed("a", 2, 2, 2), wrong});
    QCOMPARE(bestOfCases(list, 2)[0].fastest.value(), CandidateId{0});
  }

  void oneCaseOrNothingTimedSaysNothing() {
    const CandidateList one = listOf({test::plainRow("a", 1, 64), test::plainRow("b", 2, 128)});
    QVERIFY(caseBestTexts(one, {"only"}).empty());
    QVERIFY(caseBestNote(one, {"only"}).empty());
    QVERIFY(caseBestTexts({}, cases).empty());
    QVERIFY(caseBestNote({}, cases).empty());
    QVERIFY(caseBestTexts(twoWinners(), {}).empty());
    const CandidateList failures =
        listOf({test::failedRow("a", VerdictKind::crashed, 64, "crashed")});
    QVERIFY(caseBestTexts(failures, cases).empty());
  }

  void eachCandidateIsSetAgainstTheFastest() {
    const CandidateList list = twoWinners();
    const std::vector<CaseBest> best = bestOfCases(list, 2);
    QCOMPARE(caseStandingText(list, best[0], 2, 1), std::string("the fastest on this case"));
    QCOMPARE(caseStandingText(list, best[1], 2, 16),
             std::string("8.00× the time of #1, the fastest on this case"));
    QCOMPARE(caseStandingText(list, best[0], 2, 0), std::string());
    QCOMPARE(caseStandingText(list, CaseBest{}, 2, 1), std::string());
  }
};

QTEST_APPLESS_MAIN(TestCaseBest)
#include "test_case_best.moc"
