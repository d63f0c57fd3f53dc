// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>

#include "base/result/result.h"
#include "support/printing.h"

using namespace kw;

namespace {

Result<int> half(int number) {
  if (number % 2 != 0) return failInput("expected an even number, found " + std::to_string(number));
  return number / 2;
}

Result<int> quarter(int number) {
  KW_ASSIGN(const int once, half(number));
  KW_ASSIGN(const int twice, half(once));
  return twice;
}

Status bothEven(int a, int b) {
  KW_TRY(half(a));
  KW_TRY(half(b));
  return {};
}

}  // namespace

class TestResult : public QObject {
  Q_OBJECT

 private slots:
  void assignGivesTheValueOrLeavesWithTheError() {
    QCOMPARE(quarter(12).value(), 3);
    const Result<int> failed = quarter(6);
    QVERIFY(!failed);
    QCOMPARE(failed.error().message, std::string("expected an even number, found 3"));
    QVERIFY(bothEven(2, 4));
    QCOMPARE(bothEven(2, 5).error().kind, ErrorKind::badInput);
  }

  void aPlaceIsDescribedByWhatIsKnownOfIt_data() {
    QTest::addColumn<QString>("file");
    QTest::addColumn<int>("line");
    QTest::addColumn<int>("column");
    QTest::addColumn<QString>("keyPath");
    QTest::addColumn<QString>("text");
    QTest::newRow("nothing") << "" << 0 << 0 << ""
                             << "";
    QTest::newRow("file") << "a.json" << 0 << 0 << ""
                          << "a.json";
    QTest::newRow("line") << "" << 3 << 0 << ""
                          << "line 3";
    QTest::newRow("line and column") << "" << 3 << 9 << ""
                                     << "line 3:9";
    QTest::newRow("all") << "a.json" << 3 << 9 << "cases[1].name"
                         << "a.json:3:9: cases[1].name";
    QTest::newRow("key path alone") << "" << 0 << 0 << "name"
                                    << "name";
  }
  void aPlaceIsDescribedByWhatIsKnownOfIt() {
    QFETCH(QString, file);
    QFETCH(int, line);
    QFETCH(int, column);
    QFETCH(QString, keyPath);
    QFETCH(QString, text);
    const Place place{test::utf8(file), line, column, test::utf8(keyPath)};
    QCOMPARE(describe(place), test::utf8(text));
  }

  void theTextOfAnErrorHasALineForEachFault() {
    Error first{ErrorKind::badInput, "no name", {"p.json", 2, 5, ""}, "give one"};
    Error second{ErrorKind::badInput, "no size", {}, {}};
    const Error all = joined({first, second});
    QCOMPARE(all.text(), std::string("p.json:2:5: no name (give one)\nno size"));
  }

  void everyKindOfErrorHasItsExitStatus() {
    QCOMPARE(exitStatus(ErrorKind::failed), 1);
    QCOMPARE(exitStatus(ErrorKind::badInput), 2);
    QCOMPARE(exitStatus(ErrorKind::missing), 3);
    QCOMPARE(exitStatus(ErrorKind::cancelled), 130);
    QCOMPARE(Status(failCancelled()).error().kind, ErrorKind::cancelled);
    QCOMPARE(Status(failMissing("x")).error().kind, ErrorKind::missing);
  }

  void theNearestWordIsALikelyMisspellingOrNothing_data() {
    QTest::addColumn<QString>("word");
    QTest::addColumn<QString>("found");
    QTest::newRow("a letter missing") << "shap"
                                      << "shape";
    QTest::newRow("two swapped") << "rlatiev"
                                 << "relative";
    QTest::newRow("one wrong") << "toleranse"
                               << "tolerance";
    QTest::newRow("nothing near") << "banana"
                                  << "";
    QTest::newRow("empty") << ""
                           << "";
  }
  void theNearestWordIsALikelyMisspellingOrNothing() {
    QFETCH(QString, word);
    QFETCH(QString, found);
    QCOMPARE(nearest(test::utf8(word), {"shape", "tolerance", "fill", "relative"}),
             test::utf8(found));
  }
};

QTEST_APPLESS_MAIN(TestResult)
#include "test_result.moc"
