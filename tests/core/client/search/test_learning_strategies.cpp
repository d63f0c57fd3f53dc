// SPDX-License-Identifier: GPL-3.0-or-later
// What holds for every strategy that learns, on spaces and measurements of all kinds.
#include <QTest>
#include <cmath>
#include <functional>
#include <limits>
#include <numeric>
#include <set>

#include "client/search/asker.h"
#include "client/search/registry.h"
#include "client/search/search_memory.h"

using namespace kw;

namespace {

using Values = std::vector<ParameterValue>;

Values numbers(int count) {
  Values values;
  for (int i = 0; i < count; ++i)
    values.emplace_back(int64_t{1} << (i % 60));
  return values;
}

// All combinations for which `isValid` holds for the value indices.
ValidSpace spaceOf(const std::vector<Values>& parameters,
                   const std::function<bool(const std::vector<uint16_t>&)>& isValid = {}) {
  Space space;
  std::vector<std::vector<uint16_t>> rows{{}};
  for (const Values& values : parameters) {
    space.parameters.push_back({"P" + std::to_string(space.parameters.size()), values, ""});
    std::vector<std::vector<uint16_t>> longer;
    for (const auto& row : rows)
      for (uint16_t value = 0; value < values.size(); ++value) {
        longer.push_back(row);
        longer.back().push_back(value);
      }
    rows = std::move(longer);
  }
  if (isValid) std::erase_if(rows, [&](const auto& row) { return !isValid(row); });
  auto valid = ValidSpace::ofRows(space, rows);
  if (!valid) qFatal("%s", valid.error().text().c_str());
  return std::move(*valid);
}

ValidSpace spaceCalled(const QString& name) {
  if (name == "one configuration") return spaceOf({numbers(1), numbers(1)});
  if (name == "two configurations") return spaceOf({numbers(1), numbers(2)});
  if (name == "one parameter") return spaceOf({numbers(40)});
  if (name == "few values")
    return spaceOf({numbers(2), numbers(1), numbers(2), numbers(2), numbers(2)});
  if (name == "constrained")
    return spaceOf({numbers(8), numbers(8), numbers(4)},
                   [](const auto& v) { return (v[0] * 3 + v[1] + v[2]) % 5 == 0 || v[0] == 7; });
  if (name == "no neighbours")
    return spaceOf({numbers(10), numbers(10)}, [](const auto& v) { return v[0] == v[1]; });
  const Values texts{std::string("row"), std::string("column"), std::string("tiled")};
  return spaceOf({texts, {false, true}, {0.5, int64_t{2}, 1.5}, numbers(6)});
}

// Measurements by rule; nothing is a failure.
using Measure = std::function<std::optional<double>(const std::vector<uint16_t>&)>;

double hilly(const std::vector<uint16_t>& v) {
  double time = 1;
  for (size_t i = 0; i < v.size(); ++i)
    time += std::abs(v[i] - 2.0) * (1 + 0.3 * static_cast<double>(i)) +
            0.5 * std::abs(v[i] - 1.0 * v[(i + 1) % v.size()]);
  return time;
}

Measure measureCalled(const QString& name) {
  if (name == "ties") return [](const auto&) { return 1.0; };
  if (name == "nine of ten fail")
    return [](const std::vector<uint16_t>& v) {
      size_t sum = 0;
      for (const uint16_t value : v)
        sum = sum * 7 + value;
      return sum % 10 == 3 ? std::optional(hilly(v)) : std::nullopt;
    };
  // As where a kernel needs more than the device has: 330 of 4,096 work, the best at the edge.
  if (name == "the large fail")
    return [](const std::vector<uint16_t>& v) {
      return std::accumulate(v.begin(), v.end(), 0) <= 7 ? std::optional(hilly(v)) : std::nullopt;
    };
  if (name == "all fail") return [](const auto&) { return std::nullopt; };
  if (name == "times of 0") return [](const auto&) { return 0.0; };
  if (name == "no numbers")
    return [](const auto&) { return std::numeric_limits<double>::quiet_NaN(); };
  return hilly;
}

// The asks of a run with as many in flight as the strategy allows, as a run of the engine has.
std::vector<size_t> asksOf(const std::string& name, const ValidSpace& space, const Measure& measure,
                           uint64_t seed, size_t limit = 100'000) {
  auto strategy = makeStrategy(name, space, seed);
  if (!strategy) qFatal("%s", strategy.error().text().c_str());
  Asker asker(std::move(*strategy), limit);
  std::vector<size_t> asks;
  while (const auto asked = asker.next()) {
    asks.push_back(asked->index);
    const std::optional<double> time = measure(space.indices(asked->index));
    asker.finished(asked->order, {asked->index, time.has_value(), time.value_or(0)});
  }
  if (!asker.done()) qFatal("%s stalls after %zu asks", name.c_str(), asks.size());
  return asks;
}

double bestOf(const std::vector<size_t>& asks, const ValidSpace& space, const Measure& measure) {
  double best = std::numeric_limits<double>::infinity();
  for (const size_t index : asks)
    best = std::min(best, measure(space.indices(index)).value_or(best));
  return best;
}

void addLearners() {
  QTest::addColumn<QString>("name");
}
std::vector<std::string> learners() {
  std::vector<std::string> names = strategyNames();
  std::erase_if(names, [](const std::string& name) {
    return name == "auto" || name == "exhaustive" || name == "random";
  });
  return names;
}
void addEachLearner() {
  addLearners();
  for (const std::string& name : learners())
    QTest::newRow(name.c_str()) << QString::fromStdString(name);
}

}  // namespace

