// SPDX-License-Identifier: GPL-3.0-or-later
// Messages to lines.
#include "base/json/text.h"
#include "model/protocol/error_json.h"
#include "model/protocol/messages.h"
#include "model/records/records_json.h"

namespace kw::protocol {

namespace {

json::Value message(const char* type, std::initializer_list<json::NewMember> members) {
  json::Object object;
  object.reserve(1 + members.size());
  object.emplace_back("type", type);
  for (const json::NewMember& member : members)
    object.emplace_back(member.key, std::move(member.value));
  return object;
}

template <class T, class Convert>
json::Value arrayOf(const std::vector<T>& items, Convert convert) {
  json::Array array;
  array.reserve(items.size());
  for (const T& item : items)
    array.push_back(convert(item));
  return array;
}

json::Value arrayOf(const std::vector<std::string>& items) {
  return arrayOf(items, [](const std::string& item) { return json::Value(item); });
}

json::Value toValue(const FileReference& file) {
  return json::Value::object({{"path", file.path}, {"hash", file.hash}, {"size", file.size}});
}

json::Value toValue(const OpenedCase& opened) {
  return json::Value::object(
      {{"name", opened.name}, {"bytes", opened.bytes}, {"oracle", opened.oracle}});
}

json::Value toValue(const HelloRequest& request) {
  return message("hello", {{"version", request.version}});
}

json::Value toValue(const DevicesRequest& request) {
  return message("devices",
                 {{"id", request.id}, {"peaks", request.peaks}, {"counters", request.counters}});
}

json::Value toValue(const OpenRequest& request) {
  return message("open",
                 {{"id", request.id},
                  {"device", request.device},
                  {"files", arrayOf(request.files, [](const auto& file) { return toValue(file); })},
                  // The bits as a signed number: JSON numbers end at 2^63-1 here.
                  {"seed", static_cast<int64_t>(request.seed)}});
}

json::Value toValue(const BlobMessage& blob) {
  return message("blob", {{"hash", blob.hash},
                          {"offset", blob.offset},
                          {"data", toBase64(blob.data)},
                          {"last", blob.last}});
}

json::Value toValue(const EvaluateRequest& request) {
  return message("evaluate", {{"id", request.id},
                              {"problem", request.problem},
                              {"candidate", toJson(request.candidate)},
                              {"key", request.key},
                              {"protocol", toJson(request.protocol)},
                              {"deadline", request.deadlineSeconds},
                              {"scrutiny", toJson(request.scrutiny)},
                              {"rival", rivalToJson(request.rival)}});
}

json::Value toValue(const DuelRequest& request) {
  return message("duel", {{"id", request.id},
                          {"problem", request.problem},
                          {"first", toJson(request.first)},
                          {"second", toJson(request.second)},
                          {"protocol", toJson(request.protocol)},
                          {"settings", toJson(request.settings)}});
}

json::Value toValue(const ProfileRequest& request) {
  return message("profile", {{"id", request.id},
                             {"problem", request.problem},
                             {"candidate", toJson(request.candidate)},
                             {"case", request.caseName},
                             {"metrics", arrayOf(request.metrics)},
                             {"most_passes", request.mostPasses}});
}

json::Value toValue(const ListingRequest& request) {
  const auto fileOf = [](const ListingRequest::File& file) {
    return json::Value::object({{"path", file.path}, {"data", toBase64(file.data)}});
  };
  return message("listing", {{"id", request.id},
                             {"kind", request.kind},
                             {"files", arrayOf(request.files, fileOf)},
                             {"candidate", toJson(request.candidate)},
                             {"architecture", request.architecture},
                             {"format", request.format}});
}

json::Value toValue(const CancelRequest& request) {
  return message("cancel", {{"id", request.id}});
}

json::Value toValue(const ByeMessage&) {
  return message("bye", {});
}

json::Value toValue(const Hello& hello) {
  return message("hello", {{"version", hello.version},
                           {"runner", hello.runner},
                           {"host", hello.host},
                           {"process", hello.process},
                           {"devices", arrayOf(hello.devices)}});
}

json::Value toValue(const Devices& reply) {
  json::Value value = message(
      "devices",
      {{"id", reply.id},
       {"devices", arrayOf(reply.devices, [](const DeviceInfo& device) { return toJson(device); })},
       {"missing", arrayOf(reply.missing)}});
  if (reply.counters) value.append("counters", toJson(*reply.counters));
  return value;
}

json::Value toValue(const Need& reply) {
  return message("need", {{"id", reply.id}, {"hashes", arrayOf(reply.hashes)}});
}

json::Value toValue(const Opened& reply) {
  return message("opened",
                 {{"id", reply.id},
                  {"device", toJson(reply.device)},
                  {"cases", arrayOf(reply.cases, [](const auto& one) { return toValue(one); })},
                  {"warnings", arrayOf(reply.warnings)},
                  {"appetite", reply.appetite}});
}

json::Value toValue(const Started& reply) {
  return message("started", {{"id", reply.id}, {"phase", reply.phase}});
}

json::Value toValue(const Evaluated& reply) {
  return message("evaluated", {{"id", reply.id}, {"evaluation", toJson(reply.evaluation)}});
}

json::Value toValue(const Duelled& reply) {
  return message("duelled", {{"id", reply.id}, {"duel", toJson(reply.duel)}});
}

json::Value toValue(const Profiled& reply) {
  return message("profiled", {{"id", reply.id}, {"reading", toJson(reply.reading)}});
}

json::Value toValue(const Listed& reply) {
  return message("listed", {{"id", reply.id}, {"listing", toJson(reply.listing)}});
}

json::Value toValue(const Failed& reply) {
  return message("failed", {{"id", reply.id}, {"error", errorToJson(reply.error)}});
}

}  // namespace

std::string encode(const Request& request) {
  return json::writeLine(std::visit([](const auto& held) { return toValue(held); }, request));
}

std::string encode(const Reply& reply) {
  return json::writeLine(std::visit([](const auto& held) { return toValue(held); }, reply));
}

}  // namespace kw::protocol
