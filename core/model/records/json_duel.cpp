// SPDX-License-Identifier: GPL-3.0-or-later
// Duels as JSON, the same in the protocol and in session files.
#include "model/records/duel.h"
#include "model/records/json_members.h"
#include "model/records/records_json.h"

namespace kw {

namespace {

json::Value toJson(const DuelCase& value) {
  return json::Value::object({{"case", value.caseName},
                              {"weight", value.weight},
                              {"first", arrayOf(value.first)},
                              {"second", arrayOf(value.second)}});
}

DuelCase readDuelCase(const json::Value& value, const std::string& path, json::Faults& faults) {
  json::ObjectReader reader(value, path, faults);
  DuelCase one;
  one.caseName = reader.optionalString("case");
  one.weight = readReal(reader, "weight", 1);
  one.first = readReals(reader, "first");
  one.second = readReals(reader, "second");
  return one;
}

DuelSettings readDuelSettings(const json::Value& value, const std::string& path,
                              json::Faults& faults) {
  json::ObjectReader reader(value, path, faults);
  DuelSettings settings;
  settings.fewestBlocks = readInt(reader, "fewest_blocks", settings.fewestBlocks, 1);
  settings.mostBlocks = readInt(reader, "most_blocks", settings.mostBlocks, 1);
  settings.halfWidth = readReal(reader, "half_width", settings.halfWidth);
  settings.launches = readInt(reader, "launches", settings.launches, 1);
  settings.order = static_cast<uint64_t>(reader.optionalInteger("order", 1));
  return settings;
}

Duel readDuel(const json::Value& value, const std::string& path, json::Faults& faults) {
  json::ObjectReader reader(value, path, faults);
  Duel duel;
  if (const json::Value* first = reader.required("first"))
    duel.first = readCandidate(*first, reader.path("first"), faults);
  if (const json::Value* second = reader.required("second"))
    duel.second = readCandidate(*second, reader.path("second"), faults);
  duel.deviceId = reader.optionalString("device_id");
  duel.deviceModel = reader.optionalString("device_model");
  duel.protocol = reader.optionalString("protocol");
  if (const json::Value* settings = reader.raw("settings"))
    duel.settings = readDuelSettings(*settings, reader.path("settings"), faults);
  duel.seed = static_cast<uint64_t>(reader.optionalInteger("seed", 0));
  duel.started = reader.optionalString("started");
  duel.oracle = reader.optionalString("oracle");
  duel.kernelMilliseconds = readReal(reader, "kernel_ms");
  for (const json::Value& item : reader.array("cases"))
    duel.cases.push_back(readDuelCase(
        item, reader.path("cases") + "[" + std::to_string(duel.cases.size()) + "]", faults));
  return duel;
}

}  // namespace

json::Value toJson(const DuelSettings& value) {
  return json::Value::object({{"fewest_blocks", value.fewestBlocks},
                              {"most_blocks", value.mostBlocks},
                              {"half_width", value.halfWidth},
                              {"launches", value.launches},
                              {"order", static_cast<int64_t>(value.order)}});
}

json::Value toJson(const Duel& value) {
  json::Array cases;
  for (const DuelCase& one : value.cases)
    cases.push_back(toJson(one));
  return json::Value::object({{"first", toJson(value.first)},
                              {"second", toJson(value.second)},
                              {"device_id", value.deviceId},
                              {"device_model", value.deviceModel},
                              {"protocol", value.protocol},
                              {"settings", toJson(value.settings)},
                              {"seed", static_cast<int64_t>(value.seed)},
                              {"started", value.started},
                              {"oracle", value.oracle},
                              {"kernel_ms", value.kernelMilliseconds},
                              {"cases", std::move(cases)}});
}

Result<DuelSettings> duelSettingsFromJson(const json::Value& value) {
  return readWhole(readDuelSettings, value, "settings");
}

Result<Duel> duelFromJson(const json::Value& value) {
  return readWhole(readDuel, value, "duel");
}

}  // namespace kw
