// SPDX-License-Identifier: GPL-3.0-or-later
#include "client/learning/comparison.h"

#include <algorithm>
#include <cmath>

#include "client/learning/reward_cache.h"
#include "client/learning/routing.h"

namespace kw {

namespace {

constexpr const char* treeWay = "tree";
constexpr const char* treeAbout = "learnt, each kernel by a tree that was learnt without it";

// A way's rewards in the order of the kernels, or why they are not known.
struct Rewards {
  std::string name, about, missing;
  std::vector<Reward> each;
};

class Comparing {
 public:
  Comparing(const LearningTask& task, const std::vector<MetricGroup>& configurations,
            const ComparingSettings& settings, const std::function<void(size_t)>& learning,
            std::stop_token stop)
      : m_task(task),
        m_configurations(configurations),
        m_settings(settings),
        m_learning(learning),
        m_stop(std::move(stop)),
        m_cache(task.source, m_nothing, settings.learning.repeats, 0) {}

  Result<ComparedWays> run() {
    std::vector<Rewards> ways;
    KW_ASSIGN(Rewards blind, fixed("blind", "no metrics", {}));
    ways.push_back(std::move(blind));
    std::vector<Rewards> configured;
    for (const MetricGroup& each : m_configurations) {
      KW_ASSIGN(Rewards rewards, fixed(each.name, textOf(each.metrics), each.metrics));
      configured.push_back(std::move(rewards));
    }
    ways.push_back(random(configured));
    ways.insert(ways.end(), configured.begin(), configured.end());
    KW_ASSIGN(Rewards start, byTree("start", "the tree \"" + m_task.start.name() + "\"",
                                    [this](size_t) { return &m_task.start; }));
    ways.push_back(std::move(start));
    if (ways.back().missing.empty()) {
      KW_ASSIGN(Rewards tree, crossLearnt());
      ways.push_back(std::move(tree));
    } else {
      ways.push_back({treeWay, treeAbout, "where it starts from has " + ways.back().missing, {}});
    }
    ways.push_back(oracle(configured));
    return summarised(ways, configured);
  }

 private:
  template <class SetOf>
  Result<Rewards> rewardsWith(std::string name, std::string about, const SetOf& setOf) {
    Rewards rewards{std::move(name), std::move(about), {}, {}};
    size_t missing = 0;
    for (size_t i = 0; i < m_task.kernels.size(); ++i) {
      KW_ASSIGN(const Reward* reward, m_cache.get(m_task.kernels[i], setOf(i), m_stop));
      if (reward)
        rewards.each.push_back(*reward);
      else
        ++missing;
    }
    if (missing > 0)
      rewards.missing = "no rewards for " + std::to_string(missing) + " of " +
                        std::to_string(m_task.kernels.size()) + " kernels";
    return rewards;
  }

  Result<Rewards> fixed(std::string name, std::string about, const MetricSet& set) {
    return rewardsWith(std::move(name), std::move(about), [&](size_t) { return set; });
  }

  template <class TreeOf>
  Result<Rewards> byTree(std::string name, std::string about, const TreeOf& treeOf) {
    return rewardsWith(std::move(name), std::move(about), [&](size_t kernel) {
      return metricsOfLeaf(leafOf(*treeOf(kernel), m_task.kernels[kernel]));
    });
  }

  // --- of all configurations

  // Combines each kernel's rewards, where all configurations have them.
  template <class Combine>
  Rewards combined(std::string name, std::string about, const std::vector<Rewards>& configured,
                   const Combine& combine) const {
    Rewards rewards{std::move(name), std::move(about), {}, {}};
    for (const Rewards& each : configured)
      if (!each.missing.empty()) rewards.missing = each.name + ": " + each.missing;
    if (configured.empty()) rewards.missing = "no configurations";
    if (!rewards.missing.empty()) return rewards;
    for (size_t i = 0; i < m_task.kernels.size(); ++i) {
      std::vector<Reward> choices;
      choices.reserve(configured.size());
      for (const Rewards& each : configured)
        choices.push_back(each.each[i]);
      rewards.each.push_back(combine(choices));
    }
    return rewards;
  }

  Rewards random(const std::vector<Rewards>& configured) const {
    return combined("random", "any fixed configuration, equally likely", configured,
                    [](const std::vector<Reward>& choices) {
                      Reward mean;
                      for (const Reward& each : choices) {
                        mean.logSpeedup += each.logSpeedup / static_cast<double>(choices.size());
                        mean.successRate += each.successRate / static_cast<double>(choices.size());
                      }
                      return mean;
                    });
  }

