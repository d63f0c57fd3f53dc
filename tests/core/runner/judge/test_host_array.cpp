// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>
#include <cmath>
#include <cstring>

#include "runner/oracle/host_array.h"
#include "support/printing.h"

using namespace kw;
using kw::test::errorText;

namespace {

HostArray reals(std::vector<double> values) {
  HostArray array = HostArray::zeros(ElementType::float64, {static_cast<int64_t>(values.size())});
  std::memcpy(array.data.data(), values.data(), array.data.size());
  return array;
}

std::vector<double> valuesOf(const HostArray& array) {
  std::vector<double> values;
  for (int64_t i = 0; i < array.elements(); ++i)
    values.push_back(array.real(i));
  return values;
}

BufferLayout columnMajorWithOffset() {
  return {.shape = {2, 3},
          .strides = {1, 4},
          .offset = 1,
          .elements = 6,
          .extent = 11,
          .bytes = 11,
          .dense = false};
}

}  // namespace

class TestHostArray : public QObject {
  Q_OBJECT
 private slots:
  void roundsRealsToSmallFloats();
  void givesSmallFloatsToNumPyExactly();
  void refusesWhatATypeCannotHold_data();
  void refusesWhatATypeCannotHold();
  void keepsLargeUnsignedIntegers();
  void scattersAndGathersStridedElements();
  void namesPlacesByAxis();
};

void TestHostArray::roundsRealsToSmallFloats() {
  const auto half = converted(reals({1.0 / 3, 1e6, -0.0, NAN}), ElementType::float16);
  QVERIFY(half);
  QCOMPARE(half->bits(0), uint64_t{0x3555});
  QVERIFY(std::isinf(half->real(1)));
  QCOMPARE(half->bits(2), uint64_t{0x8000});
  QVERIFY(std::isnan(half->real(3)));
  const auto eight = converted(reals({0.3, 448, 1e9}), ElementType::fp8e4m3);
  QVERIFY(eight);
  QCOMPARE(valuesOf(*eight), (std::vector<double>{0.3125, 448, 448}));
}

void TestHostArray::givesSmallFloatsToNumPyExactly() {
  for (const ElementType type :
       {ElementType::float16, ElementType::bfloat16, ElementType::fp8e4m3, ElementType::fp8e5m2}) {
    const auto small = converted(reals({0.1, -3.75, 1e-3}), type);
    QVERIFY(small);
    const HostArray wide = toNumpyType(*small);
    QCOMPARE(wide.type, ElementType::float32);
    QCOMPARE(valuesOf(wide), valuesOf(*small));
  }
  QCOMPARE(numpyType(ElementType::uint8), ElementType::uint8);
}

void TestHostArray::refusesWhatATypeCannotHold_data() {
  QTest::addColumn<double>("value");
  QTest::addColumn<int>("type");
  QTest::newRow("a fraction") << 0.5 << static_cast<int>(ElementType::int32);
  QTest::newRow("too large") << 128.0 << static_cast<int>(ElementType::int8);
  QTest::newRow("negative") << -1.0 << static_cast<int>(ElementType::uint64);
  QTest::newRow("not a number") << std::nan("") << static_cast<int>(ElementType::int64);
  QTest::newRow("2 is no boolean") << 2.0 << static_cast<int>(ElementType::boolean);
  QTest::newRow("2^63") << 9223372036854775808.0 << static_cast<int>(ElementType::int64);
}

void TestHostArray::refusesWhatATypeCannotHold() {
  QFETCH(double, value);
  QFETCH(int, type);
  const auto refused = converted(reals({0, value}), static_cast<ElementType>(type));
  QVERIFY(!refused);
  QVERIFY2(errorText(refused).starts_with("the element at [1] is "), errorText(refused).c_str());
}

void TestHostArray::keepsLargeUnsignedIntegers() {
  HostArray array = HostArray::zeros(ElementType::uint64, {1});
  array.setBits(0, 0xfffffffffffffffeULL);
  QVERIFY(!converted(array, ElementType::int64));
  const auto same = converted(array, ElementType::uint64);
  QVERIFY(same);
  QCOMPARE(same->bits(0), uint64_t{0xfffffffffffffffeULL});
}

void TestHostArray::scattersAndGathersStridedElements() {
  HostArray dense = HostArray::zeros(ElementType::uint8, {2, 3});
  for (int i = 0; i < 6; ++i)
    dense.setBits(i, static_cast<uint64_t>(i + 1));
  const BufferLayout layout = columnMajorWithOffset();
  const std::vector<std::byte> buffer = scattered(dense, layout, std::byte{0xff});
  std::vector<int> bytes;
  for (const std::byte one : buffer)
    bytes.push_back(std::to_integer<int>(one));
  QCOMPARE(bytes, (std::vector<int>{255, 1, 4, 255, 255, 2, 5, 255, 255, 3, 6}));
  QCOMPARE(gathered(buffer, ElementType::uint8, layout).data, dense.data);
}

void TestHostArray::namesPlacesByAxis() {
  QCOMPARE(multiIndex(17, {2, 3, 4}), (std::vector<int64_t>{1, 1, 1}));
  QCOMPARE(multiIndex(0, {}), std::vector<int64_t>{});
  QCOMPARE(shapeText({3, 1001}), std::string("[3, 1001]"));
}

QTEST_GUILESS_MAIN(TestHostArray)
#include "test_host_array.moc"
