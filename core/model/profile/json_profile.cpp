// SPDX-License-Identifier: GPL-3.0-or-later
// Profiles as JSON: in sessions, and what --json prints of them.
#include "base/json/reader.h"
#include "model/profile/profile.h"
#include "model/records/json_members.h"
#include "model/records/records_json.h"

namespace kw {

namespace {

constexpr int64_t mostPasses = 1 << 20;

MetricValues readValues(json::ObjectReader& reader, const char* key) {
  const json::Value* value = reader.raw(key);
  if (!value) return {};
  auto values = metricValuesFromJson(*value);
  if (values) return *std::move(values);
  reader.faults().add(std::move(values).error());
  return {};
}

ProfileStep readStep(const json::Value& value, const std::string& path, json::Faults& faults) {
  json::ObjectReader reader(value, path, faults);
  ProfileStep step;
  step.node = reader.string("node");
  step.kind = reader.string("kind");
  step.reason = reader.optionalString("reason");
  step.metric = reader.optionalString("metric");
  step.threshold = readReal(reader, "threshold");
  MetricValues observed = readValues(reader, "observed");
  if (!observed.empty()) step.observed = observed.begin()->second;
  step.taken = reader.optionalString("taken");
  step.wanted = reader.optionalStrings("wanted");
  step.values = readValues(reader, "values");
  step.absent = reader.optionalStrings("absent");
  step.passes = static_cast<int>(reader.optionalInteger("passes", 0, 0, mostPasses));
  step.milliseconds = readReal(reader, "ms");
  step.skipped = reader.optionalString("skipped");
  return step;
}

Profile readProfile(const json::Value& value, const std::string& path, json::Faults& faults) {
  json::ObjectReader reader(value, path, faults);
  Profile profile;
  if (const json::Value* candidate = reader.required("candidate"))
    profile.candidate = readCandidate(*candidate, reader.path("candidate"), faults);
  profile.caseName = reader.string("case");
  profile.deviceId = reader.optionalString("device_id");
  profile.deviceModel = reader.optionalString("device_model");
  profile.chip = reader.optionalString("chip");
  profile.protocol = reader.optionalString("protocol");
  profile.policy = reader.optionalString("policy");
  profile.origin = reader.optionalString("origin");
  profile.started = reader.optionalString("started");
  profile.collector = reader.optionalString("collector");
  profile.budget.passes = static_cast<int>(reader.optionalInteger("budget_passes", 0));
  profile.budget.milliseconds = readReal(reader, "budget_ms");
  profile.budget.metrics = static_cast<int>(reader.optionalInteger("budget_metrics", 0));
  profile.isFull = reader.optionalBool("full", false);
  for (const json::Value& item : reader.array("steps"))
    profile.steps.push_back(readStep(
        item, reader.path("steps") + "[" + std::to_string(profile.steps.size()) + "]", faults));
  profile.regime = reader.string("regime");
  profile.leaf = reader.string("leaf");
  profile.title = reader.optionalString("title");
  profile.advice = reader.optionalString("advice");
  profile.values = readValues(reader, "values");
  profile.passes = static_cast<int>(reader.optionalInteger("passes", 0, 0, mostPasses));
  profile.milliseconds = readReal(reader, "ms");
  profile.refusal = reader.optionalString("refusal");
  profile.remedy = reader.optionalString("remedy");
  return profile;
}

json::Value testJson(const ProfileStep& step) {
  json::Value value = json::Value::object({{"node", step.node},
                                           {"kind", step.kind},
                                           {"metric", step.metric},
                                           {"threshold", step.threshold},
                                           {"taken", step.taken},
                                           {"reason", step.reason}});
  if (step.observed) value.append("observed", toJson(MetricValues{{step.metric, *step.observed}}));
  return value;
}

json::Value toJson(const ProfileStep& step) {
  if (step.kind == "test") return testJson(step);
  return json::Value::object({{"node", step.node},
                              {"kind", step.kind},
                              {"wanted", arrayOf(step.wanted)},
                              {"values", toJson(step.values)},
                              {"absent", arrayOf(step.absent)},
                              {"passes", step.passes},
                              {"ms", step.milliseconds},
                              {"skipped", step.skipped},
                              {"reason", step.reason}});
}

}  // namespace

json::Value toJson(const Profile& value) {
  json::Array steps;
  for (const ProfileStep& step : value.steps)
    steps.push_back(toJson(step));
  return json::Value::object({{"candidate", toJson(value.candidate)},
                              {"case", value.caseName},
                              {"device_id", value.deviceId},
                              {"device_model", value.deviceModel},
                              {"chip", value.chip},
                              {"protocol", value.protocol},
                              {"policy", value.policy},
                              {"origin", value.origin},
                              {"started", value.started},
                              {"collector", value.collector},
                              {"budget_passes", value.budget.passes},
                              {"budget_ms", value.budget.milliseconds},
                              {"budget_metrics", value.budget.metrics},
                              {"full", value.isFull},
                              {"steps", std::move(steps)},
                              {"regime", value.regime},
                              {"leaf", value.leaf},
                              {"title", value.title},
                              {"advice", value.advice},
                              {"values", toJson(value.values)},
                              {"passes", value.passes},
                              {"ms", value.milliseconds},
                              {"refusal", value.refusal},
                              {"remedy", value.remedy}});
}

Result<Profile> profileFromJson(const json::Value& value) {
  return readWhole(readProfile, value, "profile");
}

}  // namespace kw
