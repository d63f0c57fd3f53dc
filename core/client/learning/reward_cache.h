// SPDX-License-Identifier: GPL-3.0-or-later
// Rewards by kernel and set: each is asked for once, whoever needs it, and stands in the log.
#pragma once

#include <map>

#include "client/learning/journal.h"
#include "client/learning/rewards.h"

namespace kw {

class RewardCache {
 public:
  // `repeats` of each are asked for. `most` is the budget in pairs of a kernel and a set, 0 for
  // any number; pairs that the log has count too, so that a run which was interrupted comes to the
  // same end as one that was not.
  RewardCache(RewardSource& source, Journal& journal, size_t repeats, size_t most)
      : m_source(source), m_journal(journal), m_repeats(repeats), m_most(most) {}

  // Null where the source does not know it, or the budget is used up.
  Result<const Reward*> get(const ProfiledKernel& kernel, const MetricSet& set,
                            std::stop_token stop);

  size_t evaluations() const { return m_evaluations; }
  bool isUsedUp() const { return m_isUsedUp; }  // something was not asked for

 private:
  using Key = std::pair<std::string, MetricSet>;
  Result<std::optional<std::vector<double>>> speedups(const ProfiledKernel& kernel,
                                                      const MetricSet& set, std::stop_token stop);

  RewardSource& m_source;
  Journal& m_journal;
  size_t m_repeats, m_most;
  size_t m_evaluations = 0;
  bool m_isUsedUp = false;
  std::map<Key, std::optional<Reward>> m_rewards;
};

}  // namespace kw
