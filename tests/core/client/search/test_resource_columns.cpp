// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>
#include <algorithm>
#include <cmath>
#include <cstdlib>

#include "client/search/asker.h"
#include "client/search/candidate_pool.h"
#include "client/search/registry.h"
#include "client/search/resource_columns.h"

using namespace kw;

namespace {

// Four parameters of six values each, 1 to 6, all valid.
ValidSpace grid() {
  Space space;
  std::vector<std::vector<uint16_t>> rows{{}};
  for (const char* name : {"A", "B", "C", "D"}) {
    Parameter& parameter = space.parameters.emplace_back();
    parameter.name = name;
    std::vector<std::vector<uint16_t>> longer;
    for (uint16_t value = 0; value < 6; ++value) {
      parameter.values.emplace_back(int64_t{value} + 1);
      for (const auto& row : rows) {
        longer.push_back(row);
        longer.back().push_back(value);
      }
    }
    rows = std::move(longer);
  }
  auto valid = ValidSpace::ofRows(space, rows);
  if (!valid) qFatal("%s", valid.error().text().c_str());
  return std::move(*valid);
}

// Registers grow with each thread's tile and by a whim of the compiler; beyond what a thread can
// have they spill.
double registersWanted(const std::vector<uint16_t>& values) {
  return 24 + 9.0 * (values[0] + 1) * (values[1] + 1) +
         20.0 * ((values[2] * 5 + values[3] * 3 + values[0]) % 4);
}
ResourceUse useOf(const std::vector<uint16_t>& values) {
  const double wanted = registersWanted(values);
  const double registers = std::min(wanted, 255.0);
  return {registers, std::max(0.0, wanted - 255) * 4, 0, std::min(1.0, 32 / registers)};
}
// Larger tiles are faster until they spill, and then much slower.
double timeOf(const std::vector<uint16_t>& values) {
  const double wanted = registersWanted(values);
  const double tile = 400 / (wanted + 20);
  return tile + (wanted > 255 ? 3 : 0) + 0.1 * std::abs(values[2] - 3) +
         0.1 * std::abs(values[3] - 1);
}

double bestAfter(size_t evaluations, uint64_t seed, bool told) {
  const ValidSpace space = grid();
  auto strategy = makeStrategy("bayesian", space, seed);
  if (!strategy) qFatal("%s", strategy.error().text().c_str());
  Asker asker(std::move(*strategy), evaluations);
  double best = 1e9;
  while (const auto asked = asker.next()) {
    const std::vector<uint16_t> values = space.indices(asked->index);
    Observation observation{asked->index, true, timeOf(values)};
    if (told) observation.resources = useOf(values);
    best = std::min(best, observation.relative);
    asker.finished(asked->order, observation);
  }
  return best;
}

struct Known {
  ValidSpace space = grid();
  surrogate::Coordinates coordinates{space.space()};
  ResourceColumns resources{coordinates};

  std::vector<float> point(size_t index) const {
    std::vector<float> points;
    appendPoints(space, coordinates, {index}, points);
    return points;
  }
  void learn(size_t index, const ResourceUse& use) {
    resources.learn(index, point(index).data(), use);
  }
  ResourceColumns::Columns of(size_t index) const {
    return resources.of(index, point(index).data());
  }
};

}  // namespace

class TestResourceColumns : public QObject {
  Q_OBJECT

 private slots:
  void nothingToldIsNowhere() {
    const Known known;
    QCOMPARE(known.of(100), ResourceColumns::Columns{});
  }

  void whatWasCompiledStandsAsItIs() {
    Known known;
    known.learn(5, {255, 4095, 48 * 1024, 0.25});
    known.learn(6, {16, 0, 0, 1});
    const ResourceColumns::Columns full = known.of(5), least = known.of(6);
    QVERIFY(std::abs(full[0] - 2) < 1e-6 && std::abs(full[1] - 2) < 1e-6 &&
            std::abs(full[2] - 2) < 1e-6 && std::abs(full[3] - 0.5) < 1e-6);
    QCOMPARE(least, (ResourceColumns::Columns{0, 0, 0, 2}));
  }

  void whatWasNotIsBetweenItsLike() {
    Known known;
    known.learn(0, useOf(known.space.indices(0)));
    const size_t last = known.space.size() - 1;
    known.learn(last, useOf(known.space.indices(last)));
    const float low = known.of(0)[0], high = known.of(last)[0];
    QVERIFY(low < high);
    // Beside the first, so much more like it.
    const float beside = known.of(1)[0];
    QVERIFY(beside > low && beside < (low + high) / 2);
  }

  void figuresOutOfRangeStayInIt() {
    Known known;
    known.learn(0, {100'000, 1e12, 1e12, 7});
    for (const float column : known.of(0))
      QCOMPARE(column, 2.0F);
    known.learn(1, {});  // not known: not learned
    for (const float column : known.of(1))
      QVERIFY(std::abs(column - 2) < 1e-6);
  }

  void pointsGetTheirColumnsAtTheEnd() {
    Known known;
    known.learn(3, {128, 0, 2048, 0.5});
    std::vector<float> points;
    appendPoints(known.space, known.coordinates, {3, 4}, points);
    const std::vector<float> longer = known.resources.appendTo({3, 4}, points);
    const size_t columns = known.coordinates.columns();
    QCOMPARE(longer.size(), 2 * (columns + ResourceColumns::count));
    QVERIFY(std::equal(points.begin(), points.begin() + static_cast<ptrdiff_t>(columns),
                       longer.begin()));
    QCOMPARE(longer[columns + 3], 1.0F);
  }

  void aSearchThatIsToldFindsBetter() {
    double told = 0, untold = 0;
    for (uint64_t seed = 1; seed <= 150; ++seed) {
      told += bestAfter(25, seed, true);
      untold += bestAfter(25, seed, false);
    }
    QVERIFY2(told < untold, qPrintable(QString("%1 of %2").arg(told).arg(untold)));
  }
};

QTEST_APPLESS_MAIN(TestResourceColumns)
#include "test_resource_columns.moc"
