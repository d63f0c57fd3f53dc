// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>
#include <cmath>
#include <vector>

#include "runner/device/cpu_kernels.h"
#include "runner/device/plain_plans.h"

using namespace kw;

namespace {

BufferLayout dense(int64_t elements) {
  return {{elements}, {1}, 0, elements, elements, elements * 4, true};
}

template <class T>
std::span<std::byte> bytesOf(std::vector<T>& values) {
  return std::as_writable_bytes(std::span(values));
}

// Large enough for several threads.
constexpr int64_t many = 300001;

}  // namespace

class TestCpuKernels : public QObject {
  Q_OBJECT
 private slots:
  void fillsEveryElement();
  void refusesToFillTooLittleMemory();
  void refusesAnEmptyRange();
  void countsDifferencesAndNamesTheFirst();
  void walksStridedBuffers();
  void checksumSeesEveryByteAndEveryPlace();
  void rmsLeavesOutWhatIsNotFinite();
  void findsTheDamageNearestToTheBuffer();
  void countsDistancesInUnitsInTheLastPlace();
  void mapsWhereElementsDiffer();
  void refusesCellsThatDoNotFit();
};

void TestCpuKernels::fillsEveryElement() {
  std::vector<float> values(many, -9);
  FillPlan plan;
  plan.kind = Fill::Kind::integers;
  plan.elements = many;
  plan.lowInteger = 1;
  plan.highInteger = 3;
  QVERIFY(cpu::fill(bytesOf(values), plan));
  QVERIFY(std::all_of(values.begin(), values.end(),
                      [](float value) { return value >= 1 && value <= 3; }));
}

void TestCpuKernels::refusesToFillTooLittleMemory() {
  std::vector<float> values(3);
  FillPlan plan;
  plan.elements = 4;
  const Status status = cpu::fill(bytesOf(values), plan);
  QVERIFY(!status);
  QVERIFY(status.error().message.find("16 bytes") != std::string::npos);
}

void TestCpuKernels::refusesAnEmptyRange() {
  FillPlan plan;
  plan.kind = Fill::Kind::integers;
  plan.lowInteger = 5;
  plan.highInteger = 4;
  QVERIFY(!plainPlan(plan));
  plan.kind = Fill::Kind::file;
  QVERIFY(!plainPlan(plan));
}

void TestCpuKernels::countsDifferencesAndNamesTheFirst() {
  std::vector<float> got(many, 1);
  std::vector<double> want(many, 1);
  for (const size_t at : {size_t{270000}, size_t{1234}, size_t{300000}})
    got[at] = 2;
  got[5] = NAN;
  want[5] = NAN;
  ComparePlan plan;
  plan.layout = dense(many);
  plan.relative = 0.1;
  const auto result = cpu::compare(plan, bytesOf(got), bytesOf(want));
  QVERIFY(result);
  QCOMPARE(result->different, int64_t{3});
  QCOMPARE(result->first, int64_t{1234});
  QCOMPARE(result->got, 2.0);
  QCOMPARE(result->want, 1.0);
  QCOMPARE(result->worst, 1.0);
  QCOMPARE(result->gotBits, uint64_t{0x40000000});
}

void TestCpuKernels::walksStridedBuffers() {
  // 2 x 3 with columns of 4, an offset of 1: indices (0,0) (0,1) (0,2) (1,0) … lie at 1 5 9 2 6 10.
  const BufferLayout layout{{2, 3}, {1, 4}, 1, 6, 11, 44, false};
  QCOMPARE(positionOf(layout, 4), int64_t{6});
  std::vector<float> got(11, -1);
  std::vector<double> want = {0, 1, 2, 3, 4, 5};
  const size_t places[] = {1, 5, 9, 2, 6, 10};
  for (size_t index = 0; index < 6; ++index)
    got[places[index]] = static_cast<float>(index);
  ComparePlan plan;
  plan.layout = layout;
  const auto equal = cpu::compare(plan, bytesOf(got), bytesOf(want));
  QVERIFY(equal);
  QCOMPARE(equal->different, int64_t{0});
  got[2] = 30;
  QCOMPARE(cpu::compare(plan, bytesOf(got), bytesOf(want))->first, int64_t{3});
}

