// SPDX-License-Identifier: GPL-3.0-or-later
#include "client/learning/learner.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <set>

#include "base/json/text.h"
#include "client/learning/reward_cache.h"
#include "client/learning/routing.h"

namespace kw {

namespace {

constexpr const char* budgetOfProposals = "the budget of proposals is used up";
constexpr const char* budgetOfEvaluations = "the budget of evaluations is used up";

std::string percent(double logRatio) {
  char text[40];
  std::snprintf(text, sizeof text, "%+.1f %%", 100 * std::expm1(logRatio));
  return text;
}

std::string reasonOf(const JudgedChange& judged) {
  return "Learnt: " + textOf(judged.change) + "; " + percent(judged.training.mean) + " (at least " +
         percent(judged.training.low) + ") on " + std::to_string(judged.training.kernels) +
         " training kernels, " + percent(judged.heldOut->mean) + " (at least " +
         percent(judged.heldOut->low) + ") on " + std::to_string(judged.heldOut->kernels) +
         " others.";
}

// The same only where the leaf has the same metrics before and after.
std::string keyOf(const Change& change) {
  return textOf(change) + " | " + textOf(change.metrics) + " | " + textOf(change.yes) + " | " +
         textOf(change.no);
}

class Learner {
 public:
  Learner(const LearningTask& task, const LearningSettings& settings, Journal& journal,
          const std::function<void(const Decision&)>& decided, std::stop_token stop)
      : m_task(task),
        m_settings(settings),
        m_journal(journal),
        m_decided(decided),
        m_stop(std::move(stop)),
        m_cache(task.source, journal, settings.repeats, settings.evaluations),
        m_heldOut(heldOut(task.start, task.kernels, settings.heldOut, settings.seed)) {
    take(task.start);
    m_trainingLevel = std::sqrt(settings.errorRate / 2);
    m_heldOutLevel = settings.errorRate / 2 / -std::log1p(-m_trainingLevel);
    m_result.heldOut = static_cast<size_t>(std::ranges::count(m_heldOut, true));
    m_result.training = m_heldOut.size() - m_result.heldOut;
  }

  Result<LearningResult> run() {
    KW_TRY(checkStart());
    for (size_t round = 1; m_result.ended.empty(); ++round) {
      KW_ASSIGN(bool accepted, tryFamily(round, Change::Kind::rewrite));
      if (!accepted && m_result.ended.empty()) {
        KW_ASSIGN(accepted, tryFamily(round, Change::Kind::split));
        if (!accepted && m_result.ended.empty()) m_result.ended = "no change was better";
      }
    }
    m_result.evaluations = m_cache.evaluations();
    return std::move(m_result);
  }

 private:
  using Kernels = std::vector<size_t>;  // numbers of the task's

  // Where a kernel ends in the incumbent.
  struct Route {
    const PolicyNode* leaf = nullptr;
    MetricSet metrics;
  };

  const ProfiledKernel& kernel(size_t index) const { return m_task.kernels[index]; }

  // Makes it the incumbent.
  void take(Policy policy) {
    m_result.policy = std::move(policy);
    m_routes.clear();
    for (const ProfiledKernel& each : m_task.kernels) {
      const PolicyNode& leaf = leafOf(m_result.policy, each);
      m_routes.push_back({&leaf, metricsOfLeaf(leaf)});
    }
  }

  Result<const Reward*> incumbentReward(size_t index) {
    return m_cache.get(kernel(index), m_routes[index].metrics, m_stop);
  }

  Status checkStart() {
    for (size_t i = 0; i < m_task.kernels.size(); ++i) {
      if (m_heldOut[i]) continue;
      KW_ASSIGN(const Reward* reward, incumbentReward(i));
      if (reward) continue;
      if (m_cache.isUsedUp())
        return failInput("the budget of " + std::to_string(m_settings.evaluations) +
                             " evaluations is below what the starting tree alone needs",
                         {}, "allow at least as many as there are training kernels");
      return failInput("the kernel \"" + kernel(i).name + "\" comes to the leaf \"" +
                           m_routes[i].leaf->id + "\" of the tree \"" + m_task.start.name() +
                           "\", and there is no reward for it with that leaf's metrics (" +
                           textOf(m_routes[i].metrics) + ")",
                       {}, "add these rewards, or start from a tree whose leaves have some");
    }
    return {};
  }

