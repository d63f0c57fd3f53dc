// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>

#include "client/engine/engine.h"

using namespace kw;

class TestBudget : public QObject {
  Q_OBJECT

 private slots:
  void numbersAndTimesAreRead_data() {
    QTest::addColumn<QString>("text");
    QTest::addColumn<int>("evaluations");
    QTest::addColumn<qint64>("milliseconds");
    QTest::addColumn<QString>("written");
    QTest::newRow("number") << "24" << 24 << qint64(-1) << "24";
    QTest::newRow("seconds") << "60s" << -1 << qint64(60'000) << "60s";
    QTest::newRow("milliseconds") << "500ms" << -1 << qint64(500) << "500ms";
    QTest::newRow("minutes") << "5m" << -1 << qint64(300'000) << "300s";
    QTest::newRow("hours") << "2h" << -1 << qint64(7'200'000) << "7200s";
  }
  void numbersAndTimesAreRead() {
    QFETCH(QString, text);
    QFETCH(int, evaluations);
    QFETCH(qint64, milliseconds);
    QFETCH(QString, written);
    const auto budget = Budget::parse(text.toStdString());
    QVERIFY(budget);
    QCOMPARE(budget->evaluations ? int(*budget->evaluations) : -1, evaluations);
    QCOMPARE(budget->time ? qint64(budget->time->count()) : -1, milliseconds);
    QCOMPARE(QString::fromStdString(budget->text()), written);
    QCOMPARE(Budget::parse(budget->text())->text(), budget->text());
  }

  void anythingElseIsRefused_data() {
    QTest::addColumn<QString>("text");
    for (const char* text : {"", "0", "-3", "s", "10x", "1.5s", "24 ", "99999999999999999999",
                             "9999999999999h", "0s", "5 m", "+4"})
      QTest::newRow(text) << text;
  }
  void anythingElseIsRefused() {
    QFETCH(QString, text);
    const auto budget = Budget::parse(text.toStdString());
    QVERIFY(!budget);
    QCOMPARE(budget.error().kind, ErrorKind::badInput);
  }
};

QTEST_APPLESS_MAIN(TestBudget)
#include "test_budget.moc"
