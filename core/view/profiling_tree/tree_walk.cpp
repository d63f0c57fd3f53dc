// SPDX-License-Identifier: GPL-3.0-or-later
#include "view/profiling_tree/tree_walk.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "model/profile/catalogue.h"
#include "model/profile/derive.h"

namespace kw::view {

namespace {

class Rewalker {
 public:
  Rewalker(const Policy& policy, const Profile& profile) : m_policy(policy), m_profile(profile) {
    for (const ProfileStep& step : profile.steps)
      if (step.kind != "test" && step.skipped.empty()) {
        const auto counters = catalogue().countersFor(step.wanted, profile.chip);
        m_asked.insert(counters.begin(), counters.end());
      }
  }

  Rewalk run() {
    Rewalk walk;
    const PolicyNode* node = m_policy.nodes().empty() ? nullptr : &m_policy.root();
    // A tree has no circles, so that no way is longer than this.
    for (size_t i = 0; node && i < m_policy.nodes().size(); ++i)
      node = visit(*node, walk);
    return walk;
  }

 private:
  const PolicyNode* visit(const PolicyNode& node, Rewalk& walk) {
    WalkedNode here;
    here.node = static_cast<size_t>(&node - m_policy.nodes().data());
    here.recorded = stepOf(node.id);
    std::string next;
    // A profile that is still being made has come this far.
    if (m_profile.regime.empty() && !here.recorded) {
      here.isUndecided = true;
      walk.nodes.push_back(std::move(here));
      return nullptr;
    }
    if (const auto* test = std::get_if<PolicyTest>(&node.what)) {
      here.isUndecided = !decide(*test, here);
      if (here.isUndecided)
        walk.missing = test->metric;
      else
        next = here.isYes ? test->yes : test->no;
    } else {
      for (const std::string& metric : metricsOf(node))
        if (!m_profile.values.contains(metric) && !wasTried(metric)) here.unread.push_back(metric);
      if (const auto* leaf = std::get_if<PolicyLeaf>(&node.what)) {
        walk.leaf = node.id;
        walk.regime = leaf->regime;
      } else {
        next = std::get<PolicyAcquisition>(node.what).next;
      }
    }
    walk.nodes.push_back(std::move(here));
    return next.empty() ? nullptr : m_policy.find(next);
  }

  // Whether it can be decided.
  bool decide(const PolicyTest& test, WalkedNode& here) const {
    const bool isSameTest =
        here.recorded && here.recorded->kind == "test" && here.recorded->metric == test.metric;
    if (isSameTest) {
      here.observed = here.recorded->observed;
    } else {
      here.observed = valueOf(test.metric);
      if (!here.observed && !wasTried(test.metric)) return false;
    }
    here.isYes = here.observed ? here.observed->value >= test.threshold : test.unknownIsYes;
    return true;
  }

  // As it was seen, or as it follows from what was: another tree may test what that one did not.
  std::optional<MetricValue> valueOf(const std::string& metric) const {
    const auto found = m_profile.values.find(metric);
    if (found != m_profile.values.end()) return found->second;
    std::map<std::string, double> seen;
    for (const auto& [id, value] : m_profile.values)
      seen[id] = value.value;
    MetricValues derived = derive(catalogue(), {metric}, seen, m_profile.chip, ModelInput());
    if (derived.empty()) return std::nullopt;
    return std::move(derived.begin()->second);
  }

  // Were all counters that it is computed from asked for, so that asking again gives nothing new?
  bool wasTried(const std::string& metric) const {
    if (!m_profile.refusal.empty()) return true;
    const auto counters = catalogue().countersFor({metric}, m_profile.chip);
    return std::ranges::all_of(counters,
                               [this](const std::string& one) { return m_asked.contains(one); });
  }

  const ProfileStep* stepOf(const std::string& id) const {
    const auto found = std::ranges::find(m_profile.steps, id, &ProfileStep::node);
    return found == m_profile.steps.end() ? nullptr : &*found;
  }

  const Policy& m_policy;
  const Profile& m_profile;
  std::set<std::string> m_asked;  // counters
};

}  // namespace

Rewalk rewalk(const Policy& policy, const Profile& profile) {
  return Rewalker(policy, profile).run();
}

std::vector<size_t> recordedPath(const Policy& policy, const Profile& profile) {
  std::vector<size_t> path;
  for (const ProfileStep& step : profile.steps)
    if (const PolicyNode* node = policy.find(step.node))
      path.push_back(static_cast<size_t>(node - policy.nodes().data()));
  return path;
}

}  // namespace kw::view
