// SPDX-License-Identifier: GPL-3.0-or-later
// The two ways in which a profiling tree grows, each at one leaf.
#pragma once

#include <string>

#include "client/learning/rewards.h"
#include "model/profile/catalogue.h"
#include "model/profile/policy.h"

namespace kw {

struct Change {
  enum class Kind {
    rewrite,  // the leaf gets a group of metrics besides its own
    split,    // a test and two leaves stand in its place
  };
  Kind kind = Kind::rewrite;
  std::string leaf;   // a node of the tree
  std::string what;   // for people: "+ hit rates", "yes: + hit rates"
  MetricSet metrics;  // of a rewrite: what the leaf has then

  // Of a split: to `yes` where the metric is at least the threshold, to `no` otherwise and where
  // it is unknown.
  std::string metric;
  double threshold = 0;
  MetricSet yes, no;
};

std::string_view name(Change::Kind kind);  // "REWRITE", "SPLIT"
std::string textOf(const Change& change);  // "SPLIT latency at issue_active >= 0.4, yes: + waits"
// What a kernel that reaches the leaf gets after the change.
const MetricSet& metricsAfter(const Change& change, const ProfiledKernel& kernel);

// The tree with the change, its origin "learnt"; `reason` stands at the changed nodes. A split
// counts its metric first where a path to the leaf has not done so. A change of a leaf that is not
// there, or with metrics that the catalogue lacks, is ErrorKind::badInput.
Result<Policy> apply(const Policy& policy, const Change& change, const std::string& reason,
                     const Catalogue& catalogue);
// Under another name, with a text that says how it came about.
Result<Policy> named(const Policy& policy, const std::string& name, const std::string& about,
                     const Catalogue& catalogue);

}  // namespace kw
