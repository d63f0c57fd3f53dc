// SPDX-License-Identifier: GPL-3.0-or-later
// Proposals, and trees with them.
#include <QTest>
#include <set>

#include "base/files/files.h"
#include "base/json/text.h"
#include "client/learning/proposer.h"
#include "client/learning/routing.h"
#include "core/client/learning/made_rewards.h"

using namespace kw;

namespace {

ProfiledKernel kernelWith(std::map<std::string, double> observed) {
  return {"k", std::move(observed)};
}

Policy applied(const Policy& policy, const Change& change) {
  auto changed = apply(policy, change, "why", catalogue());
  if (!changed) qFatal("%s", changed.error().text().c_str());
  return *std::move(changed);
}

Change rewriteOf(const std::string& leaf, MetricSet metrics) {
  Change change;
  change.leaf = leaf;
  change.metrics = std::move(metrics);
  return change;
}

Change splitOf(const std::string& leaf, const std::string& metric, double threshold) {
  Change change;
  change.kind = Change::Kind::split;
  change.leaf = leaf;
  change.metric = metric;
  change.threshold = threshold;
  change.yes = metricSet({"instructions"});
  change.no = metricSet({"l1_hit_rate"});
  return change;
}

LeafView viewOf(const Policy& policy, const std::string& leaf,
                const std::vector<ProfiledKernel>& kernels) {
  LeafView view;
  view.leaf = policy.find(leaf);
  for (const ProfiledKernel& kernel : kernels)
    if (leafOf(policy, kernel).id == leaf) view.kernels.push_back(&kernel);
  view.rewards.resize(view.kernels.size());
  view.depth = depthOf(policy, leaf);
  return view;
}

}  // namespace

class TestChanges : public QObject {
  Q_OBJECT

 private slots:
  void kernelsEndWhereTheirMetricsLead() {
    const Policy& tree = defaultPolicy();
    QCOMPARE(leafOf(tree, kernelWith({})).id, std::string("latency"));
    QCOMPARE(leafOf(tree, kernelWith({{"share_of_roof", 96}})).id, std::string("at_the_roof"));
    QCOMPARE(leafOf(tree, kernelWith({{"dram_utilisation", 60}})).id, std::string("streaming"));
    QCOMPARE(leafOf(tree, kernelWith({{"dram_utilisation", 59.9}})).id, std::string("latency"));
    QCOMPARE(leafOf(tree, kernelWith({{"sm_utilisation", 70}})).id, std::string("arithmetic"));
    QCOMPARE(depthOf(tree, "at_the_roof"), size_t(1));
    QCOMPARE(depthOf(tree, "latency"), size_t(7));
  }

  void theStartingTreeOfFourRegimesIsAPolicy() {
    const auto text =
        files::readText(std::string(KW_SOURCE_FOLDER) + "/resources/profiling/four_regimes.json");
    QVERIFY(text);
    const auto tree = Policy::read(*text, "four_regimes.json", catalogue());
    QVERIFY2(tree, tree ? "" : tree.error().text().c_str());
    QCOMPARE(leafOf(*tree, kernelWith({{"dram_utilisation", 80}})).id, std::string("memory"));
    QCOMPARE(leafOf(*tree, kernelWith({})).id, std::string("latency"));
  }

  void rewritingChangesOneLeaf() {
    const Policy tree =
        applied(defaultPolicy(), rewriteOf("latency", metricSet({"instructions", "lanes_active"})));
    QCOMPARE(metricsOfLeaf(*tree.find("latency")), metricSet({"instructions", "lanes_active"}));
    QCOMPARE(tree.find("latency")->reason, std::string("why"));
    QCOMPARE(tree.origin(), std::string("learnt"));
    QCOMPARE(tree.nodes().size(), defaultPolicy().nodes().size());
    QCOMPARE(metricsOfLeaf(*tree.find("streaming")),
             metricsOfLeaf(*defaultPolicy().find("streaming")));
  }

  void aSplitCountsItsMetricFirst() {
    const Policy tree = applied(defaultPolicy(), splitOf("latency", "issue_active", 0.4));
    const auto* first = std::get_if<PolicyAcquisition>(&tree.find("latency")->what);
    QVERIFY(first);
    QCOMPARE(first->metrics, std::vector<std::string>{"issue_active"});
    QCOMPARE(leafOf(tree, kernelWith({{"issue_active", 0.4}})).id, std::string("latency_yes"));
    QCOMPARE(leafOf(tree, kernelWith({{"issue_active", 0.39}})).id, std::string("latency_no"));
    QCOMPARE(leafOf(tree, kernelWith({})).id, std::string("latency_no"));
    QCOMPARE(metricsOfLeaf(*tree.find("latency_yes")), metricSet({"instructions"}));
    QCOMPARE(depthOf(tree, "latency_no"), depthOf(defaultPolicy(), "latency") + 1);
  }

  void whatIsCountedOnEveryPathIsNotCountedAgain() {
    const Policy tree = applied(defaultPolicy(), splitOf("latency", "dram_utilisation", 20));
    QVERIFY(std::holds_alternative<PolicyTest>(tree.find("latency")->what));
    // No counter is needed for it at all.
    const Policy modelled = applied(defaultPolicy(), splitOf("latency", "share_of_roof", 50));
    QVERIFY(std::holds_alternative<PolicyTest>(modelled.find("latency")->what));
  }

