// SPDX-License-Identifier: GPL-3.0-or-later
// Walks a profiling tree for one candidate: asks for the counters that a node needs and no other,
// and stops at the leaf.
#pragma once

#include <functional>
#include <stop_token>
#include <string>
#include <vector>

#include "base/result/result.h"
#include "model/profile/catalogue.h"
#include "model/profile/model_input.h"
#include "model/profile/policy.h"
#include "model/profile/profile.h"
#include "model/profile/reading.h"

namespace kw {

// Where counters come from: a runner, or nothing (then all is modelled).
class CounterSource {
 public:
  virtual ~CounterSource() = default;
  // Reads these in the fewest passes. `mostPasses` 0: any number. A refusal is in the reading.
  virtual Result<CounterReading> read(const std::vector<std::string>& metrics, int mostPasses,
                                      std::stop_token stop) = 0;
};

// Says in every reading why there is none.
class NoCounters final : public CounterSource {
 public:
  NoCounters(std::string refusal, std::string advice)
      : m_refusal(std::move(refusal)), m_advice(std::move(advice)) {}
  Result<CounterReading> read(const std::vector<std::string>& metrics, int mostPasses,
                              std::stop_token stop) override;

 private:
  std::string m_refusal, m_advice;
};

struct WalkOptions {
  ProfileBudget budget;
  bool full = false;  // reads the full set first, outside the budget
  // Told each step as it was made; may be empty.
  std::function<void(const ProfileStep&)> stepped;
  // Told after each step what is known so far; it has no leaf before the last one. May be empty.
  std::function<void(const Profile&)> grown;
};

// Deterministic: the same readings give the same path. Nothing is read twice. After a refusal no
// counter is asked for again. The caller fills what the walk does not know: candidate, case,
// device, protocol.
Result<Profile> walk(const Policy& policy, const Catalogue& catalogue, const ModelInput& input,
                     CounterSource& source, const WalkOptions& options, std::stop_token stop);

}  // namespace kw
