// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>
#include <cmath>

#include "runner/device/comparison.h"

using namespace kw;
using namespace kw::comparison;

namespace {

constexpr double infinite = HUGE_VAL;

Rule ruleOf(Kind kind, int type) {
  return {kind, type, true, 0, 0, 0};
}

bool differs(const Rule& rule, double got, double want) {
  return compare(rule, scalar::encode(got, rule.type), scalar::bitsOf(want)).different;
}

}  // namespace

class TestComparison : public QObject {
  Q_OBJECT
 private slots:
  void toleranceIsRelativePlusAbsolute();
  void specialValues_data();
  void specialValues();
  void exactLooksAtTheRoundedValue();
  void codesCountRepresentableValues();
  void largeIntegersCompareExactly();
  void wantedValuesBeyondTheRange_data();
  void wantedValuesBeyondTheRange();
};

void TestComparison::toleranceIsRelativePlusAbsolute() {
  Rule rule = ruleOf(tolerance, scalar::float64);
  rule.relative = 0.01;
  rule.absolute = 0.5;
  QVERIFY(!differs(rule, 101.5, 100));
  QVERIFY(differs(rule, 101.5001, 100));
  QVERIFY(!differs(rule, 0.5, 0));
  QVERIFY(differs(rule, -0.5001, 0));
  const Outcome outcome = compare(rule, scalar::bitsOf(103), scalar::bitsOf(100));
  QCOMPARE(outcome.distance, 3.0);
  QCOMPARE(outcome.allowed, 1.5);
}

void TestComparison::specialValues_data() {
  QTest::addColumn<double>("got");
  QTest::addColumn<double>("want");
  QTest::addColumn<bool>("different");
  QTest::newRow("both NaN") << double{NAN} << double{NAN} << false;
  QTest::newRow("NaN for a number") << double{NAN} << 1.0 << true;
  QTest::newRow("a number for NaN") << 1.0 << double{NAN} << true;
  QTest::newRow("same infinity") << infinite << infinite << false;
  QTest::newRow("other infinity") << -infinite << infinite << true;
  QTest::newRow("infinity for a number") << infinite << 1.0 << true;
  QTest::newRow("a number for infinity") << 1.0 << infinite << true;
  QTest::newRow("NaN for infinity") << double{NAN} << infinite << true;
  QTest::newRow("zeros") << -0.0 << 0.0 << false;
}

void TestComparison::specialValues() {
  QFETCH(double, got);
  QFETCH(double, want);
  QFETCH(bool, different);
  for (const Kind kind : {tolerance, exact, codes}) {
    Rule rule = ruleOf(kind, scalar::float32);
    rule.relative = 0.1;
    QCOMPARE(differs(rule, got, want), different);
  }
}

void TestComparison::exactLooksAtTheRoundedValue() {
  const Rule rule = ruleOf(exact, scalar::bfloat16);
  QVERIFY(!differs(rule, 1.0 / 3, 1.0 / 3));  // a third is no bf16; its nearest one is right
  QVERIFY(differs(rule, 0.3359375, 1.0 / 3));
}

void TestComparison::codesCountRepresentableValues() {
  Rule rule = ruleOf(codes, scalar::fp8e4m3);
  rule.codes = 1;
  QVERIFY(!differs(rule, 1.125, 1.0));
  QVERIFY(differs(rule, 1.25, 1.0));
  // Over zero: the least subnormals of both signs are two apart.
  QVERIFY(differs(rule, std::ldexp(1, -9), -std::ldexp(1, -9)));
  rule.codes = 2;
  QVERIFY(!differs(rule, std::ldexp(1, -9), -std::ldexp(1, -9)));
}

void TestComparison::largeIntegersCompareExactly() {
  Rule rule = ruleOf(exact, scalar::int64);
  rule.wantIsDouble = false;
  const scalar::Bits big = (scalar::Bits{1} << 60) + 1;  // not representable as a double
  QVERIFY(!compare(rule, big, big).different);
  QVERIFY(compare(rule, big, big - 1).different);
  rule.type = scalar::uint64;
  QVERIFY(compare(rule, ~scalar::Bits{0}, ~scalar::Bits{0} - 1).different);
}

void TestComparison::wantedValuesBeyondTheRange_data() {
  QTest::addColumn<int>("type");
  QTest::addColumn<double>("got");
  QTest::addColumn<double>("want");
  QTest::addColumn<bool>("different");
  QTest::newRow("fp16 overflows") << int{scalar::float16} << infinite << 70000.0 << false;
  QTest::newRow("fp16 does not saturate") << int{scalar::float16} << 65504.0 << 1e9 << true;
  QTest::newRow("wrong sign") << int{scalar::float16} << -infinite << 70000.0 << true;
  QTest::newRow("fp8 saturates") << int{scalar::fp8e4m3} << 448.0 << 1e9 << false;
  QTest::newRow("fp8 with infinity may saturate")
      << int{scalar::fp8e5m2} << 57344.0 << 1e9 << false;
  QTest::newRow("fp8 with infinity may overflow")
      << int{scalar::fp8e5m2} << infinite << 1e9 << false;
  QTest::newRow("fp8 much too small") << int{scalar::fp8e4m3} << 100.0 << 1e9 << true;
}

void TestComparison::wantedValuesBeyondTheRange() {
  QFETCH(int, type);
  QFETCH(double, got);
  QFETCH(double, want);
  QFETCH(bool, different);
  Rule rule = ruleOf(tolerance, type);
  rule.relative = 0.01;
  QCOMPARE(differs(rule, got, want), different);
}

QTEST_APPLESS_MAIN(TestComparison)
#include "test_comparison.moc"
