// SPDX-License-Identifier: GPL-3.0-or-later
// A run whose disk becomes full, for real: a small tmpfs in a sandbox.
#include <QTest>

#include "core/client/session/samples.h"

using namespace kw::test;

class TestTuneDisk : public QObject {
  Q_OBJECT

  static QString said(const std::string& command) {
    return QString::fromStdString(ran(actor(
        {command, "/mnt"}, {"bwrap", "--bind", "/", "/", "--size", "2097152", "--tmpfs", "/mnt"})));
  }

 private slots:
  void aRunWaitsForRoomAndThenGoesOn() {
    if (const std::string why = noSandbox(); !why.empty()) QSKIP(why.c_str());
    const QString text = said("recover");
    QVERIFY2(text.contains("waiting for the session: the disk that holds /mnt/s.kwr is full"),
             qPrintable(text));
    QVERIFY2(text.contains("the session can be written again"), qPrintable(text));
    QVERIFY2(text.contains("21 verified, 22 stored"), qPrintable(text));
  }

  void whereNoRoomComesTheRunEndsAndALaterOneGoesOn() {
    if (const std::string why = noSandbox(); !why.empty()) QSKIP(why.c_str());
    const QString text = said("give-up");
    QVERIFY2(text.contains("the disk that holds /mnt/s.kwr is full"), qPrintable(text));
    QVERIFY2(text.contains("21 verified, some of them kept"), qPrintable(text));
  }

  void stoppedWhileItWaitsARunStillSaysWhatItMeasured() {
    if (const std::string why = noSandbox(); !why.empty()) QSKIP(why.c_str());
    const QString text = said("interrupt");
    QVERIFY2(text.contains("cancelled, the disk that holds /mnt/s.kwr is full"), qPrintable(text));
    QVERIFY2(text.contains("measured ones counted, some unsaved"), qPrintable(text));
    QVERIFY2(text.contains("21 verified, some of them kept"), qPrintable(text));
  }
};

QTEST_APPLESS_MAIN(TestTuneDisk)
#include "test_tune_disk.moc"
