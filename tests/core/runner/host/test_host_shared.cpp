// SPDX-License-Identifier: GPL-3.0-or-later
// What a block finds in shared memory that it has not set: neither zeros nor what others left.
#include <QtTest>
#include <algorithm>

#include "core/runner/host/bench.h"

using namespace kw;
using namespace kw::host::bench;

namespace {

constexpr int blocks = 50, threads = 96;

// What each thread finds in its place before it leaves 7 there.
std::vector<unsigned> foundBy(Bench& bench, int64_t dynamicBytes) {
  const BufferId p = bench.array(std::vector<unsigned>(blocks * threads));
  const LaunchOutcome outcome =
      bench.launch({{blocks, 1, 1}, {threads, 1, 1}, dynamicBytes}, {Bench::buffer(p)});
  auto values = bench.read<unsigned>(p, blocks * threads);
  bench.device().release(p);
  if (!outcome.ok()) qWarning("%s", outcome.message.c_str());
  return outcome.ok() ? values : std::vector<unsigned>();
}

std::string kernelWith(const std::string& declaration) {
  return "__global__ void kernel(unsigned* p) { " + declaration +
         " volatile unsigned* at = tile + threadIdx.x; p[blockIdx.x * blockDim.x + threadIdx.x] = "
         "*at; *at = 7; }";
}

}  // namespace

class TestHostShared : public QObject {
  Q_OBJECT
 private slots:
  void everyBlockFindsPoison_data() {
    QTest::addColumn<QString>("declaration");
    QTest::addColumn<int>("dynamicBytes");
    QTest::newRow("static") << "__shared__ unsigned tile[96];" << 0;
    QTest::newRow("dynamic") << "extern __shared__ unsigned tile[];" << 4 * threads;
    QTest::newRow("static, beside dynamic")
        << "extern __shared__ unsigned more[]; more[threadIdx.x] = 0; __shared__ unsigned tile[96];"
        << 4 * threads;
  }
  void everyBlockFindsPoison() {
    QFETCH(QString, declaration);
    QFETCH(int, dynamicBytes);
    Bench bench(kernelWith(declaration.toStdString()));
    QVERIFY2(bench.loaded(), bench.log.c_str());
    std::vector<unsigned> poisons;
    for (int launch = 0; launch < 3; ++launch) {
      const auto found = foundBy(bench, dynamicBytes);
      QVERIFY(!found.empty());
      QVERIFY(found[0] != 0 && found[0] != 7);
      QCOMPARE(found, std::vector<unsigned>(found.size(), found[0]));
      poisons.push_back(found[0]);
    }
    QVERIFY(poisons[0] != poisons[1] && poisons[0] == poisons[2]);
  }
  void deviceVariablesKeepTheirs() {
    Bench bench(
        "__device__ unsigned mine[96]; " +
        kernelWith(
            "__shared__ unsigned other[96]; other[threadIdx.x] = 1; unsigned* tile = mine;"));
    QVERIFY(!foundBy(bench, 0).empty());
    const auto found = foundBy(bench, 0);
    QCOMPARE(found, std::vector<unsigned>(found.size(), 7u));
  }
};

QTEST_GUILESS_MAIN(TestHostShared)
#include "test_host_shared.moc"
