// SPDX-License-Identifier: GPL-3.0-or-later
#include "client/profile/walker.h"

#include <algorithm>
#include <set>

#include "base/clock/clock.h"
#include "model/profile/derive.h"

namespace kw {

namespace {

constexpr const char* fullSetNode = "full set";

class Walk {
 public:
  Walk(const Policy& policy, const Catalogue& catalogue, const ModelInput& input,
       CounterSource& source, const WalkOptions& options, std::stop_token stop)
      : m_policy(policy),
        m_catalogue(catalogue),
        m_input(input),
        m_source(source),
        m_options(options),
        m_stop(std::move(stop)) {}

  Result<Profile> run() {
    m_profile.policy = m_policy.name();
    m_profile.origin = m_policy.origin();
    m_profile.started = utcNow();
    m_profile.budget = m_options.budget;
    m_profile.isFull = m_options.full;
    if (m_options.full) KW_TRY(readFullSet());
    const PolicyNode* node = &m_policy.root();
    while (node) {
      if (m_stop.stop_requested()) return failCancelled();
      KW_ASSIGN(node, visit(*node));
    }
    takeAlways();
    return std::move(m_profile);
  }

 private:
  // The next node; null after a leaf.
  Result<const PolicyNode*> visit(const PolicyNode& node) {
    ProfileStep step;
    step.node = node.id;
    step.reason = node.reason;
    std::string next;
    if (const auto* test = std::get_if<PolicyTest>(&node.what)) {
      next = decide(*test, step);
    } else {
      const auto* acquisition = std::get_if<PolicyAcquisition>(&node.what);
      step.kind = acquisition ? "acquire" : "leaf";
      if (acquisition) next = acquisition->next;
      if (!acquisition) end(node);
      KW_TRY(acquire(metricsOf(node), step, true));
    }
    add(std::move(step));
    return next.empty() ? nullptr : m_policy.find(next);
  }

  std::string decide(const PolicyTest& test, ProfileStep& step) {
    step.kind = "test";
    step.metric = test.metric;
    step.threshold = test.threshold;
    const MetricValues seen = derive(m_catalogue, {test.metric}, m_counters, m_chip, m_input);
    const auto found = seen.find(test.metric);
    bool yes = test.unknownIsYes;
    if (found != seen.end()) {
      step.observed = found->second;
      m_profile.values[test.metric] = found->second;
      yes = found->second.value >= test.threshold;
    }
    step.taken = yes ? "yes" : "no";
    return yes ? test.yes : test.no;
  }

  void end(const PolicyNode& node) {
    const auto& leaf = std::get<PolicyLeaf>(node.what);
    m_profile.leaf = node.id;
    m_profile.regime = leaf.regime;
    m_profile.title = leaf.title;
    m_profile.advice = leaf.advice;
  }

  Status readFullSet() {
    ProfileStep step;
    step.node = fullSetNode;
    step.kind = "acquire";
    KW_TRY(acquire(m_catalogue.fullSet(), step, false));
    add(std::move(step));
    return {};
  }

  void add(ProfileStep step) {
    if (m_options.stepped) m_options.stepped(step);
    m_profile.steps.push_back(std::move(step));
    if (!m_options.grown) return;
    takeAlways();
    m_options.grown(m_profile);
  }

  // What belongs to every profile, whatever the path asked for.
  void takeAlways() {
    m_profile.chip = m_chip;
    m_profile.collector = m_counters.empty() ? "modelled" : "range profiler";
    takeValues({"share_of_roof", "floor", "duration", "dram_utilisation", "sm_utilisation"},
               m_profile.values);
  }

  Status acquire(const std::vector<std::string>& wanted, ProfileStep& step, bool isBudgeted) {
    step.wanted = wanted;
    std::vector<std::string> missing = m_catalogue.countersFor(wanted, m_chip);
    std::erase_if(missing, [this](const std::string& id) { return m_asked.contains(id); });
    if (!missing.empty() && m_profile.refusal.empty()) KW_TRY(count(missing, step, isBudgeted));
    takeValues(wanted, step.values);
    m_profile.values.insert(step.values.begin(), step.values.end());
    for (const auto& [id, value] : step.values)
      m_profile.values[id] = value;
    return {};
  }

  Status count(const std::vector<std::string>& ids, ProfileStep& step, bool isBudgeted) {
    step.skipped = isBudgeted ? overBudget(ids.size()) : "";
    if (!step.skipped.empty()) return {};
    const int left =
        isBudgeted && m_options.budget.passes > 0 ? m_options.budget.passes - m_profile.passes : 0;
    KW_ASSIGN(const CounterReading reading, m_source.read(ids, left, m_stop));
    step.passes = reading.passes;
    step.milliseconds = reading.milliseconds;
    m_profile.passes += reading.passes;
    m_profile.milliseconds += reading.milliseconds;
    m_profile.refusal = reading.refusal;
    m_profile.remedy = reading.advice;
    if (!reading.chip.empty()) m_chip = reading.chip;
    if (reading.overBudget) {
      step.skipped = std::to_string(reading.planned) + " passes are above the " +
                     std::to_string(left) + " that are left of the budget";
      return {};
    }
    if (!reading.refusal.empty()) return {};
    step.absent = reading.absent;
    m_asked.insert(ids.begin(), ids.end());
    m_counters.insert(reading.values.begin(), reading.values.end());
    return {};
  }

  // Why these may not be read any more; "" if they may.
  std::string overBudget(size_t metrics) const {
    const ProfileBudget& budget = m_options.budget;
    if (budget.passes > 0 && m_profile.passes >= budget.passes)
      return "the budget of " + std::to_string(budget.passes) + " passes is used";
    if (budget.milliseconds > 0 && m_profile.milliseconds >= budget.milliseconds)
      return "the time for reading counters is used";
    if (budget.metrics > 0 && m_asked.size() + metrics > static_cast<size_t>(budget.metrics))
      return std::to_string(metrics) + " more counters are above the budget of " +
             std::to_string(budget.metrics);
    return "";
  }

  void takeValues(const std::vector<std::string>& ids, MetricValues& into) const {
    for (auto& [id, value] : derive(m_catalogue, ids, m_counters, m_chip, m_input))
      into[id] = value;
  }

  const Policy& m_policy;
  const Catalogue& m_catalogue;
  const ModelInput& m_input;
  CounterSource& m_source;
  const WalkOptions& m_options;
  std::stop_token m_stop;
  Profile m_profile;
  std::string m_chip;
  std::map<std::string, double> m_counters;
  std::set<std::string> m_asked;  // counters that were read, absent ones too
};

}  // namespace

Result<CounterReading> NoCounters::read(const std::vector<std::string>&, int, std::stop_token) {
  CounterReading reading;
  reading.refusal = m_refusal;
  reading.advice = m_advice;
  return reading;
}

Result<Profile> walk(const Policy& policy, const Catalogue& catalogue, const ModelInput& input,
                     CounterSource& source, const WalkOptions& options, std::stop_token stop) {
  return Walk(policy, catalogue, input, source, options, std::move(stop)).run();
}

}  // namespace kw
