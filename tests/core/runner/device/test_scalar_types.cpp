// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>
#include <cmath>
#include <cstring>

#include "runner/device/scalar_types.h"

using namespace kw::scalar;

namespace {

// The bits of `value` as the processor rounds it.
uint64_t roundedByProcessor(double value, int type) {
  if (type == float32) {
    const auto narrow = static_cast<float>(value);
    uint32_t bits = 0;
    std::memcpy(&bits, &narrow, sizeof bits);
    return bits;
  }
  const auto narrow = static_cast<_Float16>(value);
  uint16_t bits = 0;
  std::memcpy(&bits, &narrow, sizeof bits);
  return bits;
}

// Doubles all over the range of a type, its subnormals and what overflows it included.
double spread(uint64_t index) {
  uint64_t bits = (index + 1) * 0x9E3779B97F4A7C15u;
  bits = (bits ^ (bits >> 31)) * 0xBF58476D1CE4E5B9u;
  const uint64_t exponent = 1023 - 160 + (bits >> 52) % 320;
  return doubleOf((bits & 0x800fffffffffffffu) | (exponent << 52));
}

}  // namespace

class TestScalarTypes : public QObject {
  Q_OBJECT
 private slots:
  void roundsLikeTheProcessor_data();
  void roundsLikeTheProcessor();
  void readsBackEveryCode_data();
  void readsBackEveryCode();
  void roundsTiesToEven();
  void saturatesWhereThereIsNoInfinity();
  void clipsIntegers();
};

void TestScalarTypes::roundsLikeTheProcessor_data() {
  QTest::addColumn<int>("type");
  QTest::newRow("float32") << static_cast<int>(float32);
  QTest::newRow("float16") << static_cast<int>(float16);
}

void TestScalarTypes::roundsLikeTheProcessor() {
  QFETCH(int, type);
  for (uint64_t index = 0; index < 300000; ++index) {
    const double value = spread(index);
    if (encode(value, type) != roundedByProcessor(value, type))
      QFAIL(qPrintable(QString::number(value, 'g', 17)));
  }
}

void TestScalarTypes::readsBackEveryCode_data() {
  QTest::addColumn<int>("type");
  QTest::addColumn<unsigned>("codes");
  QTest::newRow("float16") << static_cast<int>(float16) << 65536U;
  QTest::newRow("bf16") << static_cast<int>(bfloat16) << 65536U;
  QTest::newRow("fp8_e4m3") << static_cast<int>(fp8e4m3) << 256U;
  QTest::newRow("fp8_e5m2") << static_cast<int>(fp8e5m2) << 256U;
}

void TestScalarTypes::readsBackEveryCode() {
  QFETCH(int, type);
  QFETCH(unsigned, codes);
  for (unsigned code = 0; code < codes; ++code) {
    const double value = decode(code, type);
    if (std::isnan(value)) continue;
    QCOMPARE(encode(value, type), Bits{code});
  }
}

void TestScalarTypes::roundsTiesToEven() {
  QCOMPARE(encode(1.0 + std::ldexp(1, -8), bfloat16), Bits{0x3f80});
  QCOMPARE(encode(1.0 + 3 * std::ldexp(1, -8), bfloat16), Bits{0x3f82});
  // A way over float would round twice and end one step too high.
  QCOMPARE(encode(1.0 + std::ldexp(1, -8) + std::ldexp(1, -40), bfloat16), Bits{0x3f81});
  QCOMPARE(encode(std::ldexp(1, -10), fp8e4m3), Bits{0});
  QCOMPARE(encode(3 * std::ldexp(1, -10), fp8e4m3), Bits{2});
}

void TestScalarTypes::saturatesWhereThereIsNoInfinity() {
  QCOMPARE(decode(encode(1e9, fp8e4m3), fp8e4m3), 448.0);
  QVERIFY(std::isinf(decode(encode(1e9, fp8e5m2), fp8e5m2)));
  QVERIFY(std::isnan(decode(encode(NAN, fp8e4m3), fp8e4m3)));
  QVERIFY(std::isinf(decode(encode(-65520.0, float16), float16)));
  QCOMPARE(decode(encode(-65519.9, float16), float16), -65504.0);
}

void TestScalarTypes::clipsIntegers() {
  QCOMPARE(decode(encode(300.0, int8), int8), 127.0);
  QCOMPARE(decode(encode(-3.0, uint8), uint8), 0.0);
  QCOMPARE(decode(encode(-2.5, int32), int32), -3.0);
  QCOMPARE(decode(encodeInteger(-5, int16), int16), -5.0);
  QCOMPARE(encodeInteger(7, boolean), Bits{1});
  QCOMPARE(encode(1e30, int64), Bits{0x7fffffffffffffffu});
}

QTEST_APPLESS_MAIN(TestScalarTypes)
#include "test_scalar_types.moc"
