// SPDX-License-Identifier: GPL-3.0-or-later
// A machine without NumPy: this program runs with KERNELWRIGHT_PYTHON set to what is no Python.
#include <QTest>

#include "bench.h"

using namespace kw;
using namespace kw::test;

class TestNoNumPy : public QObject {
  Q_OBJECT
 private slots:
  void initTestCase() { qputenv("KERNELWRIGHT_PYTHON", "/bin/true"); }
  void openingSaysWhatToInstall();
  void otherOraclesNeedNone();
};

void TestNoNumPy::openingSaysWhatToInstall() {
  const auto folder = ProblemFolder::make(twiceProblem());
  QVERIFY2(folder, errorText(folder).c_str());
  MemoryDevice device;
  const auto opened = PreparedProblem::prepare(device, folder->problem(), {}, {});
  QVERIFY(!opened);
  QCOMPARE(opened.error().kind, ErrorKind::missing);
  QVERIFY2(contains(errorText(opened), "tried /bin/true"), errorText(opened).c_str());
  QVERIFY2(contains(errorText(opened), "apt install python3-numpy"), errorText(opened).c_str());
}

void TestNoNumPy::otherOraclesNeedNone() {
  ProblemFolder::Files texts = twiceProblem();
  const std::string python = "\"python\": \"oracle.py\"";
  texts[2].second.replace(texts[2].second.find(python), python.size(), "\"trusted\": \"source\"");
  const auto folder = ProblemFolder::make(texts);
  QVERIFY2(folder, errorText(folder).c_str());
  MemoryDevice device;
  PrepareOptions options;
  options.source = device.program("source", {{"twice", twice}});
  const auto opened = PreparedProblem::prepare(device, folder->problem(), options, {});
  QVERIFY2(opened, errorText(opened).c_str());
}

QTEST_GUILESS_MAIN(TestNoNumPy)
#include "test_no_numpy.moc"
