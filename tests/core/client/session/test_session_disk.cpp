// SPDX-License-Identifier: GPL-3.0-or-later
// A disk that becomes full, for real: a small tmpfs in a sandbox.
#include <QTest>

#include "core/client/session/samples.h"

using namespace kw::test;

class TestSessionDisk : public QObject {
  Q_OBJECT

 private slots:
  void aFullDiskIsSaidAndNothingIsLost() {
    if (const std::string why = noSandbox(); !why.empty()) QSKIP(why.c_str());
    const QString said = QString::fromStdString(
        ran(actor({"fill-disk", "/mnt"},
                  {"bwrap", "--bind", "/", "/", "--size", "2097152", "--tmpfs", "/mnt"})));
    QVERIFY2(said.contains("the disk that holds /mnt/full.kwr is full"), qPrintable(said));
    QVERIFY2(said.contains("nothing lost"), qPrintable(said));
  }
};

QTEST_APPLESS_MAIN(TestSessionDisk)
#include "test_session_disk.moc"
