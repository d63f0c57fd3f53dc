// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>
#include <cmath>
#include <set>

#include "runner/device/generator.h"

using namespace kw;
using namespace kw::generator;

namespace {

Plan planOf(Kind kind, int type, Integer elements) {
  return {kind, type, elements, 0, 1, 0, 100, 42, 7};
}

// A fingerprint of the first elements: it changes with the least bit, so inputs of old sessions
// stay reproducible.
Bits fingerprint(const Plan& plan) {
  Bits sum = 0;
  for (Integer index = 0; index < plan.elements; ++index)
    sum += mixed(static_cast<Bits>(index), element(plan, index));
  return sum;
}

}  // namespace

class TestGenerator : public QObject {
  Q_OBJECT
 private slots:
  void philoxGivesItsPublishedAnswers_data();
  void philoxGivesItsPublishedAnswers();
  void givesTheSameBitsForEver_data();
  void givesTheSameBitsForEver();
  void normalHasMeanAndDeviation();
  void uniformStaysInsideItsRange();
  void integersReachBothEnds();
  void permutationTakesEveryValueOnce_data();
  void permutationTakesEveryValueOnce();
  void csrOffsetsNeverFallAndEndWhereAsked_data();
  void csrOffsetsNeverFallAndEndWhereAsked();
  void streamsDiffer();
};

void TestGenerator::philoxGivesItsPublishedAnswers_data() {
  QTest::addColumn<QList<uint>>("input");
  QTest::addColumn<QList<uint>>("output");
  // From the known-answer file of Random123, philox4x32 with 10 rounds.
  QTest::newRow("zeros") << QList<uint>{0, 0, 0, 0, 0, 0}
                         << QList<uint>{0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8};
  QTest::newRow("ones") << QList<uint>{~0U, ~0U, ~0U, ~0U, ~0U, ~0U}
                        << QList<uint>{0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd};
  QTest::newRow("pi") << QList<uint>{0x243f6a88, 0x85a308d3, 0x13198a2e,
                                     0x03707344, 0xa4093822, 0x299f31d0}
                      << QList<uint>{0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1};
}

void TestGenerator::philoxGivesItsPublishedAnswers() {
  QFETCH(QList<uint>, input);
  QFETCH(QList<uint>, output);
  const Words words = philox({input[0], input[1], input[2], input[3]}, input[4], input[5]);
  QCOMPARE((QList<uint>{words.a, words.b, words.c, words.d}), output);
}

void TestGenerator::givesTheSameBitsForEver_data() {
  QTest::addColumn<int>("kind");
  QTest::addColumn<int>("type");
  QTest::addColumn<qulonglong>("expected");
  QTest::newRow("normal float64") << static_cast<int>(normal) << static_cast<int>(scalar::float64)
                                  << qulonglong{0xedb3c0ea3438f024u};
  QTest::newRow("normal float32") << static_cast<int>(normal) << static_cast<int>(scalar::float32)
                                  << qulonglong{0xe8d1dbaea684aa88u};
  QTest::newRow("normal float16") << static_cast<int>(normal) << static_cast<int>(scalar::float16)
                                  << qulonglong{0x056c960949cf2a6cu};
  QTest::newRow("normal bfloat16") << static_cast<int>(normal) << static_cast<int>(scalar::bfloat16)
                                   << qulonglong{0xb5fb2fbb85c28001u};
  QTest::newRow("normal fp8e4m3") << static_cast<int>(normal) << static_cast<int>(scalar::fp8e4m3)
                                  << qulonglong{0x79051fcbc3e56830u};
  QTest::newRow("normal fp8e5m2") << static_cast<int>(normal) << static_cast<int>(scalar::fp8e5m2)
                                  << qulonglong{0x25b97ea68cb2d01cu};
  QTest::newRow("normal int32") << static_cast<int>(normal) << static_cast<int>(scalar::int32)
                                << qulonglong{0x629d12e41202e1b6u};
  QTest::newRow("uniform float64") << static_cast<int>(uniform) << static_cast<int>(scalar::float64)
                                   << qulonglong{0x344a9e2ffc02f158u};
  QTest::newRow("uniform bfloat16")
      << static_cast<int>(uniform) << static_cast<int>(scalar::bfloat16)
      << qulonglong{0x334d542a14e28daau};
  QTest::newRow("uniform uint8") << static_cast<int>(uniform) << static_cast<int>(scalar::uint8)
                                 << qulonglong{0xb0d8fef11293812du};
  QTest::newRow("integers int64") << static_cast<int>(integers) << static_cast<int>(scalar::int64)
                                  << qulonglong{0x6278ebb081efc322u};
  QTest::newRow("integers int8") << static_cast<int>(integers) << static_cast<int>(scalar::int8)
                                 << qulonglong{0x6278ebb081efc322u};
  QTest::newRow("integers boolean")
      << static_cast<int>(integers) << static_cast<int>(scalar::boolean)
      << qulonglong{0x7e4c054f5e4a01ecu};
  QTest::newRow("integers bfloat16")
      << static_cast<int>(integers) << static_cast<int>(scalar::bfloat16)
      << qulonglong{0xb5228154e4041df0u};
  QTest::newRow("permutation int32")
      << static_cast<int>(permutation) << static_cast<int>(scalar::int32)
      << qulonglong{0xcd12544997240c73u};
  QTest::newRow("csrOffsets int64")
      << static_cast<int>(csrOffsets) << static_cast<int>(scalar::int64)
      << qulonglong{0x9ec345400f1626d1u};
  QTest::newRow("constant float32")
      << static_cast<int>(constant) << static_cast<int>(scalar::float32)
      << qulonglong{0xb0d8fef11293812du};
  QTest::newRow("special float16") << static_cast<int>(special) << static_cast<int>(scalar::float16)
                                   << qulonglong{0x205990fc2a4392ecu};
  QTest::newRow("special fp8e4m3") << static_cast<int>(special) << static_cast<int>(scalar::fp8e4m3)
                                   << qulonglong{0x3e7558235cb0ce97u};
  QTest::newRow("special int16") << static_cast<int>(special) << static_cast<int>(scalar::int16)
                                 << qulonglong{0x9167bcf0ff6a3821u};
}

