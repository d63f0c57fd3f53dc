// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>
#include <cmath>

#include "client/learning/comparison.h"
#include "client/learning/configurations.h"
#include "client/learning/reward_table.h"
#include "core/client/learning/made_rewards.h"

using namespace kw;
using test::MadeRewards;
using test::Truth;

namespace {

ComparedWays compared(MadeRewards& made, RewardSource& source,
                      const std::vector<MetricGroup>& configurations) {
  EnumeratingProposer proposer(made.groups());
  auto comparison = compareWays({made.start(), made.kernels(), source, proposer, catalogue()},
                                configurations, {}, {}, {});
  if (!comparison) qFatal("%s", comparison.error().text().c_str());
  return *std::move(comparison);
}

// The groups by themselves, each with what the start's leaves have.
std::vector<MetricGroup> configurationsOf(const MadeRewards& made) {
  std::vector<MetricGroup> all;
  for (size_t i = 0; i < 4; ++i)
    all.push_back(
        {made.groups()[i].name,
         united(made.groups()[i].metrics, metricSet({"dram_utilisation", "sm_utilisation"}))});
  return all;
}

const ComparedWay& way(const ComparedWays& comparison, const std::string& name) {
  for (const ComparedWay& each : comparison.ways)
    if (each.name == name) return each;
  qFatal("no way %s", name.c_str());
}

}  // namespace

class TestLearningComparison : public QObject {
  Q_OBJECT

 private slots:
  void aTreeBeatsEveryFixedConfigurationWhereKernelsDiffer() {
    MadeRewards made(
        {.truth = Truth::rewrite, .effect = 0.2, .kernels = 160, .repeats = 3, .seed = 4});
    const ComparedWays comparison = compared(made, made, configurationsOf(made));
    const ComparedWay& tree = way(comparison, "tree");
    QVERIFY(tree.missing.empty());
    QCOMPARE(tree.kernels, size_t(160));
    QVERIFY2(tree.speedup > way(comparison, comparison.bestFixed).speedup,
             qPrintable(QString::number(tree.speedup)));
    QVERIFY(tree.overInterval.low > 1);
    QVERIFY(tree.speedup > way(comparison, "start").speedup);
    QVERIFY(tree.speedupInterval.low < tree.speedup && tree.speedup < tree.speedupInterval.high);
    QVERIFY(tree.successRate > 0.7 && tree.successRate < 1);
    QVERIFY(way(comparison, "oracle").speedup > tree.speedup);
    QCOMPARE(way(comparison, "oracle").kernels, size_t(160));
    QCOMPARE(comparison.parts, size_t(5));
  }

  void figuresAreThoseOfTheTable() {
    auto table = RewardTable::read(R"({"format": "kernelwright-rewards/1",
      "kernels": [
        {"name": "a", "observed": {}, "rewards": [{"set": [], "speedups": [2]},
           {"set": ["dram_bytes"], "speedups": [4, 1]}, {"set": ["instructions"], "speedups": [0]}]},
        {"name": "b", "observed": {}, "rewards": [{"set": [], "speedups": [0.5]},
           {"set": ["dram_bytes"], "speedups": [1]}, {"set": ["instructions"], "speedups": [8]}]}
      ]})",
                                   "t", catalogue());
    QVERIFY2(table, table ? "" : table.error().text().c_str());
    const auto tree = Policy::read(R"({"format": "kernelwright-policy/1", "name": "one",
      "origin": "hand-set", "root": "all", "nodes": [{"id": "all", "leaf": "latency-bound",
      "title": "t", "advice": "", "metrics": [], "reason": "r"}]})",
                                   "one", catalogue());
    QVERIFY(tree);
    EnumeratingProposer proposer({});
    const auto comparison =
        compareWays({*tree, table->kernels(), *table, proposer, catalogue()},
                    {{"bytes", {"dram_bytes"}}, {"instructions", {"instructions"}}}, {}, {}, {});
    QVERIFY(comparison);
    QCOMPARE(way(*comparison, "blind").speedup, std::sqrt(2.0));
    QCOMPARE(way(*comparison, "blind").successRate, 0.5);
    QCOMPARE(way(*comparison, "bytes").speedup, std::sqrt(2.0));
    QCOMPARE(way(*comparison, "bytes").successRate, 0.25);
    QCOMPARE(way(*comparison, "instructions").speedup, std::sqrt(8.0));
    QCOMPARE(way(*comparison, "oracle").speedup, 4.0);
    QCOMPARE(way(*comparison, "random").speedup, 2.0);
    QCOMPARE(way(*comparison, "tree").speedup, std::sqrt(2.0));
    QCOMPARE(comparison->bestFixed, std::string("instructions"));
    QCOMPARE(*way(*comparison, "oracle").overBestFixed, std::sqrt(2.0));
  }

  void whatATableLacksIsSaid() {
    MadeRewards made({.kernels = 8});
    auto table = RewardTable::read(made.text(1), "t", catalogue());
    QVERIFY(table);
    const ComparedWays comparison = compared(made, *table, fixedConfigurations());
    QCOMPARE(way(comparison, "blind").missing, std::string("no rewards for 8 of 8 kernels"));
    QVERIFY(way(comparison, "start").missing.empty());
    QVERIFY(way(comparison, "tree").missing.empty());
    QVERIFY(!way(comparison, "oracle").missing.empty());
    QVERIFY(!way(comparison, "tree").overBestFixed);
    QCOMPARE(comparison.bestFixed, std::string());
  }

  void aStartWithoutRewardsIsNoFault() {
    MadeRewards made({.kernels = 8});
    auto table = RewardTable::read(made.text(1), "t", catalogue());
    EnumeratingProposer proposer(made.groups());
    const auto comparison = compareWays(
        {defaultPolicy(), made.kernels(), *table, proposer, catalogue()}, {}, {}, {}, {});
    QVERIFY(comparison);
    QVERIFY(!way(*comparison, "tree").missing.empty());
  }

  void figuresAreTheSameEachTime() {
    MadeRewards made({.truth = Truth::rewrite, .effect = 0.1, .kernels = 48});
    const ComparedWays one = compared(made, made, configurationsOf(made));
    const ComparedWays other = compared(made, made, configurationsOf(made));
    for (size_t i = 0; i < one.ways.size(); ++i) {
      QCOMPARE(one.ways[i].speedup, other.ways[i].speedup);
      QCOMPARE(one.ways[i].speedupInterval.low, other.ways[i].speedupInterval.low);
    }
  }
};

QTEST_APPLESS_MAIN(TestLearningComparison)
#include "test_learning_comparison.moc"