  // --- proposals

  Result<std::vector<LeafView>> leaves() {
    std::map<std::string, LeafView> views;
    for (size_t i = 0; i < m_task.kernels.size(); ++i) {
      if (m_heldOut[i]) continue;
      KW_ASSIGN(const Reward* reward, incumbentReward(i));
      if (!reward) continue;  // cannot be: it was asked for when the leaf came to be
      LeafView& view = views[m_routes[i].leaf->id];
      view.leaf = m_routes[i].leaf;
      view.kernels.push_back(&kernel(i));
      view.rewards.push_back(*reward);
    }
    std::vector<LeafView> all;
    for (auto& [id, view] : views) {
      view.depth = depthOf(m_result.policy, id);
      all.push_back(std::move(view));
    }
    return all;
  }

  bool isWithinLimits(const Change& change, const LeafView& leaf) const {
    const size_t most = m_settings.limits.metrics;
    if (change.leaf != leaf.leaf->id) return false;
    if (change.kind == Change::Kind::rewrite) return change.metrics.size() <= most;
    // A leaf that was larger from the beginning may stay as it is.
    const MetricSet own = metricsOfLeaf(*leaf.leaf);
    const auto fits = [&](const MetricSet& set) {
      return set.size() <= std::max(most, own.size());
    };
    return leaf.depth < m_settings.limits.depth && fits(change.yes) && fits(change.no);
  }

  Result<std::vector<Change>> proposals(Change::Kind kind) {
    KW_ASSIGN(const std::vector<LeafView> views, leaves());
    std::vector<Change> all;
    for (const LeafView& view : views) {
      KW_ASSIGN(std::vector<Change> some, kind == Change::Kind::rewrite
                                              ? m_task.proposer.rewrites(view, m_settings.limits)
                                              : m_task.proposer.splits(view, m_settings.limits));
      for (Change& change : some)
        if (change.kind == kind && isWithinLimits(change, view)) all.push_back(std::move(change));
    }
    return all;
  }

  // The kernels of one side of the division that get other metrics.
  Kernels affected(const Change& change, bool isHeldOut) const {
    Kernels some;
    for (size_t i = 0; i < m_task.kernels.size(); ++i) {
      const Route& route = m_routes[i];
      if (m_heldOut[i] == isHeldOut && route.leaf->id == change.leaf &&
          metricsAfter(change, kernel(i)) != route.metrics)
        some.push_back(i);
    }
    return some;
  }

  // --- judging

  // Nothing where a reward is not to be had.
  Result<std::optional<PairedDifferences>> differences(const Change& change,
                                                       const Kernels& kernels) {
    PairedDifferences pairs;
    for (const size_t i : kernels) {
      KW_ASSIGN(const Reward* old, incumbentReward(i));
      if (!old) return std::optional<PairedDifferences>();
      KW_ASSIGN(const Reward* changed,
                m_cache.get(kernel(i), metricsAfter(change, kernel(i)), m_stop));
      if (!changed) return std::optional<PairedDifferences>();
      pairs.kernels.push_back(static_cast<uint32_t>(i));
      pairs.values.push_back(changed->logSpeedup - old->logSpeedup);
    }
    return std::optional(std::move(pairs));
  }

  BootstrapSettings bootstrap(double level) {
    return {level, m_settings.resamples, m_settings.seed * 1000003 + m_looks++};
  }

  Status judgeOnTraining(std::vector<Change> changes, Decision& decision) {
    std::vector<PairedDifferences> family;
    for (Change& change : changes) {
      const Kernels training = affected(change, false);
      if (training.size() < m_settings.leastTraining ||
          affected(change, true).size() < m_settings.leastHeldOut) {
        ++decision.few;
        continue;
      }
      if (m_settings.proposals > 0 && m_result.proposals >= m_settings.proposals) {
        ++decision.unknown;
        continue;
      }
      KW_ASSIGN(auto pairs, differences(change, training));
      if (!pairs) {
        ++decision.unknown;
        continue;
      }
      ++m_result.proposals;
      family.push_back(*std::move(pairs));
      decision.judged.push_back({std::move(change), {}});
    }
    const Family bounds = lowerBounds(family, m_task.kernels.size(), bootstrap(m_trainingLevel));
    decision.critical = bounds.critical;
    for (size_t i = 0; i < family.size(); ++i) {
      decision.judged[i].training = bounds.bounds[i];
      if (!decision.best || bounds.bounds[i].low > decision.judged[*decision.best].training.low)
        decision.best = i;
    }
    return {};
  }

