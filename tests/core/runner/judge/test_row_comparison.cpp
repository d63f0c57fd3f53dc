// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>
#include <cmath>

#include "runner/verify/row_comparison.h"
#include "support/printing.h"

using namespace kw;
using kw::test::errorText;

namespace {

HostArray floats(std::vector<int64_t> shape, const std::vector<float>& values) {
  HostArray array = HostArray::zeros(ElementType::float32, std::move(shape));
  std::memcpy(array.data.data(), values.data(), array.data.size());
  return array;
}

HostArray integers(std::vector<int64_t> shape, const std::vector<int32_t>& values) {
  HostArray array = HostArray::zeros(ElementType::int32, std::move(shape));
  std::memcpy(array.data.data(), values.data(), array.data.size());
  return array;
}

}  // namespace

class TestRowComparison : public QObject {
  Q_OBJECT
 private slots:
  void setsIgnoreOrderWithinARow();
  void setsCountRepetitions();
  void setsAllowATolerance();
  void nanMatchesNanInASet();
  void topKAcceptsTiesSelectedEitherWay();
  void topKRefusesIndices_data();
  void topKRefusesIndices();
  void topKComparesValues();
  void topKNeedsMatchingShapes();
};

void TestRowComparison::setsIgnoreOrderWithinARow() {
  const HostArray want = integers({2, 3}, {1, 2, 3, 4, 5, 6});
  QCOMPARE(compareSets(integers({2, 3}, {3, 1, 2, 6, 5, 4}), want, {}).different, int64_t{0});
  QVERIFY(compareSets(integers({2, 3}, {4, 1, 2, 6, 5, 3}), want, {}).different > 0);
}

void TestRowComparison::setsCountRepetitions() {
  const CompareResult result =
      compareSets(integers({4}, {7, 1, 7, 9}), integers({4}, {1, 7, 9, 9}), {});
  QCOMPARE(result.different, int64_t{1});
  QCOMPARE(result.first, int64_t{2});
  QCOMPARE(result.got, 7.0);
  QCOMPARE(result.want, 9.0);
}

void TestRowComparison::setsAllowATolerance() {
  const HostArray got = floats({3}, {3.0001F, 1, 2}), want = floats({3}, {1, 2, 3});
  QCOMPARE(compareSets(got, want, {.relative = 1e-3}).different, int64_t{0});
  QCOMPARE(compareSets(got, want, {.relative = 1e-6}).different, int64_t{1});
}

void TestRowComparison::nanMatchesNanInASet() {
  const HostArray want = floats({2}, {1, NAN});
  QCOMPARE(compareSets(floats({2}, {NAN, 1}), want, {}).different, int64_t{0});
  QCOMPARE(compareSets(floats({2}, {NAN, NAN}), want, {}).different, int64_t{1});
}

void TestRowComparison::topKAcceptsTiesSelectedEitherWay() {
  const HostArray source = floats({1, 4}, {5, 9, 9, 1});
  const HostArray want = floats({1, 2}, {9, 9});
  for (const auto& indices : {std::vector<int32_t>{1, 2}, std::vector<int32_t>{2, 1}}) {
    const auto result = compareTopK(want, want, integers({1, 2}, indices), source, {});
    QVERIFY2(result, errorText(result).c_str());
    QCOMPARE(result->values.different + result->indices.different, int64_t{0});
  }
}

void TestRowComparison::topKRefusesIndices_data() {
  QTest::addColumn<int>("second");
  QTest::addColumn<QString>("fault");
  QTest::newRow("outside") << 4 << "is outside its row";
  QTest::newRow("negative") << -1 << "is outside its row";
  QTest::newRow("twice") << 1 << "is given twice in its row";
  QTest::newRow("another value") << 3 << "selects another value than the one beside it";
}

void TestRowComparison::topKRefusesIndices() {
  QFETCH(int, second);
  QFETCH(QString, fault);
  const HostArray source = floats({1, 4}, {5, 9, 8, 1});
  const HostArray want = floats({1, 2}, {9, 8});
  const auto result = compareTopK(want, want, integers({1, 2}, {1, second}), source, {});
  QVERIFY(result);
  QCOMPARE(result->indices.different, int64_t{1});
  QCOMPARE(result->indices.first, int64_t{1});
  QCOMPARE(result->fault, fault.toStdString());
}

void TestRowComparison::topKComparesValues() {
  const HostArray source = floats({1, 3}, {5, 9, 8});
  const auto result = compareTopK(floats({1, 2}, {9, 5}), floats({1, 2}, {9, 8}),
                                  integers({1, 2}, {1, 0}), source, {});
  QVERIFY(result);
  QCOMPARE(result->values.different, int64_t{1});
  QCOMPARE(result->values.first, int64_t{1});
}

void TestRowComparison::topKNeedsMatchingShapes() {
  const auto result = compareTopK(floats({2}, {1, 2}), floats({2}, {1, 2}),
                                  integers({3}, {0, 1, 2}), floats({2}, {1, 2}), {});
  QVERIFY(!result);
  QVERIFY(errorText(result).find("[3]") != std::string::npos);
}

QTEST_GUILESS_MAIN(TestRowComparison)
#include "test_row_comparison.moc"
