// SPDX-License-Identifier: GPL-3.0-or-later
#include "view/profiling_tree/tree_text.h"

#include "model/formats/wording.h"
#include "model/profile/catalogue.h"

namespace kw::view {

namespace {

std::string titleOf(const std::string& metric) {
  const Metric* known = catalogue().find(metric);
  return known ? known->title : metric;
}

std::string joined(const std::vector<std::string>& texts) {
  std::string all;
  for (const std::string& text : texts)
    all += (all.empty() ? "" : ", ") + text;
  return all;
}

std::string valueText(const MetricValue& value) {
  return metricText(value) + ", " + std::string(name(value.known));
}

std::string costText(const ProfileStep& step) {
  if (!step.skipped.empty()) return "not read: " + step.skipped;
  if (step.passes == 0) return "no pass";
  return countText(static_cast<size_t>(step.passes), "pass", "passes") + ", " +
         timeText(step.milliseconds);
}

std::string seenText(const PolicyTest& test, const WalkedNode& walked) {
  if (walked.isUndecided) return "it was not read, so that the way cannot be told";
  const std::string way = walked.isYes ? "yes" : "no";
  if (!walked.observed) return "not known here, which leads to " + way;
  return "seen: " + valueText(*walked.observed) + (walked.isYes ? ", at least " : ", below ") +
         thresholdText(test) + ": " + way;
}

void addReading(std::vector<std::string>& lines, const WalkedNode& walked) {
  if (walked.recorded && walked.recorded->kind != "test") {
    lines.push_back("cost: " + costText(*walked.recorded));
    if (!walked.recorded->absent.empty())
      lines.push_back("not on this chip: " + joined(walked.recorded->absent));
  }
  if (!walked.unread.empty()) lines.push_back("not read: " + joined(walked.unread));
}

}  // namespace

std::string thresholdText(const PolicyTest& test) {
  const Metric* metric = catalogue().find(test.metric);
  const std::string unit = metric ? metric->unit : "";
  return number(test.threshold) + (unit.empty() ? "" : " " + unit);
}

NodeText nodeText(const PolicyNode& node) {
  if (const auto* test = std::get_if<PolicyTest>(&node.what))
    return {test->metric, "at least " + thresholdText(*test)};
  if (const auto* leaf = std::get_if<PolicyLeaf>(&node.what)) return {leaf->regime, leaf->title};
  const std::vector<std::string>& metrics = metricsOf(node);
  return {"read " + countText(metrics.size(), "metric"), joined(metrics)};
}

BoxText boxText(const PolicyNode& node, const WalkedNode* walked) {
  const NodeText text = nodeText(node);
  const std::string outcome = walked ? outcomeText(node, *walked) : "";
  if (const auto* test = std::get_if<PolicyTest>(&node.what))
    return {test->metric + " ≥ " + thresholdText(*test),
            outcome.empty() ? titleOf(test->metric) : outcome};
  if (outcome.empty()) return {text.title, text.detail};
  if (std::holds_alternative<PolicyLeaf>(node.what))
    return {text.title, outcome + "; " + text.detail};
  return {text.title, outcome};
}

std::string outcomeText(const PolicyNode& node, const WalkedNode& walked) {
  if (std::holds_alternative<PolicyTest>(node.what)) {
    if (walked.isUndecided) return "was not read";
    if (!walked.observed) return std::string("not known: ") + (walked.isYes ? "yes" : "no");
    return valueText(*walked.observed);
  }
  if (walked.recorded) return costText(*walked.recorded);
  return walked.unread.empty() ? "" : countText(walked.unread.size(), "metric") + " not read";
}

std::vector<std::string> outcomeLines(const PolicyNode& node, const WalkedNode* walked) {
  std::vector<std::string> lines;
  const auto* test = std::get_if<PolicyTest>(&node.what);
  if (test) lines.push_back(titleOf(test->metric));
  if (test && walked) lines.push_back(seenText(*test, *walked));
  if (walked) addReading(lines, *walked);
  return lines;
}

std::vector<std::string> nodeLines(const PolicyNode& node, const WalkedNode* walked) {
  const NodeText text = nodeText(node);
  std::vector<std::string> lines{node.id + ": " + text.title + ", " + text.detail};
  const std::vector<std::string> outcome = outcomeLines(node, walked);
  lines.insert(lines.end(), outcome.begin(), outcome.end());
  if (const auto* leaf = std::get_if<PolicyLeaf>(&node.what)) {
    lines.push_back("asks for: " + joined(leaf->metrics));
    if (!leaf->advice.empty()) lines.push_back(leaf->advice);
  }
  lines.push_back(node.reason);
  return lines;
}

std::vector<std::string> leafLines(const PolicyLeaf& leaf, const Profile* profile) {
  std::vector<std::string> lines;
  for (const std::string& metric : leaf.metrics) {
    const auto found = profile ? profile->values.find(metric) : MetricValues::const_iterator();
    if (!profile)
      lines.push_back(titleOf(metric));
    else if (found == profile->values.end())
      lines.push_back(titleOf(metric) + ": was not read");
    else
      lines.push_back(titleOf(metric) + ": " + metricText(found->second) + " (" +
                      std::string(name(found->second.known)) + ")");
  }
  return lines;
}

}  // namespace kw::view