  // Of each leaf, the change with the largest lower end above the margin.
  std::vector<JudgedChange*> promising(Decision& decision) const {
    std::map<std::string, JudgedChange*> best;
    for (JudgedChange& judged : decision.judged) {
      if (judged.training.low <= m_settings.margin || m_refuted.contains(keyOf(judged.change)))
        continue;
      JudgedChange*& other = best[judged.change.leaf];
      if (!other || judged.training.low > other->training.low) other = &judged;
    }
    std::vector<JudgedChange*> all;
    all.reserve(best.size());
    for (const auto& [leaf, judged] : best)
      all.push_back(judged);
    return all;
  }

  Status confirm(JudgedChange& judged) {
    KW_ASSIGN(auto pairs, differences(judged.change, affected(judged.change, true)));
    if (!pairs) return {};  // kernels set aside have no rewards, or the budget is used up
    judged.heldOut =
        lowerBounds({*std::move(pairs)}, m_task.kernels.size(), bootstrap(m_heldOutLevel))
            .bounds.front();
    judged.accepted = judged.heldOut->low > m_settings.margin;
    if (!judged.accepted) m_refuted.insert(keyOf(judged.change));
    return {};
  }

  Status confirmPromising(Decision& decision) {
    const std::vector<JudgedChange*> some = promising(decision);
    for (JudgedChange* judged : some)
      KW_TRY(confirm(*judged));
    for (const JudgedChange* judged : some) {
      if (!judged->accepted) continue;
      ++decision.accepted;
      KW_ASSIGN(Policy grown,
                apply(m_result.policy, judged->change, reasonOf(*judged), m_task.catalogue));
      take(std::move(grown));
    }
    m_result.accepted += decision.accepted;
    if (!decision.best)
      decision.outcome = "nothing to judge";
    else if (some.empty())
      decision.outcome = "rejected: no clear gain on the training kernels";
    else if (decision.accepted == 0)
      decision.outcome = "rejected: not confirmed on the kernels set aside";
    else
      decision.outcome = "accepted";
    return {};
  }

  // Whether a change was accepted.
  Result<bool> tryFamily(size_t round, Change::Kind kind) {
    Decision decision;
    decision.round = round;
    decision.kind = kind;
    KW_ASSIGN(std::vector<Change> changes, proposals(kind));
    KW_TRY(judgeOnTraining(std::move(changes), decision));
    KW_TRY(confirmPromising(decision));
    if (m_settings.proposals > 0 && m_result.proposals >= m_settings.proposals)
      m_result.ended = budgetOfProposals;
    if (m_cache.isUsedUp()) m_result.ended = budgetOfEvaluations;
    if (m_journal.keeps())
      KW_TRY(m_journal.add(toJson(decision),
                           {"event", "round", "operator", "tried", "best", "outcome", "accepted"}));
    if (m_decided) m_decided(decision);
    const bool accepted = decision.accepted > 0;
    m_result.decisions.push_back(std::move(decision));
    return accepted;
  }

  const LearningTask& m_task;
  const LearningSettings& m_settings;
  Journal& m_journal;
  const std::function<void(const Decision&)>& m_decided;
  std::stop_token m_stop;
  RewardCache m_cache;
  std::vector<bool> m_heldOut;
  double m_trainingLevel = 0, m_heldOutLevel = 0;
  std::set<std::string> m_refuted;  // on the kernels set aside
  uint64_t m_looks = 0;             // so that each draws kernels of its own
  LearningResult m_result;
  std::vector<Route> m_routes;  // of each kernel, in m_result.policy
};

}  // namespace

Result<LearningResult> learn(const LearningTask& task, const LearningSettings& settings,
                             Journal& journal, const std::function<void(const Decision&)>& decided,
                             std::stop_token stop) {
  return Learner(task, settings, journal, decided, std::move(stop)).run();
}

}  // namespace kw
