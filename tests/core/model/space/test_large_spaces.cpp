// SPDX-License-Identifier: GPL-3.0-or-later
// Spaces of 10^10 configurations: counted as counting by hand does it, and sampled uniformly.
#include <QTest>
#include <random>

#include "model/space/valid_space.h"
#include "support/brute_force.h"
#include "support/large_spaces.h"

using namespace kw;

namespace {

constexpr int samples = 20'000;

// Pearson's statistic of how often each value of a parameter was drawn, against the shares of
// valid configurations that have it; and its degrees of freedom.
std::pair<double, double> chiSquare(const std::vector<double>& drawn,
                                    const std::vector<double>& shares) {
  double sum = 0, cells = 0;
  for (size_t i = 0; i < drawn.size(); ++i) {
    const double expected = shares[i] * samples;
    if (expected < 5) continue;
    sum += (drawn[i] - expected) * (drawn[i] - expected) / expected;
    ++cells;
  }
  return {sum, cells - 1};
}

// The space with only one value of a parameter left.
Space with(const Space& space, size_t parameter, size_t value) {
  Space part = space;
  part.parameters[parameter].values = {space.parameters[parameter].values[value]};
  return part;
}

}  // namespace

class TestLargeSpaces : public QObject {
  Q_OBJECT

 private slots:
  void countsOfTheRemainderSpaceAreThoseOfALoop() {
    const Space space = test::largeSpaces()[1].space;
    const auto valid = ValidSpace::build(space, {});
    QVERIFY(valid.has_value());
    uint64_t five = 0, three = 0;
    for (int a = 1; a <= 18; ++a)
      for (int b = 1; b <= 18; ++b)
        for (int c = 1; c <= 18; ++c) {
          three += a * b >= c;
          for (int d = 1; d <= 18; ++d)
            for (int e = 1; e <= 18; ++e)
              five += (a * b + c * d + e) % 97 == 3;
        }
    QCOMPARE(static_cast<uint64_t>(valid->size()), five * three);
  }

  void samplesAreValidAndUniform_data() {
    QTest::addColumn<int>("number");
    const auto spaces = test::largeSpaces();
    for (size_t i = 0; i < spaces.size(); ++i)
      if (spaces[i].name != "tangled" && spaces[i].name != "real")  // take long with sanitizers
        QTest::newRow(spaces[i].name.c_str()) << static_cast<int>(i);
  }

  void samplesAreValidAndUniform() {
    QFETCH(int, number);
    const Space space = test::largeSpaces()[static_cast<size_t>(number)].space;
    const auto valid = ValidSpace::build(space, {});
    QVERIFY(valid.has_value());
    QVERIFY(valid->cartesianSize() > 4e9);
    std::vector<std::vector<double>> drawn;
    for (const Parameter& parameter : space.parameters)
      drawn.emplace_back(parameter.values.size());
    std::mt19937_64 random(7);
    std::uniform_int_distribution<size_t> uniform(0, valid->size() - 1);
    for (int i = 0; i < samples; ++i) {
      const std::vector<uint16_t> row = valid->indices(uniform(random));
      if (i % 20 == 0) QVERIFY(test::outcomeOf(space, row) == test::Outcome::holds);
      for (size_t parameter = 0; parameter < row.size(); ++parameter)
        ++drawn[parameter][row[parameter]];
    }
    for (const size_t parameter : {size_t{0}, size_t{2}, size_t{4}}) {
      std::vector<double> shares;
      for (size_t value = 0; value < drawn[parameter].size(); ++value) {
        const auto part = ValidSpace::build(with(space, parameter, value), {});
        shares.push_back(
            part ? static_cast<double>(part->size()) / static_cast<double>(valid->size()) : 0);
      }
      const auto [statistic, freedom] = chiSquare(drawn[parameter], shares);
      // Five standard deviations above the mean of the distribution.
      QVERIFY2(statistic < freedom + 5 * std::sqrt(2 * freedom),
               qPrintable(QString::number(statistic)));
    }
  }
};

QTEST_GUILESS_MAIN(TestLargeSpaces)
#include "test_large_spaces.moc"
