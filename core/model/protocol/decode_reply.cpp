// SPDX-License-Identifier: GPL-3.0-or-later
// Lines from a runner.
#include "model/protocol/decoding.h"
#include "model/protocol/error_json.h"
#include "model/protocol/messages.h"
#include "model/records/records_json.h"

namespace kw::protocol {

namespace {

Reply readHello(json::ObjectReader& reader) {
  Hello hello;
  hello.version = static_cast<int>(reader.integer("version", 0, INT_MAX));
  hello.runner = reader.optionalString("runner");
  hello.host = reader.optionalString("host");
  hello.process = reader.optionalInteger("process", 0, 0);
  hello.devices = reader.optionalStrings("devices");
  return hello;
}

Reply readDevices(json::ObjectReader& reader) {
  Devices reply;
  reply.id = readId(reader);
  for (const json::Value& item : reader.array("devices")) {
    Result<DeviceInfo> device = deviceInfoFromJson(item);
    if (device)
      reply.devices.push_back(*std::move(device));
    else
      reader.faults().add(std::move(device).error());
  }
  reply.missing = reader.optionalStrings("missing");
  if (reader.has("counters"))
    reply.counters = readMember(reader, "counters", counterListingFromJson);
  return reply;
}

Reply readNeed(json::ObjectReader& reader) {
  Need reply;
  reply.id = readId(reader);
  reader.array("hashes");
  reply.hashes = reader.optionalStrings("hashes");
  return reply;
}

OpenedCase readCase(const json::Value& value, const std::string& path, json::Faults& faults) {
  json::ObjectReader reader(value, path, faults);
  OpenedCase opened;
  opened.name = reader.string("name");
  opened.bytes = reader.optionalInteger("bytes", 0, 0);
  opened.oracle = reader.optionalString("oracle");
  return opened;
}

Reply readOpened(json::ObjectReader& reader) {
  Opened reply;
  reply.id = readId(reader);
  reply.device = readMember(reader, "device", deviceInfoFromJson);
  for (const json::Value& item : reader.array("cases")) {
    const std::string path = reader.path("cases") + "[" + std::to_string(reply.cases.size()) + "]";
    reply.cases.push_back(readCase(item, path, reader.faults()));
  }
  reply.warnings = reader.optionalStrings("warnings");
  reply.appetite = static_cast<int>(reader.optionalInteger("appetite", 0, 0, INT_MAX));
  return reply;
}

Reply readStarted(json::ObjectReader& reader) {
  Started reply;
  reply.id = readId(reader);
  reply.phase = reader.string("phase");
  return reply;
}

Reply readEvaluated(json::ObjectReader& reader) {
  Evaluated reply;
  reply.id = readId(reader);
  reply.evaluation = readMember(reader, "evaluation", evaluationFromJson);
  return reply;
}

Reply readDuelled(json::ObjectReader& reader) {
  Duelled reply;
  reply.id = readId(reader);
  reply.duel = readMember(reader, "duel", duelFromJson);
  return reply;
}

Reply readProfiled(json::ObjectReader& reader) {
  Profiled reply;
  reply.id = readId(reader);
  reply.reading = readMember(reader, "reading", counterReadingFromJson);
  return reply;
}

Reply readListed(json::ObjectReader& reader) {
  Listed reply;
  reply.id = readId(reader);
  reply.listing = readMember(reader, "listing", codeListingFromJson);
  return reply;
}

Reply readFailed(json::ObjectReader& reader) {
  Failed reply;
  reply.id = readId(reader);
  if (const json::Value* value = reader.required("error")) {
    json::ObjectReader error(*value, "error", reader.faults());
    reply.error = readError(error);
  }
  return reply;
}

constexpr Decoder<Reply> decoders[] = {
    {"hello", readHello},     {"devices", readDevices},   {"need", readNeed},
    {"opened", readOpened},   {"started", readStarted},   {"evaluated", readEvaluated},
    {"duelled", readDuelled}, {"profiled", readProfiled}, {"listed", readListed},
    {"failed", readFailed},
};

}  // namespace

Result<Reply> decodeReply(std::string_view line) {
  return decode(line, decoders, "from a runner");
}

}  // namespace kw::protocol
