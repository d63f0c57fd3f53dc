// SPDX-License-Identifier: GPL-3.0-or-later
// Where a report of Nsight Compute's lies, and what is said where none can be made.
#include <QTest>

#include "client/engine/nsight_report.h"

using namespace kw;

namespace {

Candidate candidate() {
  Candidate made;
  made.isTemplate = true;
  made.configuration = Configuration({{"BLOCK", ParameterValue(int64_t{256})}});
  return made;
}

}  // namespace

class TestNsightReport : public QObject {
  Q_OBJECT

 private slots:
  void itLiesBesideTheSession() {
    QCOMPARE(nsightReport("/a/b/norm.kwr", candidate(), "prefill").string(),
             std::string("/a/b/norm-BLOCK=256-prefill.ncu-rep"));
    QCOMPARE(nsightReport("norm.kwr", Candidate(), "4096 x 4096/2").string(),
             std::string("norm-source-4096_x_4096_2.ncu-rep"));
    QVERIFY(
        nsightReport("/a/n.kwr", candidate(), std::string(5000, 'x')).filename().string().size() <
        255);
  }

  void theCommandCanBeTyped() {
    QCOMPARE(nsightCommand("/a b/norm.kwr", candidate()),
             std::string("kwr profile '/a b/norm.kwr' --config BLOCK=256 --ncu norm.ncu-rep && "
                         "ncu-ui norm.ncu-rep"));
    QVERIFY(nsightCommand("norm.kwr", Candidate()).find(" --source ") != std::string::npos);
  }

  void whatIsMissingIsSaidWithTheCommand() {
    const NsightPrograms none, both{"/usr/bin/ncu", "/usr/bin/ncu-ui"};
    QVERIFY(canProfileWithNsight(both, false, "norm.kwr", candidate()).has_value());
    for (const Status& may : {canProfileWithNsight(none, false, "norm.kwr", candidate()),
                              canProfileWithNsight(both, true, "norm.kwr", candidate())}) {
      QVERIFY(!may);
      QCOMPARE(may.error().kind, ErrorKind::missing);
      QVERIFY(may.error().advice.find(nsightCommand("norm.kwr", candidate())) != std::string::npos);
    }
    QVERIFY(
        canProfileWithNsight(none, false, "norm.kwr", candidate()).error().message.find("ncu") !=
        std::string::npos);
  }

  void programsAreFoundByTheirVariables() {
    qputenv("KERNELWRIGHT_NCU", "/opt/ncu");
    qputenv("KERNELWRIGHT_NCU_UI", "/opt/ncu-ui");
    QCOMPARE(nsightPrograms().profiler, std::string("/opt/ncu"));
    QCOMPARE(nsightPrograms().window, std::string("/opt/ncu-ui"));
  }
};

QTEST_APPLESS_MAIN(TestNsightReport)
#include "test_nsight_report.moc"
