// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>
#include <set>

#include "client/search/random_order.h"
#include "client/search/registry.h"
#include "model/space/space_file.h"

using namespace kw;

namespace {

ValidSpace spaceOf(int values) {
  std::string text =
      R"({"format": "kernelwright-space/1", "parameters": [{"name": "P", "values": [)";
  for (int i = 0; i < values; ++i)
    text += (i ? "," : "") + std::to_string(i);
  auto space = readSpace(text + "]}]}", "space.json");
  if (!space) qFatal("%s", space.error().text().c_str());
  auto valid = ValidSpace::build(*space, [](std::string_view) { return std::nullopt; });
  if (!valid) qFatal("%s", valid.error().text().c_str());
  return std::move(*valid);
}

std::vector<size_t> allAsks(Strategy& strategy) {
  std::vector<size_t> asks;
  while (const auto index = strategy.ask())
    asks.push_back(*index);
  return asks;
}

std::vector<size_t> asksOf(const std::string& name, int values, uint64_t seed) {
  const ValidSpace space = spaceOf(values);
  auto strategy = makeStrategy(name, space, seed);
  if (!strategy) qFatal("%s", strategy.error().text().c_str());
  std::vector<size_t> asks = allAsks(**strategy);
  if (!(*strategy)->exhausted()) qFatal("not exhausted");
  return asks;
}

}  // namespace

class TestStrategies : public QObject {
  Q_OBJECT

 private slots:
  void exhaustiveFollowsTheSpace() {
    QCOMPARE(asksOf("exhaustive", 5, 1), (std::vector<size_t>{0, 1, 2, 3, 4}));
  }

  void randomVisitsEveryConfigurationOnce_data() {
    QTest::addColumn<int>("values");
    for (const int values : {1, 2, 3, 4, 5, 16, 17, 1000})
      QTest::addRow("%d", values) << values;
  }
  void randomVisitsEveryConfigurationOnce() {
    QFETCH(int, values);
    const std::vector<size_t> asks = asksOf("random", values, 7);
    const std::set<size_t> different(asks.begin(), asks.end());
    QCOMPARE(asks.size(), size_t(values));
    QCOMPARE(different.size(), size_t(values));
    QCOMPARE(*different.rbegin(), size_t(values) - 1);
  }

  void theSeedDecidesTheOrder() {
    QCOMPARE(asksOf("random", 100, 1), asksOf("random", 100, 1));
    QVERIFY(asksOf("random", 100, 1) != asksOf("random", 100, 2));
    QVERIFY(asksOf("random", 100, 1) != asksOf("exhaustive", 100, 1));
  }

  // Fixed values: sessions are resumed on other machines and with later versions.
  void theOrderIsTheSameEverywhere() {
    uint64_t state = 0;
    QCOMPARE(splitMix(state),
             uint64_t(0xE220A8397B1DCDAF));  // the published first value for seed 0
    const std::vector<size_t> asks = asksOf("random", 10, 1);
    QCOMPARE(asks, (std::vector<size_t>{3, 9, 4, 0, 7, 8, 1, 2, 5, 6}));
  }

  void aHugeSpaceTakesNoMemory() {
    const RandomOrder order(uint64_t{1} << 40, 3);
    std::set<uint64_t> seen;
    for (uint64_t position = 0; position < 10'000; ++position) {
      const uint64_t value = order.at(position);
      QVERIFY(value < order.count());
      QVERIFY(seen.insert(value).second);
    }
  }

  // Each position's mean over many seeds is near the middle, and each value is as likely first as
  // any other: chi-square with 9 degrees of freedom stays below its 99.99 % point.
  void everyConfigurationIsAsLikelyFirst() {
    constexpr int count = 10, seeds = 20'000;
    std::vector<int> first(count);
    for (uint64_t seed = 0; seed < seeds; ++seed)
      ++first[RandomOrder(count, seed).at(0)];
    double chiSquare = 0;
    for (const int found : first) {
      const double expected = double(seeds) / count;
      chiSquare += (found - expected) * (found - expected) / expected;
    }
    QVERIFY2(chiSquare < 33.7, qPrintable(QString::number(chiSquare)));
  }

  void autoGoesInOrderWhereTheSpaceIsTiny_data() {
    QTest::addColumn<int>("size");
    QTest::addColumn<int>("budget");
    QTest::addColumn<bool>("timed");
    QTest::addColumn<QString>("strategy");
    QTest::newRow("no budget") << 16 << -1 << false << "exhaustive";
    QTest::newRow("enough") << 16 << 16 << false << "exhaustive";
    QTest::newRow("too small") << 16 << 15 << false << "bayesian";
    QTest::newRow("time") << 16 << -1 << true << "bayesian";
    QTest::newRow("enough, but limited by time") << 16 << 100 << true << "bayesian";
    QTest::newRow("no tiny space") << 17 << -1 << false << "bayesian";
  }
  void autoGoesInOrderWhereTheSpaceIsTiny() {
    QFETCH(int, size);
    QFETCH(int, budget);
    QFETCH(bool, timed);
    QFETCH(QString, strategy);
    std::optional<size_t> evaluations;
    if (budget >= 0) evaluations = size_t(budget);
    QCOMPARE(resolveStrategy("auto", size_t(size), evaluations, timed), strategy.toStdString());
    QCOMPARE(resolveStrategy("random", 100, evaluations, timed), std::string("random"));
  }

  void anUnknownNameSaysWhichWasMeant() {
    const ValidSpace space = spaceOf(2);
    const auto strategy = makeStrategy("randon", space, 1);
    QVERIFY(!strategy);
    QCOMPARE(strategy.error().kind, ErrorKind::badInput);
    QCOMPARE(strategy.error().message, std::string("there is no search strategy 'randon'"));
    QCOMPARE(strategy.error().advice, std::string("did you mean random?"));
  }

  void theNamesOfOtherTunersAreUnderstood_data() {
    QTest::addColumn<QString>("name");
    QTest::addColumn<QString>("advice");
    QTest::newRow("genetic_algorithm") << "genetic_algorithm"
                                       << "did you mean genetic?";
    QTest::newRow("pso") << "pso"
                         << "did you mean particle-swarm?";
    QTest::newRow("diff_evo") << "diff_evo"
                              << "did you mean differential-evolution?";
    QTest::newRow("simulated_annealing") << "simulated_annealing"
                                         << "did you mean annealing?";
    QTest::newRow("greedy_ils") << "greedy_ils"
                                << "did you mean local-search?";
    QTest::newRow("another spelling") << "local_search"
                                      << "did you mean local-search?";
  }
  void theNamesOfOtherTunersAreUnderstood() {
    QFETCH(QString, name);
    QFETCH(QString, advice);
    const Status status = checkStrategyName(name.toStdString());
    QVERIFY(!status);
    QCOMPARE(status.error().advice, advice.toStdString());
  }

  void anUnknownNameThatIsNearNoneListsAll() {
    const Status status = checkStrategyName("oracle");
    QVERIFY(!status);
    QVERIFY(status.error().advice.starts_with(
        "there are auto, exhaustive, random, bayesian, genetic, "));
  }

  void everyNameCanBeMadeAndIsDescribed() {
    const ValidSpace space = spaceOf(5);
    for (const StrategyDescription& description : strategyDescriptions()) {
      QVERIFY(!description.meaning.empty());
      const auto strategy = makeStrategy(std::string(description.name), space, 1);
      QVERIFY(strategy);
      if (description.name != "auto") QCOMPARE((*strategy)->name(), description.name);
    }
  }
};

QTEST_APPLESS_MAIN(TestStrategies)
#include "test_strategies.moc"