void TestCpuKernels::checksumSeesEveryByteAndEveryPlace() {
  std::vector<unsigned char> bytes(1003, 7);
  const uint64_t before = cpu::checksum(bytesOf(bytes));
  for (const size_t at : {size_t{0}, size_t{500}, size_t{1002}}) {
    bytes[at] = 8;
    QVERIFY(cpu::checksum(bytesOf(bytes)) != before);
    bytes[at] = 7;
  }
  bytes[16] = 1;
  const uint64_t one = cpu::checksum(bytesOf(bytes));
  std::swap(bytes[16], bytes[24]);
  QVERIFY(cpu::checksum(bytesOf(bytes)) != one);
}

void TestCpuKernels::rmsLeavesOutWhatIsNotFinite() {
  std::vector<float> values = {3, -4, NAN, INFINITY};
  QCOMPARE(cpu::rms(values.data(), ElementType::float32, 4), std::sqrt(12.5));
  QCOMPARE(cpu::rms(values.data(), ElementType::float32, 0), 0.0);
}

void TestCpuKernels::findsTheDamageNearestToTheBuffer() {
  std::vector<std::byte> before(64, cpu::canaryByte), after(64, cpu::canaryByte);
  QVERIFY(cpu::checkCanaries(before, after, 100).intact);
  after[7] = std::byte{0};
  QCOMPARE(cpu::checkCanaries(before, after, 100).offset, int64_t{107});
  before[10] = before[62] = std::byte{0};
  QCOMPARE(cpu::checkCanaries(before, after, 100).offset, int64_t{-2});
}

void TestCpuKernels::countsDistancesInUnitsInTheLastPlace() {
  std::vector<float> got(many, 1);
  const std::vector<double> want(many, 1);
  got[1] = std::nextafter(1.0F, 2.0F);
  got[2] = 1 + 3 * 0x1p-23F;
  got[many - 1] = std::nextafter(1.0F, 0.0F);
  got[many - 2] = NAN;
  got[many - 3] = INFINITY;
  ErrorPlan plan;
  plan.compare.layout = dense(many);
  const auto report = cpu::errors(plan, bytesOf(got), std::as_bytes(std::span(want)));
  QVERIFY(report);
  QCOMPARE(report->counts[0], many - 5);
  QCOMPARE(report->counts[1], int64_t{2});
  QCOMPARE(report->counts[2], int64_t{1});
  QCOMPARE(report->incomparable, int64_t{2});
  QCOMPARE(report->worst, uint64_t{3});
}

// 3 rows of 8, in 3 x 2 cells.
void TestCpuKernels::mapsWhereElementsDiffer() {
  std::vector<float> got(24, 1);
  const std::vector<double> want(24, 1);
  got[3] = got[8 + 4] = got[8 + 7] = got[23] = 2;
  ErrorPlan plan{.compare = {}, .width = 8, .rows = 3, .columns = 2};
  plan.compare.layout = dense(24);
  plan.compare.kind = Comparison::Kind::exact;
  const auto report = cpu::errors(plan, bytesOf(got), std::as_bytes(std::span(want)));
  QVERIFY(report);
  QCOMPARE(report->cells, (std::vector<int64_t>{1, 0, 0, 2, 0, 1}));
}

void TestCpuKernels::refusesCellsThatDoNotFit() {
  std::vector<float> got(24, 1);
  const std::vector<double> want(24, 1);
  ErrorPlan plan{.compare = {}, .width = 5, .rows = 1, .columns = 1};
  plan.compare.layout = dense(24);
  QVERIFY(!cpu::errors(plan, bytesOf(got), std::as_bytes(std::span(want))));
  plan.width = 8;
  plan.rows = 4;
  QVERIFY(!cpu::errors(plan, bytesOf(got), std::as_bytes(std::span(want))));
}

QTEST_APPLESS_MAIN(TestCpuKernels)
#include "test_cpu_kernels.moc"