  void splitsOfSplitsKeepTheirNamesApart() {
    Policy tree = applied(defaultPolicy(), splitOf("latency", "issue_active", 0.4));
    tree = applied(tree, splitOf("latency_yes", "issue_active", 0.6));
    std::set<std::string> ids;
    for (const PolicyNode& node : tree.nodes())
      ids.insert(node.id);
    QCOMPARE(ids.size(), tree.nodes().size());
    QCOMPARE(leafOf(tree, kernelWith({{"issue_active", 0.5}})).id, std::string("latency_yes_no"));
    // What was written is read.
    const auto again = Policy::read(json::writePretty(tree.toJson()), "again", catalogue());
    QVERIFY2(again, again ? "" : again.error().text().c_str());
  }

  void impossibleChangesAreRefused() {
    QVERIFY(!apply(defaultPolicy(), rewriteOf("roof", {}), "", catalogue()));
    QVERIFY(!apply(defaultPolicy(), rewriteOf("nowhere", {}), "", catalogue()));
    QVERIFY(!apply(defaultPolicy(), rewriteOf("latency", {"no_metric"}), "", catalogue()));
    QVERIFY(!apply(defaultPolicy(), splitOf("latency", "no_metric", 1), "", catalogue()));
  }

  void thresholdsLieBetweenValuesAndAreShort() {
    QCOMPARE(thresholdsBetween({3, 1, 1, 2}, 10), (std::vector<double>{2, 2.5}));
    QCOMPARE(thresholdsBetween({0.1234, 0.9876}, 3), (std::vector<double>{0.6}));
    QCOMPARE(thresholdsBetween({7, 7}, 3), std::vector<double>{});
    QCOMPARE(thresholdsBetween({}, 3), std::vector<double>{});
    const double next = std::nextafter(1.0, 2.0);
    QCOMPARE(thresholdsBetween({1.0, next}, 3), std::vector<double>{next});
    std::vector<double> values;
    for (int i = 0; i < 101; ++i)
      values.push_back(i);
    const std::vector<double> some = thresholdsBetween(values, 5);
    QCOMPARE(some.size(), size_t(5));
    QVERIFY(some.front() > 5 && some.front() < 15);
    QVERIFY(some.back() > 85 && some.back() < 95);
  }

  void everyGroupThatIsMissingIsProposed() {
    test::MadeRewards made({.kernels = 16});
    EnumeratingProposer proposer(made.groups());
    const LeafView view = viewOf(made.start(), "memory", made.kernels());
    const auto rewrites = proposer.rewrites(view, {});
    QCOMPARE(rewrites->size(), size_t(5));
    QCOMPARE(textOf(rewrites->front()), std::string("REWRITE memory + hit rates"));
    QCOMPARE(proposer.rewrites(view, {.depth = 8, .metrics = 3})->size(), size_t(0));
    const Policy grown = applied(made.start(), rewrites->front());
    QCOMPARE(proposer.rewrites(viewOf(grown, "memory", made.kernels()), {})->size(), size_t(4));
  }

  void splitsAreOfAllObservedMetricsAndEitherSide() {
    test::MadeRewards made({.kernels = 64});
    EnumeratingProposer proposer(made.groups(), 3);
    const LeafView view = viewOf(made.start(), "memory", made.kernels());
    QCOMPARE(view.kernels.size(), size_t(16));
    const auto splits = proposer.splits(view, {});
    QCOMPARE(splits->size(), size_t(6 * 3 * 5 * 2));  // metrics, thresholds, groups, sides
    for (const Change& change : *splits) {
      size_t above = 0;
      for (const ProfiledKernel* kernel : view.kernels)
        above += kernel->observed.at(change.metric) >= change.threshold;
      QVERIFY(above > 0 && above < view.kernels.size());
      QVERIFY(change.yes != change.no);
    }
    QVERIFY(proposer.splits(view, {.depth = 2, .metrics = 8})->empty());
    // A leaf with a group may lose it again.
    const Policy grown = applied(made.start(), proposer.rewrites(view, {})->front());
    const auto more = proposer.splits(viewOf(grown, "memory", made.kernels()), {});
    const bool removes = std::ranges::any_of(
        *more, [](const Change& change) { return change.what == "no: - hit rates"; });
    QVERIFY(removes);
  }

  void kernelsAreSetAsideBySeedInEachLeaf() {
    test::MadeRewards made({.kernels = 120});
    const auto aside = heldOut(made.start(), made.kernels(), 1.0 / 3, 1);
    std::map<std::string, size_t> perLeaf;
    for (size_t i = 0; i < aside.size(); ++i)
      perLeaf[leafOf(made.start(), made.kernels()[i]).id] += aside[i];
    QCOMPARE(perLeaf.size(), size_t(4));
    for (const auto& [leaf, count] : perLeaf)
      QCOMPARE(count, size_t(10));
    QVERIFY(aside == heldOut(made.start(), made.kernels(), 1.0 / 3, 1));
    QVERIFY(aside != heldOut(made.start(), made.kernels(), 1.0 / 3, 2));
    // The order in a file says nothing.
    std::vector<ProfiledKernel> reversed(made.kernels().rbegin(), made.kernels().rend());
    auto mirrored = heldOut(made.start(), reversed, 1.0 / 3, 1);
    std::reverse(mirrored.begin(), mirrored.end());
    QVERIFY(aside == mirrored);
  }
};

QTEST_APPLESS_MAIN(TestChanges)
#include "test_changes.moc"
