// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>

#include "model/metrics/ptxas_log.h"

using namespace kw;

class TestPtxasLog : public QObject {
  Q_OBJECT
 private slots:
  void readsEachKernel();
  void keepsTheCompilersOwnLines();
  void findsAKernelByTheNameItIsLaunchedUnder();
};

void TestPtxasLog::readsEachKernel() {
  const auto log = parsePtxasLog(
      "ptxas info    : 786 bytes gmem, 16 bytes cmem[3]\n"
      "ptxas info    : Compiling entry function '_Z4normIfLi2EEvPT_' for 'sm_90a'\n"
      "ptxas info    : Function properties for _Z4normIfLi2EEvPT_\n"
      "ptxas         .     24 bytes stack frame, 20 bytes spill stores, 12 bytes spill loads\n"
      "ptxas info    : Used 40 registers, used 1 barriers, 80000 bytes smem, 380 bytes cmem[0], 4 "
      "bytes cmem[2]\n"
      "ptxas info    : Compile time = 3.191 ms\n"
      "ptxas info    : Compiling entry function 'other' for 'sm_90a'\n"
      "ptxas info    : Function properties for other\n"
      "    0 bytes stack frame, 0 bytes spill stores, 0 bytes spill loads\n"
      "ptxas info    : Function properties for helper\n"
      "    8 bytes stack frame, 4 bytes spill stores, 4 bytes spill loads\n"
      "ptxas info    : Used 10 registers, used 0 barriers, 16 bytes cumulative stack size\n");
  QCOMPARE(log.kernels.size(), size_t{2});
  const KernelResources& norm = log.kernels.at("_Z4normIfLi2EEvPT_");
  QCOMPARE(norm.registers, 40);
  QCOMPARE(norm.staticShared, int64_t{80000});
  QCOMPARE(norm.local, int64_t{24});
  QCOMPARE(norm.spillStores, int64_t{20});
  QCOMPARE(norm.spillLoads, int64_t{12});
  QCOMPARE(norm.constant, int64_t{384});
  const KernelResources& other = log.kernels.at("other");
  QCOMPARE(other.registers, 10);
  QCOMPARE(other.local, int64_t{16});
  QCOMPARE(other.spillStores, int64_t{4});
  QVERIFY(log.rest.empty());
}

void TestPtxasLog::keepsTheCompilersOwnLines() {
  const auto log = parsePtxasLog(
      "template.cu(3): warning #177-D: variable \"x\" was declared but never referenced\n  int "
      "x;\n      ^\n\n"
      "ptxas info    : 0 bytes gmem\n"
      "ptxas warning : Stack size for entry function 'k' cannot be statically determined\n");
  QVERIFY(log.rest.starts_with("template.cu(3): warning"));
  QVERIFY(log.rest.find("Stack size") != std::string::npos);
  QVERIFY(log.rest.find("gmem") == std::string::npos);
}

void TestPtxasLog::findsAKernelByTheNameItIsLaunchedUnder() {
  PtxasLog log;
  for (const char* name :
       {"_ZN2ns4normIfLi2EEEvPT_", "_ZN2ns4normIfLi4EEEvPT_", "plain", "_Z5otherPf"})
    log.kernels[name].function = name;
  QCOMPARE(kernelNamed("ns::norm<float, 4>", log), std::string("_ZN2ns4normIfLi4EEEvPT_"));
  QCOMPARE(kernelNamed("ns::norm<float,2>", log), std::string("_ZN2ns4normIfLi2EEEvPT_"));
  QCOMPARE(kernelNamed("plain", log), std::string("plain"));
  QCOMPARE(kernelNamed("other", log), std::string("_Z5otherPf"));
  QCOMPARE(kernelNamed("norm<T>", log), std::string());  // two have that base name
  QCOMPARE(kernelNamed("missing", log), std::string());
}

QTEST_APPLESS_MAIN(TestPtxasLog)
#include "test_ptxas_log.moc"