class TestLearningStrategies : public QObject {
  Q_OBJECT

 private slots:
  void everyConfigurationIsAskedExactlyOnce_data() {
    addLearners();
    QTest::addColumn<QString>("spaceName");
    QTest::addColumn<QString>("measureName");
    const QStringList spaces{"one configuration", "two configurations", "one parameter",
                             "few values",        "constrained",        "no neighbours",
                             "texts and booleans"};
    const QStringList measures{"hilly",    "ties",       "nine of ten fail",
                               "all fail", "times of 0", "no numbers"};
    for (const std::string& name : learners())
      for (const QString& space : spaces)
        for (const QString& measure : measures)
          QTest::addRow("%s, %s, %s", name.c_str(), qPrintable(space), qPrintable(measure))
              << QString::fromStdString(name) << space << measure;
  }
  void everyConfigurationIsAskedExactlyOnce() {
    QFETCH(QString, name);
    QFETCH(QString, spaceName);
    QFETCH(QString, measureName);
    const ValidSpace space = spaceCalled(spaceName);
    for (const uint64_t seed : {1, 2, 3}) {
      const auto asks = asksOf(name.toStdString(), space, measureCalled(measureName), seed);
      QCOMPARE(asks.size(), space.size());
      const std::set<size_t> different(asks.begin(), asks.end());
      QCOMPARE(different.size(), space.size());
      QCOMPARE(*different.rbegin(), space.size() - 1);
    }
  }

  void theSeedDecidesTheRun_data() { addEachLearner(); }
  void theSeedDecidesTheRun() {
    QFETCH(QString, name);
    const ValidSpace space = spaceCalled("constrained");
    const std::string strategy = name.toStdString();
    QCOMPARE(asksOf(strategy, space, hilly, 7), asksOf(strategy, space, hilly, 7));
    QVERIFY(asksOf(strategy, space, hilly, 7) != asksOf(strategy, space, hilly, 8));
  }

  // So a run that was stopped and is resumed with more budget goes on as it would have.
  void theBudgetDoesNotChangeTheRun_data() { addEachLearner(); }
  void theBudgetDoesNotChangeTheRun() {
    QFETCH(QString, name);
    const ValidSpace space = spaceCalled("constrained");
    const auto whole = asksOf(name.toStdString(), space, hilly, 3);
    const auto part = asksOf(name.toStdString(), space, hilly, 3, 25);
    QCOMPARE(part, (std::vector<size_t>{whole.begin(), whole.begin() + 25}));
  }

  // Times are ratios to something else from run to run.
  void theScaleOfTimesDoesNotChangeTheRun_data() { addEachLearner(); }
  void theScaleOfTimesDoesNotChangeTheRun() {
    QFETCH(QString, name);
    const ValidSpace space = spaceCalled("constrained");
    const auto doubled = [](const std::vector<uint16_t>& v) { return 1024 * hilly(v); };
    QCOMPARE(asksOf(name.toStdString(), space, doubled, 3),
             asksOf(name.toStdString(), space, hilly, 3));
  }

  void itIsAskedAheadOfWhatItIsTold_data() { addEachLearner(); }
  void itIsAskedAheadOfWhatItIsTold() {
    QFETCH(QString, name);
    const ValidSpace space = spaceOf({numbers(20), numbers(20)});
    const auto strategy = makeStrategy(name.toStdString(), space, 1);
    QVERIFY(strategy);
    QVERIFY((*strategy)->window() >= 2);
    std::set<size_t> asks;
    for (size_t i = 0; i < (*strategy)->window(); ++i) {
      const auto asked = (*strategy)->ask();
      QVERIFY(asked);
      QVERIFY(asks.insert(*asked).second);
    }
  }

  // In the mean over seeds, on a space of 4,096 of which it may try 80.
  void itFindsBetterOnesThanChanceDoes_data() {
    addLearners();
    QTest::addColumn<QString>("measureName");
    for (const std::string& name : learners())
      for (const char* measure : {"hilly", "the large fail"})
        QTest::addRow("%s, %s", name.c_str(), measure)
            << QString::fromStdString(name) << QString(measure);
  }
  void itFindsBetterOnesThanChanceDoes() {
    QFETCH(QString, name);
    QFETCH(QString, measureName);
    const ValidSpace space = spaceOf({numbers(8), numbers(8), numbers(8), numbers(8)});
    const Measure measure = measureCalled(measureName);
    double byChance = 0, learned = 0;
    for (uint64_t seed = 1; seed <= 30; ++seed) {
      byChance += bestOf(asksOf("random", space, measure, seed, 80), space, measure);
      learned += bestOf(asksOf(name.toStdString(), space, measure, seed, 80), space, measure);
    }
    QVERIFY2(learned < 0.9 * byChance,
             qPrintable(QString("%1 against %2").arg(learned).arg(byChance)));
  }

  void aFailureIsWorseThanTheSlowestSuccess() {
    SearchMemory memory(10, 1);
    for (const size_t index : {1, 2, 3})
      memory.asked(index);
    QVERIFY(std::isinf(memory.told({.index = 1, .usable = false, .relative = 0.001})));
    QVERIFY(!memory.best());
    QVERIFY(std::isinf(memory.told({.index = 2, .usable = true, .relative = 0})));
    QVERIFY(!memory.best());
    QCOMPARE(memory.told({.index = 3, .usable = true, .relative = 1e6}), 1e6);
    QCOMPARE(memory.best(), std::optional<size_t>(3));
  }
};

QTEST_APPLESS_MAIN(TestLearningStrategies)
#include "test_learning_strategies.moc"