  Rewards oracle(const std::vector<Rewards>& configured) const {
    return combined("oracle", "each kernel's best fixed configuration, known afterwards",
                    configured, [](const std::vector<Reward>& choices) {
                      return *std::ranges::max_element(choices, {}, &Reward::logSpeedup);
                    });
  }

  // --- with kernels left out

  Result<Rewards> crossLearnt() {
    const size_t parts = std::min(m_settings.parts, m_task.kernels.size());
    const std::vector<size_t> partOf =
        partsOf(m_task.start, m_task.kernels, parts, m_settings.learning.seed);
    std::vector<Policy> learnt;
    for (size_t part = 0; part < parts; ++part) {
      if (m_learning) m_learning(part);
      std::vector<ProfiledKernel> others;
      for (size_t i = 0; i < partOf.size(); ++i)
        if (partOf[i] != part) others.push_back(m_task.kernels[i]);
      const LearningTask task{m_task.start, others, m_task.source, m_task.proposer,
                              m_task.catalogue};
      KW_ASSIGN(LearningResult result, learn(task, m_settings.learning, m_nothing, {}, m_stop));
      learnt.push_back(std::move(result.policy));
    }
    return byTree(treeWay, treeAbout, [&](size_t kernel) { return &learnt[partOf[kernel]]; });
  }

  // --- figures

  struct Sums {
    double logSpeedup = 0, success = 0, over = 0;
  };

  static statistics::Interval interval95(const std::vector<double>& values) {
    return {statistics::quantile(values, 0.025), statistics::quantile(values, 0.975)};
  }

  ComparedWay summaryOf(const Rewards& rewards, const Rewards* bestFixed) const {
    ComparedWay way{.name = rewards.name, .about = rewards.about, .missing = rewards.missing};
    if (!way.missing.empty()) return way;
    way.kernels = rewards.each.size();
    const auto count = static_cast<double>(way.kernels);
    const auto sums = [&](const std::vector<double>& times) {
      Sums of;
      for (size_t i = 0; i < rewards.each.size(); ++i) {
        const Reward& reward = rewards.each[i];
        of.logSpeedup += times[i] * reward.logSpeedup / count;
        of.success += times[i] * reward.successRate / count;
        if (bestFixed)
          of.over += times[i] * (reward.logSpeedup - bestFixed->each[i].logSpeedup) / count;
      }
      return of;
    };
    const Sums all = sums(std::vector<double>(rewards.each.size(), 1.0));
    way.speedup = std::exp(all.logSpeedup);
    way.successRate = all.success;
    std::vector<double> speedups, successes, overs;
    KernelDraws draws(rewards.each.size(), m_settings.learning.seed);
    for (int i = 0; i < m_settings.resamples; ++i) {
      const Sums drawn = sums(draws.next());
      speedups.push_back(std::exp(drawn.logSpeedup));
      successes.push_back(drawn.success);
      overs.push_back(std::exp(drawn.over));
    }
    way.speedupInterval = interval95(speedups);
    way.successInterval = interval95(successes);
    if (bestFixed) {
      way.overBestFixed = std::exp(all.over);
      way.overInterval = interval95(overs);
    }
    return way;
  }

  static double total(const Rewards& rewards) {
    double sum = 0;
    for (const Reward& each : rewards.each)
      sum += each.logSpeedup;
    return sum;
  }

  ComparedWays summarised(const std::vector<Rewards>& ways,
                          const std::vector<Rewards>& configured) const {
    const Rewards* best = nullptr;
    for (const Rewards& each : configured)
      if (each.missing.empty() && (!best || total(each) > total(*best))) best = &each;
    ComparedWays comparison;
    comparison.bestFixed = best ? best->name : "";
    comparison.parts = std::min(m_settings.parts, m_task.kernels.size());
    for (const Rewards& each : ways)
      comparison.ways.push_back(summaryOf(each, best));
    return comparison;
  }

  const LearningTask& m_task;
  const std::vector<MetricGroup>& m_configurations;
  const ComparingSettings& m_settings;
  const std::function<void(size_t)>& m_learning;
  std::stop_token m_stop;
  Journal m_nothing;
  RewardCache m_cache;
};

}  // namespace

Result<ComparedWays> compareWays(const LearningTask& task,
                                 const std::vector<MetricGroup>& configurations,
                                 const ComparingSettings& settings,
                                 const std::function<void(size_t part)>& learning,
                                 std::stop_token stop) {
  return Comparing(task, configurations, settings, learning, std::move(stop)).run();
}

}  // namespace kw
