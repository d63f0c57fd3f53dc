// SPDX-License-Identifier: GPL-3.0-or-later
// Other inputs stay within what a fill can give, and are what their names say.
#include "runner/oracle/input_variant.h"

#include <QTest>
#include <cmath>

#include "runner/device/cpu_kernels.h"

using namespace kw;

namespace {

constexpr int64_t elements = 4096;

FillPlan planOf(Fill::Kind kind, ElementType type, double low, double high) {
  FillPlan plan;
  plan.kind = kind;
  plan.type = type;
  plan.elements = elements;
  plan.low = low;
  plan.high = high;
  plan.lowInteger = static_cast<int64_t>(low);
  plan.highInteger = static_cast<int64_t>(high);
  plan.seed = 7;
  return plan;
}

std::vector<double> valuesOf(const FillPlan& plan, const InputVariant& variant) {
  HostArray array = HostArray::zeros(plan.type, {plan.elements});
  if (!cpu::fill(array.data, plan)) qFatal("no fill");
  reshape(array, plan, variant);
  std::vector<double> values;
  for (int64_t index = 0; index < plan.elements; ++index)
    values.push_back(array.real(index));
  return values;
}

double meanOf(const std::vector<double>& values) {
  double sum = 0;
  for (const double value : values)
    sum += value;
  return sum / static_cast<double>(values.size());
}

double deviationOf(const std::vector<double>& values) {
  const double mean = meanOf(values);
  double sum = 0;
  for (const double value : values)
    sum += (value - mean) * (value - mean);
  return std::sqrt(sum / static_cast<double>(values.size()));
}

}  // namespace

class TestInputVariants : public QObject {
  Q_OBJECT
 private slots:
  void boundsAreKept_data();
  void boundsAreKept();
  void narrowHasLittleSpreadAwayFromTheMiddle();
  void wideHasEightTimesTheSpread();
  void neighboursCancel();
  void specialHoldsZerosAndTiniest();
  void nanAndInfinityOnlyWhereStated();
  void fixedFillsStay();
};

void TestInputVariants::boundsAreKept_data() {
  QTest::addColumn<int>("kind");
  QTest::addColumn<int>("type");
  QTest::addColumn<double>("low");
  QTest::addColumn<double>("high");
  const auto row = [](const char* name, Fill::Kind kind, ElementType type, double low,
                      double high) {
    QTest::newRow(name) << static_cast<int>(kind) << static_cast<int>(type) << low << high;
  };
  row("positive weights", Fill::Kind::uniform, ElementType::float32, 0.5, 1.5);
  row("halves", Fill::Kind::uniform, ElementType::float16, -1, 1);
  row("small integers", Fill::Kind::integers, ElementType::int32, 3, 9);
  row("bytes", Fill::Kind::integers, ElementType::uint8, 0, 255);
  row("one value", Fill::Kind::integers, ElementType::int64, 5, 5);
  row("flags", Fill::Kind::integers, ElementType::boolean, 0, 1);
}

void TestInputVariants::boundsAreKept() {
  QFETCH(int, kind);
  QFETCH(int, type);
  QFETCH(double, low);
  QFETCH(double, high);
  const FillPlan plan =
      planOf(static_cast<Fill::Kind>(kind), static_cast<ElementType>(type), low, high);
  for (const Distribution distribution : allDistributions)
    for (const double value : valuesOf(plan, {distribution, false})) {
      QVERIFY2(value >= low && value <= high, std::to_string(value).c_str());
      if (plan.kind == Fill::Kind::integers) QCOMPARE(value, std::trunc(value));
    }
}

void TestInputVariants::narrowHasLittleSpreadAwayFromTheMiddle() {
  const auto values = valuesOf(planOf(Fill::Kind::normal, ElementType::float32, 1, 2),
                               {Distribution::narrow, false});
  QVERIFY(std::abs(meanOf(values) - 5) < 0.1);
  QVERIFY(std::abs(deviationOf(values) - 2.0 / 16) < 0.02);
}

void TestInputVariants::wideHasEightTimesTheSpread() {
  const auto values =
      valuesOf(planOf(Fill::Kind::normal, ElementType::float32, 1, 2), {Distribution::wide, false});
  QVERIFY(std::abs(deviationOf(values) - 16) < 1);
}

void TestInputVariants::neighboursCancel() {
  const FillPlan plan = planOf(Fill::Kind::normal, ElementType::float32, 0, 1);
  const auto own = valuesOf(plan, {});
  const auto values = valuesOf(plan, {Distribution::cancelling, false});
  for (size_t i = 0; i + 1 < values.size(); i += 2) {
    QCOMPARE(values[i], own[i]);
    QVERIFY(std::abs(values[i] + values[i + 1] - own[i + 1] / 64) < 1e-5);
  }
}

void TestInputVariants::specialHoldsZerosAndTiniest() {
  const auto values = valuesOf(planOf(Fill::Kind::normal, ElementType::float32, 0, 1),
                               {Distribution::special, false});
  QCOMPARE(values[0], 0.0);
  QVERIFY(!std::signbit(values[0]));
  QCOMPARE(values[3], 0.0);
  QVERIFY(std::signbit(values[3]));
  QVERIFY(values[5] > 0 && values[5] < 1e-38);
  QCOMPARE(values[7], values[8]);
}

void TestInputVariants::nanAndInfinityOnlyWhereStated() {
  const FillPlan plan = planOf(Fill::Kind::normal, ElementType::float32, 0, 1);
  const auto count = [&](bool nonFinite, auto is) {
    const auto values = valuesOf(plan, {Distribution::special, nonFinite});
    return std::count_if(values.begin(), values.end(), is);
  };
  const auto isNan = [](double value) { return std::isnan(value); };
  const auto isInfinite = [](double value) { return std::isinf(value); };
  QCOMPARE(count(false, isNan) + count(false, isInfinite), 0);
  QVERIFY(count(true, isNan) > 10);
  QVERIFY(count(true, isInfinite) > 10);
}

void TestInputVariants::fixedFillsStay() {
  for (const Fill::Kind kind : {Fill::Kind::permutation, Fill::Kind::csrOffsets,
                                Fill::Kind::constant, Fill::Kind::file, Fill::Kind::function})
    for (const Distribution distribution : allDistributions)
      QVERIFY(!changes({distribution, true}, kind));
}

QTEST_GUILESS_MAIN(TestInputVariants)
#include "test_input_variants.moc"
