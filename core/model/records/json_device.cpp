// SPDX-License-Identifier: GPL-3.0-or-later
// Devices and protocols as JSON.
#include "model/records/json_members.h"
#include "model/records/records_json.h"

namespace kw {

json::Value toJson(const DeviceInfo& value) {
  return json::Value::object({
      {"id", value.id},
      {"kind", value.kind},
      {"model", value.model},
      {"uuid", value.uuid},
      {"driver", value.driver},
      {"compiler", value.compiler},
      {"architecture", value.architecture},
      {"limits", objectOf(value.limits)},
      {"measured_peaks", objectOf(value.measuredPeaks)},
      {"locked_clock", value.lockedClock},
      {"can_do", arrayOf(value.canDo)},
      {"missing", arrayOf(value.missing)},
  });
}

DeviceInfo readDeviceInfo(const json::Value& value, const std::string& path, json::Faults& faults) {
  json::ObjectReader reader(value, path, faults);
  DeviceInfo device;
  device.id = reader.optionalString("id");
  device.kind = reader.optionalString("kind");
  device.model = reader.optionalString("model");
  device.uuid = reader.optionalString("uuid");
  device.driver = reader.optionalString("driver");
  device.compiler = reader.optionalString("compiler");
  device.architecture = reader.optionalString("architecture");
  device.limits = readIntegerMap(reader, "limits");
  device.measuredPeaks = readRealMap(reader, "measured_peaks");
  device.lockedClock = readInt(reader, "locked_clock", 0, 0);
  device.canDo = reader.optionalStrings("can_do");
  device.missing = reader.optionalStrings("missing");
  return device;
}

Result<DeviceInfo> deviceInfoFromJson(const json::Value& value) {
  return readWhole(readDeviceInfo, value, "device");
}

json::Value toJson(const Protocol& value) {
  return json::Value::object({
      {"warmups", value.warmups},
      {"launches", value.launches},
      {"case_seconds", value.caseSeconds},
      {"precision", value.precision},
      {"least_launches", value.leastLaunches},
      {"flush", value.flush},
      {"warm", value.warm},
      {"in_series", value.inSeries},
      {"several_below", value.severalBelow},
      {"locked_clock", value.lockedClock},
  });
}

Protocol readProtocol(const json::Value& value, const std::string& path, json::Faults& faults) {
  json::ObjectReader reader(value, path, faults);
  Protocol protocol;
  protocol.warmups = readInt(reader, "warmups", protocol.warmups, 0);
  protocol.launches = readInt(reader, "launches", protocol.launches, 1);
  protocol.caseSeconds = reader.optionalReal("case_seconds", protocol.caseSeconds);
  protocol.precision = reader.optionalReal("precision", protocol.precision);
  protocol.leastLaunches = readInt(reader, "least_launches", protocol.leastLaunches, 1);
  protocol.flush = reader.optionalBool("flush", protocol.flush);
  protocol.warm = reader.optionalBool("warm", protocol.warm);
  protocol.inSeries = reader.optionalBool("in_series", protocol.inSeries);
  protocol.severalBelow = reader.optionalReal("several_below", protocol.severalBelow);
  protocol.lockedClock = readInt(reader, "locked_clock", protocol.lockedClock, 0);
  return protocol;
}

json::Value rivalToJson(const RivalTimes& value) {
  return objectOf(value);
}

Result<RivalTimes> rivalFromJson(const json::Value& value) {
  if (!value.isObject())
    return failInput("rival: expected an object, " + std::string(value.kindName()) + " found");
  RivalTimes times;
  for (const auto& [key, member] : value.asObject()) {
    if (!member.isNumber()) return failInput("rival." + key + ": expected a number");
    times.emplace(key, member.asReal());
  }
  return times;
}

json::Value toJson(const Scrutiny& value) {
  return json::Value::object({
      {"depth", name(value.depth)},
      // The bits as a signed number: JSON numbers end at 2^63-1 here.
      {"seed", static_cast<int64_t>(value.seed)},
      {"deepen_best", value.deepenBest},
      {"spares_no_time", value.sparesNoTime},
      {"only_cases", arrayOf(value.onlyCases)},
  });
}

namespace {

Scrutiny readScrutiny(const json::Value& value, const std::string& path, json::Faults& faults) {
  json::ObjectReader reader(value, path, faults);
  Scrutiny scrutiny;
  const std::string text = reader.optionalString("depth");
  const auto known = depth(text);
  if (!known && !text.empty()) reader.fault("depth", "\"" + text + "\" is no depth");
  scrutiny.depth = known.value_or(Depth::quick);
  scrutiny.seed = static_cast<uint64_t>(reader.optionalInteger("seed", 0));
  scrutiny.deepenBest = reader.optionalBool("deepen_best", false);
  scrutiny.sparesNoTime = reader.optionalBool("spares_no_time", false);
  scrutiny.onlyCases = reader.optionalStrings("only_cases");
  return scrutiny;
}

}  // namespace

Result<Scrutiny> scrutinyFromJson(const json::Value& value) {
  return readWhole(readScrutiny, value, "scrutiny");
}

Result<Protocol> protocolFromJson(const json::Value& value) {
  return readWhole(readProtocol, value, "protocol");
}

}  // namespace kw
