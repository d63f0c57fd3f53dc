// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>

#include "runner/counters/refusals.h"

using namespace kw;

class TestRefusals : public QObject {
  Q_OBJECT

 private slots:
  void eachSaysWhyAndHowToAllowIt_data() {
    QTest::addColumn<int>("code");
    QTest::addColumn<QString>("why");
    QTest::addColumn<QString>("how");
    QTest::newRow("busy") << 26 << "another profiler"
                          << "dcgmi profile --pause";
    QTest::newRow("MPS") << 31 << "MPS"
                         << "quit";
    QTest::newRow("virtual") << 33 << "virtual GPU"
                             << "enable profiling";
    QTest::newRow("privilege") << 35 << "administrators"
                               << "NVreg_RestrictProfilingToAdminUsers=0";
    QTest::newRow("virtual, not allowed") << 40 << "virtual GPU"
                                          << "enable_profiling";
    QTest::newRow("confidential") << 41 << "confidential"
                                  << "devtools";
    QTest::newRow("MIG") << 43 << "MIG"
                         << "-mig 0";
    QTest::newRow("WSL") << 45 << "WSL"
                         << "control panel";
  }
  void eachSaysWhyAndHowToAllowIt() {
    QFETCH(int, code);
    QFETCH(QString, why);
    QFETCH(QString, how);
    const Error error = counters::refusal(code, "starting a pass");
    QCOMPARE(error.kind, ErrorKind::missing);
    QVERIFY(QString::fromStdString(error.message).contains(why));
    QVERIFY(QString::fromStdString(error.advice).contains(how));
    QVERIFY(QString::fromStdString(error.message).contains(QString::number(code)));
  }

  void otherCodesAreFailuresOfWhatWasBeingDone() {
    const Error error = counters::refusal(999, "starting a pass");
    QCOMPARE(error.kind, ErrorKind::failed);
    QCOMPARE(error.message, std::string("starting a pass failed with CUPTI error 999"));
  }
};

QTEST_GUILESS_MAIN(TestRefusals)
#include "test_refusals.moc"
