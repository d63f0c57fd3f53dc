// SPDX-License-Identifier: GPL-3.0-or-later
// A walk through a profiling tree: each step with what was seen and what it cost, and what it comes
// to.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/json/value.h"
#include "base/result/result.h"
#include "model/profile/metric.h"
#include "model/records/records.h"

namespace kw {

// 0 limits nothing.
struct ProfileBudget {
  int passes = 0;
  double milliseconds = 0;  // of reading counters
  int metrics = 0;          // counters read
};

struct ProfileStep {
  std::string node;    // of the policy; "full set" for a reading before the walk
  std::string kind;    // "test", "acquire" or "leaf"
  std::string reason;  // the node's
  // A test: what was seen (empty: it has no value here) and where it went.
  std::string metric;
  double threshold = 0;
  std::optional<MetricValue> observed;
  std::string taken;  // "yes" or "no"
  // An acquisition or a leaf.
  std::vector<std::string> wanted;  // metrics, as the node names them
  MetricValues values;              // those that got one
  std::vector<std::string> absent;  // counted ones that the chip does not have
  int passes = 0;
  double milliseconds = 0;
  std::string skipped;  // why nothing was counted: the budget
};

struct Profile {
  Candidate candidate;
  std::string caseName;
  std::string deviceId, deviceModel;
  std::string chip;       // "" where no counters were read
  std::string protocol;   // Protocol::text() of the time that modelled metrics rest on
  std::string policy;     // its name
  std::string origin;     // "hand-set", "learnt"
  std::string started;    // UTC, ISO 8601
  std::string collector;  // "range profiler", "modelled"
  ProfileBudget budget;
  bool isFull = false;  // the full set was read before the walk
  std::vector<ProfileStep> steps;
  std::string regime;  // of the leaf
  std::string leaf;    // its node
  std::string title, advice;
  MetricValues values;  // all that were seen
  int passes = 0;
  double milliseconds = 0;      // of reading counters
  std::string refusal, remedy;  // why counters could not be read, and how to allow it

  std::vector<std::string> path() const;  // nodes
};

// "memory-bound: DRAM bandwidth; DRAM throughput 87.3 % of its peak (measured); 92.1 % of the roof
// (modelled)". Where tests of the path had no value: "… (as far as is known; not known: …)", and
// "undecided" in the regime's place where none of those that need counters had one, or where
// counters left out whether a unit is busy and the path says that none is. Without `saysShare`,
// nothing of the roof unless it decided.
std::string profileText(const Profile& profile, bool saysShare = true);
// The metrics of the tests on the path that had no value, each once: its ids.
std::vector<std::string> unknownTests(const Profile& profile);
// The last of a candidate, with its case, on this device at this locked clock (DeviceInfo's; 0:
// left alone); null if there is none.
const Profile* findProfile(const std::vector<Profile>& profiles, const Candidate& candidate,
                           std::string_view deviceId, int lockedClock = 0);

json::Value toJson(const Profile& value);
Result<Profile> profileFromJson(const json::Value& value);

}  // namespace kw
