// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/profile_texts.h"

#include "model/formats/wording.h"
#include "model/profile/catalogue.h"

namespace kw::cli {

namespace {

std::string titleOf(const std::string& id) {
  const Metric* metric = catalogue().find(id);
  return metric ? metric->title : id;
}

std::string passesText(int passes) {
  return std::to_string(passes) + (passes == 1 ? " pass" : " passes");
}

std::string thresholdText(const ProfileStep& step) {
  const Metric* metric = catalogue().find(step.metric);
  return metricText({step.threshold, metric ? metric->unit : "", Provenance::measured, ""});
}

std::string testText(const ProfileStep& step) {
  if (!step.observed)
    return step.node + ": " + titleOf(step.metric) + " is not known here: " + step.taken;
  const bool reached = step.observed->value >= step.threshold;
  return step.node + ": " + titleOf(step.metric) + " " + metricText(*step.observed) + " (" +
         std::string(name(step.observed->known)) + ") is " + (reached ? "at least " : "below ") +
         thresholdText(step) + ": " + step.taken;
}

}  // namespace

std::string stepText(const ProfileStep& step) {
  if (step.kind == "test") return testText(step);
  if (step.wanted.empty()) return step.node;
  std::string text = step.node + ": " + std::to_string(step.values.size()) + " of " +
                     countText(step.wanted.size(), "metric") +
                     (step.values.size() == 1 ? " has" : " have") + " a value, " +
                     passesText(step.passes);
  if (!step.skipped.empty()) text += "; nothing was counted: " + step.skipped;
  return text;
}

std::vector<std::string> valueTexts(const Profile& profile) {
  std::vector<std::string> texts;
  for (const Metric& metric : catalogue().metrics()) {
    const auto found = profile.values.find(metric.id);
    if (found == profile.values.end()) continue;
    texts.push_back(metric.title + ": " + metricText(found->second) + " (" +
                    std::string(name(found->second.known)) + ")");
  }
  return texts;
}

json::Value stepLine(const ProfileStep& step) {
  json::Value line = json::Value::object({{"event", "step"}});
  line.set("node", step.node);
  line.set("kind", step.kind);
  line.set("text", stepText(step));
  line.set("passes", step.passes);
  line.set("ms", step.milliseconds);
  return line;
}

std::vector<std::string> offerTexts(const CounterListing& listing) {
  std::vector<std::string> texts;
  for (const CounterOffer& offer : listing.offers)
    texts.push_back(offer.metric + "  " +
                    (offer.available ? offer.counter + "  " + passesText(offer.passes)
                                     : std::string("not on this chip")));
  return texts;
}

}  // namespace kw::cli
