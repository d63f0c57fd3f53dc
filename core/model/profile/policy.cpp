// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/profile/policy.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "base/json/text.h"
#include "base/log/log.h"
#include "embedded/metric_texts.h"

namespace kw {

namespace {

json::Value strings(const std::vector<std::string>& texts) {
  return json::Array(texts.begin(), texts.end());
}

void add(json::Value& value, const PolicyTest& test) {
  value.append("test",
               json::Value::object({{"metric", test.metric}, {"at_least", test.threshold}}));
  value.append("yes", test.yes);
  value.append("no", test.no);
  value.append("unknown", test.unknownIsYes ? "yes" : "no");
}

void add(json::Value& value, const PolicyAcquisition& acquisition) {
  value.append("acquire", strings(acquisition.metrics));
  value.append("next", acquisition.next);
}

void add(json::Value& value, const PolicyLeaf& leaf) {
  value.append("leaf", leaf.regime);
  value.append("title", leaf.title);
  value.append("advice", leaf.advice);
  value.append("metrics", strings(leaf.metrics));
}

Policy embedded() {
  auto read = Policy::read(std::string(metric_texts::default_policy_json), "default_policy.json",
                           catalogue());
  // A test reads the same text, so this cannot be.
  if (!read) log::warning("profile", read.error().text());
  return read ? *std::move(read) : Policy();
}

}  // namespace

const PolicyNode* Policy::find(std::string_view id) const {
  const auto found = std::ranges::find(m_nodes, id, &PolicyNode::id);
  return found == m_nodes.end() ? nullptr : &*found;
}

std::vector<std::vector<const PolicyNode*>> Policy::paths() const {
  std::vector<std::vector<const PolicyNode*>> ended, open = {{&root()}};
  while (!open.empty()) {
    const std::vector<const PolicyNode*> path = std::move(open.back());
    open.pop_back();
    const std::vector<std::string> next = followers(*path.back());
    if (next.empty()) ended.push_back(path);
    for (const std::string& id : next) {
      open.push_back(path);
      open.back().push_back(find(id));
    }
  }
  return ended;
}

json::Value Policy::toJson() const {
  json::Array nodes;
  for (const PolicyNode& node : m_nodes) {
    json::Value value = json::Value::object({{"id", node.id}});
    std::visit([&value](const auto& one) { add(value, one); }, node.what);
    value.append("reason", node.reason);
    nodes.push_back(std::move(value));
  }
  return json::Value::object({{"format", "kernelwright-policy/1"},
                              {"name", m_name},
                              {"origin", m_origin},
                              {"about", m_about},
                              {"root", m_root},
                              {"nodes", std::move(nodes)}});
}

Policy Policy::named(std::string name) const {
  Policy copy = *this;
  copy.m_name = std::move(name);
  return copy;
}

Result<Policy> Policy::withNode(const PolicyNode& node, const std::string& name,
                                const Catalogue& catalogue) const {
  Policy copy = named(name);
  const auto place = std::ranges::find(copy.m_nodes, node.id, &PolicyNode::id);
  if (place == copy.m_nodes.end())
    return failInput("the profiling tree \"" + m_name + "\" has no node \"" + node.id + "\"");
  // JSON has neither, so that reading could not say what is wrong with it.
  if (const auto* test = std::get_if<PolicyTest>(&node.what);
      test && !std::isfinite(test->threshold))
    return failInput("the threshold of the node \"" + node.id + "\" is not a number");
  *place = node;
  return read(json::writeLine(copy.toJson()), name, catalogue);
}

std::vector<std::string> followers(const PolicyNode& node) {
  if (const auto* test = std::get_if<PolicyTest>(&node.what)) return {test->yes, test->no};
  if (const auto* acquisition = std::get_if<PolicyAcquisition>(&node.what))
    return {acquisition->next};
  return {};
}

const std::vector<std::string>& metricsOf(const PolicyNode& node) {
  static const std::vector<std::string> none;
  if (const auto* acquisition = std::get_if<PolicyAcquisition>(&node.what))
    return acquisition->metrics;
  if (const auto* leaf = std::get_if<PolicyLeaf>(&node.what)) return leaf->metrics;
  return none;
}

const Policy& defaultPolicy() {
  static const Policy read = embedded();
  return read;
}

}  // namespace kw
