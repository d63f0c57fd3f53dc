// SPDX-License-Identifier: GPL-3.0-or-later
// Configurations and candidates as JSON. A configuration is an object in the order of its
// parameters.
#include "model/records/json_members.h"
#include "model/records/records_json.h"

namespace kw {

namespace {

std::optional<ParameterValue> parameterValue(const json::Value& value) {
  if (value.isInteger()) return value.asInteger();
  if (value.isReal()) return value.asReal();
  if (value.isString()) return value.asString();
  if (value.isBool()) return value.asBool();
  return std::nullopt;
}

}  // namespace

json::Value toJson(const Configuration& value) {
  json::Object object;
  for (const auto& [name, chosen] : value.values())
    object.emplace_back(name,
                        std::visit([](const auto& held) { return json::Value(held); }, chosen));
  return object;
}

Configuration readConfiguration(const json::Value& value, const std::string& path,
                                json::Faults& faults) {
  if (!value.isObject()) {
    faults.add(value, path, "an object expected, " + std::string(value.kindName()) + " found");
    return {};
  }
  std::vector<std::pair<std::string, ParameterValue>> values;
  for (const auto& [name, member] : value.asObject()) {
    if (const auto held = parameterValue(member))
      values.emplace_back(name, *held);
    else
      faults.add(
          member, path + "." + name,
          "a number, a string or a boolean expected, " + std::string(member.kindName()) + " found");
  }
  return Configuration(std::move(values));
}

Result<Configuration> configurationFromJson(const json::Value& value) {
  return readWhole(
      static_cast<Configuration (*)(const json::Value&, const std::string&, json::Faults&)>(
          readConfiguration),
      value, "configuration");
}

json::Value toJson(const Candidate& value) {
  return json::Value::object({
      {"template", value.isTemplate},
      {"text_hash", value.textHash},
      {"configuration", toJson(value.configuration)},
  });
}

Candidate readCandidate(const json::Value& value, const std::string& path, json::Faults& faults) {
  json::ObjectReader reader(value, path, faults);
  Candidate candidate;
  candidate.isTemplate = reader.optionalBool("template", false);
  candidate.textHash = reader.optionalString("text_hash");
  if (const json::Value* configuration = reader.raw("configuration"))
    candidate.configuration =
        readConfiguration(*configuration, reader.path("configuration"), faults);
  return candidate;
}

Result<Candidate> candidateFromJson(const json::Value& value) {
  return readWhole(readCandidate, value, "candidate");
}

}  // namespace kw
