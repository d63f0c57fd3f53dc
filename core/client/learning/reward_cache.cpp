// SPDX-License-Identifier: GPL-3.0-or-later
#include "client/learning/reward_cache.h"

#include <algorithm>

namespace kw {

namespace {

json::Value entryOf(const std::string& kernel, const MetricSet& set,
                    const std::vector<double>& speedups) {
  return json::Value::object({{"event", "reward"},
                              {"kernel", kernel},
                              {"metrics", json::Array(set.begin(), set.end())},
                              {"speedups", json::Array(speedups.begin(), speedups.end())}});
}

// Of an entry of the log; nothing where it is not what it should be.
std::vector<double> speedupsOf(const json::Value& entry) {
  std::vector<double> speedups;
  for (const json::Value& item : entry["speedups"].asArray())
    speedups.push_back(item.asReal());
  return speedups;
}

bool isOf(const json::Value& entry, const std::string& kernel, const MetricSet& set) {
  return entry["event"] == json::Value("reward") && entry["kernel"] == json::Value(kernel) &&
         entry["metrics"] == json::Value(json::Array(set.begin(), set.end()));
}

}  // namespace

Result<std::optional<std::vector<double>>> RewardCache::speedups(const ProfiledKernel& kernel,
                                                                 const MetricSet& set,
                                                                 std::stop_token stop) {
  if (const json::Value* known = m_journal.ahead(); known && isOf(*known, kernel.name, set)) {
    std::vector<double> speedups = speedupsOf(*known);
    if (!speedups.empty()) return std::optional(std::move(speedups));
  }
  KW_ASSIGN(auto speedups, m_source.speedups(kernel, set, m_repeats, std::move(stop)));
  if (speedups && speedups->empty()) speedups.reset();
  return speedups;
}

Result<const Reward*> RewardCache::get(const ProfiledKernel& kernel, const MetricSet& set,
                                       std::stop_token stop) {
  const Key key{kernel.name, set};
  auto found = m_rewards.find(key);
  if (found == m_rewards.end()) {
    if (stop.stop_requested()) return failCancelled();
    if (m_most > 0 && m_evaluations >= m_most) {
      m_isUsedUp = true;
      return nullptr;
    }
    KW_ASSIGN(const auto measured, speedups(kernel, set, std::move(stop)));
    std::optional<Reward> reward;
    if (measured) {
      ++m_evaluations;
      KW_TRY(m_journal.add(entryOf(kernel.name, set, *measured), {"event", "kernel", "metrics"}));
      reward = rewardOf(*measured);
    }
    found = m_rewards.emplace(key, reward).first;
  }
  return found->second ? &*found->second : nullptr;
}

}  // namespace kw