void TestGenerator::givesTheSameBitsForEver() {
  QFETCH(int, kind);
  QFETCH(int, type);
  QFETCH(qulonglong, expected);
  QCOMPARE(qulonglong{fingerprint(planOf(static_cast<Kind>(kind), type, 1000))}, expected);
}

void TestGenerator::normalHasMeanAndDeviation() {
  Plan plan = planOf(normal, scalar::float64, 200000);
  plan.low = 3;
  plan.high = 2;
  double sum = 0, squares = 0, largest = 0;
  for (Integer index = 0; index < plan.elements; ++index) {
    const double z = (scalar::doubleOf(element(plan, index)) - 3) / 2;
    sum += z;
    squares += z * z;
    largest = std::max(largest, std::abs(z));
  }
  const auto count = static_cast<double>(plan.elements);
  QVERIFY(std::abs(sum / count) < 0.01);
  QVERIFY(std::abs(squares / count - 1) < 0.02);
  QVERIFY(largest < 4.9);
}

void TestGenerator::uniformStaysInsideItsRange() {
  Plan plan = planOf(uniform, scalar::float32, 100000);
  plan.low = -0.5;
  plan.high = 1.5;
  double least = 9, greatest = -9;
  for (Integer index = 0; index < plan.elements; ++index) {
    const double value = scalar::decode(element(plan, index), plan.type);
    least = std::min(least, value);
    greatest = std::max(greatest, value);
  }
  QVERIFY(least >= -0.5 && least < -0.499);
  QVERIFY(greatest <= 1.5 && greatest > 1.499);
}

void TestGenerator::integersReachBothEnds() {
  Plan plan = planOf(integers, scalar::int8, 2000);
  plan.lowInteger = -2;
  plan.highInteger = 3;
  std::set<Integer> seen;
  for (Integer index = 0; index < plan.elements; ++index)
    seen.insert(scalar::decodeInteger(element(plan, index), plan.type));
  QCOMPARE(seen, (std::set<Integer>{-2, -1, 0, 1, 2, 3}));
}

void TestGenerator::permutationTakesEveryValueOnce_data() {
  QTest::addColumn<qlonglong>("elements");
  for (const qlonglong elements : {1, 2, 3, 4, 5, 17, 1000, 4096, 4097, 65536, 100003})
    QTest::addRow("%lld", elements) << elements;
}

void TestGenerator::permutationTakesEveryValueOnce() {
  QFETCH(qlonglong, elements);
  const Plan plan = planOf(permutation, scalar::int64, elements);
  std::vector<bool> seen(static_cast<size_t>(elements));
  Integer unmoved = 0;
  for (Integer index = 0; index < elements; ++index) {
    const auto value = static_cast<size_t>(element(plan, index));
    QVERIFY(value < seen.size() && !seen[value]);
    seen[value] = true;
    unmoved += static_cast<Integer>(value) == index ? 1 : 0;
  }
  QVERIFY(elements < 1000 || unmoved < 10);
}

void TestGenerator::csrOffsetsNeverFallAndEndWhereAsked_data() {
  QTest::addColumn<qlonglong>("rows");
  QTest::addColumn<qlonglong>("entries");
  QTest::newRow("many a row") << 1000LL << 77777LL;
  QTest::newRow("fewer than rows") << 1000LL << 300LL;
  QTest::newRow("none") << 10LL << 0LL;
  QTest::newRow("one row") << 1LL << 5LL;
}

void TestGenerator::csrOffsetsNeverFallAndEndWhereAsked() {
  QFETCH(qlonglong, rows);
  QFETCH(qlonglong, entries);
  Plan plan = planOf(csrOffsets, scalar::int32, rows + 1);
  plan.highInteger = entries;
  Integer last = 0;
  for (Integer index = 0; index <= rows; ++index) {
    const Integer offset = scalar::decodeInteger(element(plan, index), plan.type);
    QVERIFY(offset >= last);
    last = offset;
    if (index == 0) QCOMPARE(offset, Integer{0});
  }
  QCOMPARE(last, Integer{entries});
}

void TestGenerator::streamsDiffer() {
  Plan plan = planOf(normal, scalar::float32, 100);
  const Bits first = fingerprint(plan);
  plan.stream = 8;
  QVERIFY(fingerprint(plan) != first);
  plan.stream = 7;
  plan.seed = 43;
  QVERIFY(fingerprint(plan) != first);
}

QTEST_APPLESS_MAIN(TestGenerator)
#include "test_generator.moc"
