// SPDX-License-Identifier: GPL-3.0-or-later
#include "client/learning/change.h"

#include <algorithm>

#include "base/json/text.h"

namespace kw {

namespace {

json::Value strings(const std::vector<std::string>& texts) {
  return json::Array(texts.begin(), texts.end());
}

// A name for a node that no other has.
std::string freeId(const Policy& policy, const std::string& wanted) {
  std::string id = wanted;
  for (int i = 2; policy.find(id); ++i)
    id = wanted + "_" + std::to_string(i);
  return id;
}

bool isCountedBefore(const Policy& policy, const std::string& leaf, const std::string& metric) {
  return std::ranges::all_of(policy.paths(), [&](const auto& path) {
    if (path.back()->id != leaf) return true;
    return std::ranges::any_of(path, [&](const PolicyNode* node) {
      const auto* acquisition = std::get_if<PolicyAcquisition>(&node->what);
      return acquisition &&
             std::ranges::find(acquisition->metrics, metric) != acquisition->metrics.end();
    });
  });
}

json::Value leafWith(json::Value leaf, const std::string& id, const MetricSet& metrics,
                     const std::string& reason) {
  leaf.set("id", id);
  leaf.set("metrics", strings(metrics));
  leaf.set("reason", reason);
  return leaf;
}

// What stands in the leaf's place; the first of them bears its name, so that what leads to it need
// not change.
json::Array splitNodes(const Policy& policy, const json::Value& leaf, const Change& change,
                       const std::string& reason, const Catalogue& catalogue) {
  json::Array nodes;
  std::string test = change.leaf;
  const bool isCounted = catalogue.countersFor({change.metric}, "").empty() ||
                         isCountedBefore(policy, change.leaf, change.metric);
  if (!isCounted) {
    test = freeId(policy, change.leaf + "_test");
    nodes.push_back(json::Value::object({{"id", change.leaf},
                                         {"acquire", strings({change.metric})},
                                         {"next", test},
                                         {"reason", "For the test that follows."}}));
  }
  const std::string yes = freeId(policy, change.leaf + "_yes");
  const std::string no = freeId(policy, change.leaf + "_no");
  nodes.push_back(json::Value::object(
      {{"id", test},
       {"test", json::Value::object({{"metric", change.metric}, {"at_least", change.threshold}})},
       {"yes", yes},
       {"no", no},
       {"unknown", "no"},
       {"reason", reason}}));
  nodes.push_back(leafWith(leaf, yes, change.yes, reason));
  nodes.push_back(leafWith(leaf, no, change.no, reason));
  return nodes;
}

Result<Policy> readAgain(const json::Value& value, const Catalogue& catalogue) {
  return Policy::read(json::writeLine(value), "the changed tree", catalogue);
}

}  // namespace

std::string_view name(Change::Kind kind) {
  return kind == Change::Kind::rewrite ? "REWRITE" : "SPLIT";
}

std::string textOf(const Change& change) {
  std::string text = std::string(name(change.kind)) + " " + change.leaf;
  if (change.kind == Change::Kind::split)
    text += " at " + change.metric + " >= " + json::writeLine(change.threshold) + ",";
  return text + " " + change.what;
}

const MetricSet& metricsAfter(const Change& change, const ProfiledKernel& kernel) {
  if (change.kind == Change::Kind::rewrite) return change.metrics;
  const auto seen = kernel.observed.find(change.metric);
  return seen != kernel.observed.end() && seen->second >= change.threshold ? change.yes : change.no;
}

Result<Policy> apply(const Policy& policy, const Change& change, const std::string& reason,
                     const Catalogue& catalogue) {
  const PolicyNode* changed = policy.find(change.leaf);
  if (!changed || !std::holds_alternative<PolicyLeaf>(changed->what))
    return failInput("a leaf of the tree expected, found \"" + change.leaf + "\"");
  json::Value value = policy.toJson();
  json::Array nodes;
  for (const json::Value& node : value["nodes"].asArray()) {
    if (node["id"].asString() != change.leaf) {
      nodes.push_back(node);
    } else if (change.kind == Change::Kind::rewrite) {
      nodes.push_back(leafWith(node, change.leaf, change.metrics, reason));
    } else {
      for (json::Value& part : splitNodes(policy, node, change, reason, catalogue))
        nodes.push_back(std::move(part));
    }
  }
  value.set("nodes", std::move(nodes));
  value.set("origin", "learnt");
  return readAgain(value, catalogue);
}

Result<Policy> named(const Policy& policy, const std::string& name, const std::string& about,
                     const Catalogue& catalogue) {
  json::Value value = policy.toJson();
  value.set("name", name);
  value.set("about", about);
  return readAgain(value, catalogue);
}

}  // namespace kw
