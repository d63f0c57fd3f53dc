// SPDX-License-Identifier: GPL-3.0-or-later
// A profiling tree: which metrics to look at next, decided from those that were seen. JSON format
// kernelwright-policy/1: nodes by id, each a test, an acquisition or a leaf.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "base/json/value.h"
#include "base/result/result.h"
#include "model/profile/catalogue.h"

namespace kw {

inline constexpr std::array<std::string_view, 4> regimes{"latency-bound", "memory-bound",
                                                         "compute-bound", "algorithm-bound"};

// Goes to `yes` where the metric is at least `threshold`; where it has no value, to one of the two
// as `unknownIsYes` says.
struct PolicyTest {
  std::string metric;
  double threshold = 0;
  std::string yes, no;  // nodes
  bool unknownIsYes = false;
};
struct PolicyAcquisition {
  std::vector<std::string> metrics;
  std::string next;  // node
};
// Where a walk ends: the regime, and the metrics that whoever rewrites the kernel gets.
struct PolicyLeaf {
  std::string regime;
  std::string title;  // what bounds it more closely: "DRAM bandwidth"
  std::string advice;
  std::vector<std::string> metrics;
};

struct PolicyNode {
  std::string id;
  std::string reason;  // why this metric and this threshold
  std::variant<PolicyTest, PolicyAcquisition, PolicyLeaf> what;
};

class Policy {
 public:
  // Strict: every node that is named exists and every node is reached, no path comes back, all end
  // in leaves, and the catalogue knows all metrics. `fileName` stands in messages.
  static Result<Policy> read(const std::string& text, const std::string& fileName,
                             const Catalogue& catalogue);

  const std::string& name() const { return m_name; }
  const std::string& origin() const { return m_origin; }  // "hand-set", "learnt"
  const std::vector<PolicyNode>& nodes() const { return m_nodes; }
  const PolicyNode& root() const { return *find(m_root); }
  const PolicyNode* find(std::string_view id) const;
  // All paths from the root to a leaf.
  std::vector<std::vector<const PolicyNode*>> paths() const;

  json::Value toJson() const;  // as it is read

  // A copy in which `node` stands in the place of the one of its id, under `name`. Checked as what
  // is read from a file is; no node of that id is a fault too.
  Result<Policy> withNode(const PolicyNode& node, const std::string& name,
                          const Catalogue& catalogue) const;
  Policy named(std::string name) const;

 private:
  friend class PolicyReader;
  std::string m_name, m_origin, m_about, m_root;
  std::vector<PolicyNode> m_nodes;
};

// The nodes that one may be followed by.
std::vector<std::string> followers(const PolicyNode& node);
// What is counted at it; none at a test.
const std::vector<std::string>& metricsOf(const PolicyNode& node);

// The one that comes with the program.
const Policy& defaultPolicy();

}  // namespace kw
