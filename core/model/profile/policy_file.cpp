// SPDX-License-Identifier: GPL-3.0-or-later
// Reads a profiling tree.
#include <cmath>
#include <map>
#include <set>

#include "base/json/reader.h"
#include "base/json/text.h"
#include "model/profile/policy.h"

namespace kw {

namespace {

constexpr const char* formatName = "kernelwright-policy/1";
// Paths are followed by recursion; a tree that people can read has some tens.
constexpr size_t mostNodes = 1000;

std::vector<std::string> regimeNames() {
  return {regimes.begin(), regimes.end()};
}

PolicyTest readTest(json::ObjectReader& reader) {
  PolicyTest test;
  if (const json::Value* value = reader.required("test")) {
    json::ObjectReader inner(*value, reader.path("test"), reader.faults());
    test.metric = inner.string("metric");
    test.threshold = inner.real("at_least");
    if (!std::isfinite(test.threshold)) inner.fault("at_least", "a number expected");
    inner.finish();
  }
  test.yes = reader.string("yes");
  test.no = reader.string("no");
  test.unknownIsYes = reader.oneOf("unknown", {"yes", "no"}) == "yes";
  return test;
}

std::vector<std::string> readMetrics(json::ObjectReader& reader, const char* key) {
  reader.array(key);
  return reader.optionalStrings(key);
}

PolicyLeaf readLeaf(json::ObjectReader& reader) {
  PolicyLeaf leaf;
  leaf.regime = reader.oneOf("leaf", regimeNames());
  leaf.title = reader.string("title");
  leaf.advice = reader.optionalString("advice");
  leaf.metrics = readMetrics(reader, "metrics");
  return leaf;
}

PolicyNode readNode(const json::Value& value, const std::string& path, json::Faults& faults) {
  json::ObjectReader reader(value, path, faults);
  PolicyNode node;
  node.id = reader.string("id");
  node.reason = reader.string("reason");
  const int kinds = int{reader.has("test")} + int{reader.has("acquire")} + int{reader.has("leaf")};
  if (kinds != 1) {
    faults.add(value, path, "a node has one of \"test\", \"acquire\" and \"leaf\"");
    return node;
  }
  if (reader.has("test"))
    node.what = readTest(reader);
  else if (reader.has("leaf"))
    node.what = readLeaf(reader);
  else
    node.what = PolicyAcquisition{readMetrics(reader, "acquire"), reader.string("next")};
  reader.finish();
  return node;
}

std::string didYouMean(const std::string& word, const std::vector<std::string>& known) {
  const std::string near = nearest(word, known);
  return near.empty() ? "" : "did you mean \"" + near + "\"?";
}

// What no single node shows: names, reach and circles.
class WholeCheck {
 public:
  WholeCheck(const Policy& policy, const json::Array& written, const Catalogue& catalogue,
             json::Faults& faults)
      : m_policy(policy), m_written(written), m_catalogue(catalogue), m_faults(faults) {}

  void check(const json::Value& whole, const std::string& root) {
    std::set<std::string> ids;
    for (const PolicyNode& node : m_policy.nodes()) {
      if (!ids.insert(node.id).second) add(node, "the node \"" + node.id + "\" is there twice");
      checkMetrics(node);
    }
    if (!m_policy.find(root))
      m_faults.add(whole, "root", "\"" + root + "\" is no node", meant(root));
    else
      visit(root);
    // Beside another fault, it would be that one's consequence.
    if (!m_faults.empty()) return;
    for (const PolicyNode& node : m_policy.nodes())
      if (!m_done.contains(node.id)) add(node, "no path leads to the node \"" + node.id + "\"");
  }

 private:
  void add(const PolicyNode& node, std::string message, std::string advice = {}) {
    const auto place = static_cast<size_t>(&node - m_policy.nodes().data());
    m_faults.add(m_written[place], "nodes[" + std::to_string(place) + "]", std::move(message),
                 std::move(advice));
  }

  std::string meant(const std::string& id) const {
    std::vector<std::string> ids;
    for (const PolicyNode& node : m_policy.nodes())
      ids.push_back(node.id);
    return didYouMean(id, ids);
  }

  void checkMetrics(const PolicyNode& node) {
    std::vector<std::string> ids = metricsOf(node);
    if (const auto* test = std::get_if<PolicyTest>(&node.what)) ids.push_back(test->metric);
    std::vector<std::string> known;
    for (const Metric& metric : m_catalogue.metrics())
      known.push_back(metric.id);
    for (const std::string& id : ids)
      if (!m_catalogue.find(id))
        add(node,
            "the node \"" + node.id + "\" names the metric \"" + id +
                "\", which the catalogue does not have",
            didYouMean(id, known));
  }

  void visit(const std::string& id) {
    if (m_done.contains(id)) return;
    const PolicyNode& node = *m_policy.find(id);
    m_open.insert(id);
    for (const std::string& next : followers(node)) {
      if (!m_policy.find(next))
        add(node, "\"" + id + "\" leads to \"" + next + "\", which is no node", meant(next));
      else if (m_open.contains(next))
        add(node, "a path comes back from \"" + id + "\" to the node \"" + next + "\"");
      else
        visit(next);
    }
    m_open.erase(id);
    m_done.insert(id);
  }

  const Policy& m_policy;
  const json::Array& m_written;
  const Catalogue& m_catalogue;
  json::Faults& m_faults;
  std::set<std::string> m_open, m_done;
};

}  // namespace

class PolicyReader {
 public:
  static Policy read(const json::Value& value, const Catalogue& catalogue, json::Faults& faults) {
    json::ObjectReader reader(value, "", faults);
    reader.oneOf("format", {formatName});
    Policy policy;
    policy.m_name = reader.string("name");
    policy.m_origin = reader.string("origin");
    policy.m_about = reader.optionalString("about");
    policy.m_root = reader.string("root");
    const json::Array& nodes = reader.array("nodes");
    if (nodes.size() > mostNodes) {
      reader.fault("nodes", "expected at most " + std::to_string(mostNodes) + " nodes, found " +
                                std::to_string(nodes.size()));
      return policy;
    }
    for (const json::Value& item : nodes)
      policy.m_nodes.push_back(
          readNode(item, "nodes[" + std::to_string(policy.m_nodes.size()) + "]", faults));
    reader.finish();
    // A circle among nodes that could not be read would be no news.
    if (faults.empty()) WholeCheck(policy, nodes, catalogue, faults).check(value, policy.m_root);
    return policy;
  }
};

Result<Policy> Policy::read(const std::string& text, const std::string& fileName,
                            const Catalogue& catalogue) {
  KW_ASSIGN(const json::Value value, json::parse(text, fileName));
  json::Faults faults(fileName);
  Policy policy = PolicyReader::read(value, catalogue, faults);
  if (!faults.empty()) return fail(faults.take());
  return policy;
}

}  // namespace kw
