// SPDX-License-Identifier: GPL-3.0-or-later
#include "runner/server/worker_messages.h"

#include <charconv>
#include <optional>

#include "base/json/text.h"
#include "model/records/records_json.h"

namespace kw::worker {

namespace {

using json::Value;

// Tells our own reports from the protocol's answers without parsing twice.
constexpr std::string_view ownPrefix = R"({"type":"worker:)";
constexpr std::string_view answerPrefixes[] = {
    R"({"type":"evaluated","id":)", R"({"type":"duelled","id":)", R"({"type":"profiled","id":)",
    R"({"type":"listed","id":)"};

Value write(const UseProblem& order) {
  return Value::object({{"type", "useProblem"},
                        {"id", order.id},
                        {"folder", order.folder},
                        {"device", toJson(order.device)}});
}

Value write(const Compile& order) {
  return Value::object({{"type", "compile"},
                        {"id", order.id},
                        {"candidate", toJson(order.candidate)},
                        {"sanitized", order.sanitized}});
}

Value write(const List& order) {
  return Value::object({{"type", "list"},
                        {"id", order.id},
                        {"kind", order.kind},
                        {"folder", order.folder},
                        {"candidate", toJson(order.candidate)},
                        {"architecture", order.architecture},
                        {"format", order.format}});
}

Value write(const Pause& order) {
  return Value::object({{"type", "pause"}, {"paused", order.paused}});
}

Value write(const ListDevices& order) {
  json::Array names(order.peaksOf.begin(), order.peaksOf.end());
  return Value::object({{"type", "listDevices"},
                        {"id", order.id},
                        {"peaksOf", std::move(names)},
                        {"counters", order.counters}});
}

Value write(const OpenDevice& order) {
  return Value::object({{"type", "openDevice"},
                        {"id", order.id},
                        {"device", order.device},
                        {"folder", order.folder},
                        {"seed", order.seed},
                        {"source", toJson(order.source)}});
}

Value write(const Judge& order) {
  return Value::object({{"type", "judge"},
                        {"id", order.id},
                        {"candidate", toJson(order.candidate)},
                        {"key", order.key},
                        {"protocol", toJson(order.protocol)},
                        {"compiled", toJson(order.compiled)},
                        {"scrutiny", toJson(order.scrutiny)},
                        {"rival", rivalToJson(order.rival)}});
}

Value write(const Duel& order) {
  return Value::object({{"type", "duel"},
                        {"id", order.id},
                        {"first", toJson(order.first)},
                        {"second", toJson(order.second)},
                        {"protocol", toJson(order.protocol)},
                        {"settings", toJson(order.settings)},
                        {"compiledFirst", toJson(order.compiledFirst)},
                        {"compiledSecond", toJson(order.compiledSecond)}});
}

Value write(const Profile& order) {
  json::Array metrics(order.metrics.begin(), order.metrics.end());
  return Value::object({{"type", "profile"},
                        {"id", order.id},
                        {"candidate", toJson(order.candidate)},
                        {"case", order.caseName},
                        {"metrics", std::move(metrics)},
                        {"mostPasses", order.mostPasses},
                        {"compiled", toJson(order.compiled)}});
}

Value write(const Proceed&) {
  return Value::object({{"type", "proceed"}});
}
Value write(const Stop& order) {
  return Value::object({{"type", "stop"}, {"id", order.id}});
}

Result<Order> readUseProblem(const Value& value) {
  UseProblem order;
  order.id = value["id"].asInteger();
  order.folder = value["folder"].asString();
  KW_ASSIGN(order.device, deviceInfoFromJson(value["device"]));
  return Order(std::move(order));
}

Result<Order> readCompile(const Value& value) {
  Compile order;
  order.id = value["id"].asInteger();
  order.sanitized = value["sanitized"].asBool();
  KW_ASSIGN(order.candidate, candidateFromJson(value["candidate"]));
  return Order(std::move(order));
}

Result<Order> readList(const Value& value) {
  List order;
  order.id = value["id"].asInteger();
  order.kind = value["kind"].asString();
  order.folder = value["folder"].asString();
  KW_ASSIGN(order.candidate, candidateFromJson(value["candidate"]));
  order.architecture = value["architecture"].asString();
  order.format = value["format"].asString();
  return Order(std::move(order));
}

Order readListDevices(const Value& value) {
  ListDevices order;
  order.id = value["id"].asInteger();
  for (const Value& name : value["peaksOf"].asArray())
    order.peaksOf.push_back(name.asString());
  order.counters = value["counters"].asString();
  return order;
}

Result<Order> readOpenDevice(const Value& value) {
  OpenDevice order;
  order.id = value["id"].asInteger();
  order.device = value["device"].asString();
  order.folder = value["folder"].asString();
  order.seed = static_cast<uint64_t>(value["seed"].asInteger());
  KW_ASSIGN(order.source, compileOutcomeFromJson(value["source"]));
  return Order(std::move(order));
}

Result<Order> readJudge(const Value& value) {
  Judge order;
  order.id = value["id"].asInteger();
  order.key = value["key"].asString();
  KW_ASSIGN(order.candidate, candidateFromJson(value["candidate"]));
  KW_ASSIGN(order.protocol, protocolFromJson(value["protocol"]));
  KW_ASSIGN(order.compiled, compileOutcomeFromJson(value["compiled"]));
  KW_ASSIGN(order.scrutiny, scrutinyFromJson(value["scrutiny"]));
  KW_ASSIGN(order.rival, rivalFromJson(value["rival"]));
  return Order(std::move(order));
}

Result<Order> readDuel(const Value& value) {
  Duel order;
  order.id = value["id"].asInteger();
  KW_ASSIGN(order.first, candidateFromJson(value["first"]));
  KW_ASSIGN(order.second, candidateFromJson(value["second"]));
  KW_ASSIGN(order.protocol, protocolFromJson(value["protocol"]));
  KW_ASSIGN(order.settings, duelSettingsFromJson(value["settings"]));
  KW_ASSIGN(order.compiledFirst, compileOutcomeFromJson(value["compiledFirst"]));
  KW_ASSIGN(order.compiledSecond, compileOutcomeFromJson(value["compiledSecond"]));
  return Order(std::move(order));
}

Result<Order> readProfile(const Value& value) {
  Profile order;
  order.id = value["id"].asInteger();
  KW_ASSIGN(order.candidate, candidateFromJson(value["candidate"]));
  order.caseName = value["case"].asString();
  for (const Value& metric : value["metrics"].asArray())
    order.metrics.push_back(metric.asString());
  order.mostPasses = static_cast<int>(value["mostPasses"].asInteger());
  KW_ASSIGN(order.compiled, compileOutcomeFromJson(value["compiled"]));
  return Order(std::move(order));
}

std::string encodeOwn(const CompilerReady& report) {
  return json::writeLine(Value::object({{"type", "worker:compilerReady"},
                                        {"id", report.id},
                                        {"version", report.version},
                                        {"parallelism", report.parallelism}}));
}

std::string encodeOwn(const Compiled& report) {
  return json::writeLine(Value::object(
      {{"type", "worker:compiled"}, {"id", report.id}, {"outcome", toJson(report.outcome)}}));
}

std::string encodeOwn(const Paused&) {
  return json::writeLine(Value::object({{"type", "worker:paused"}}));
}

std::string encodeOwn(const AnswerLine& report) {
  return report.line;
}

std::string encodeOwn(const protocol::Reply& reply) {
  return protocol::encode(reply);
}

Result<Report> decodeOwn(std::string_view line) {
  KW_ASSIGN(const Value value, json::parse(line));
  const std::string& type = value["type"].asString();
  const int64_t id = value["id"].asInteger();
  if (type == "worker:compilerReady")
    return Report(CompilerReady{id, value["version"].asString(),
                                static_cast<int>(value["parallelism"].asInteger(1))});
  if (type == "worker:paused") return Report(Paused{});
  if (type == "worker:compiled") {
    KW_ASSIGN(CompileOutcome outcome, compileOutcomeFromJson(value["outcome"]));
    return Report(Compiled{id, std::move(outcome)});
  }
  return fail("unknown report '" + type + "' of a worker");
}

std::optional<AnswerLine> readAnswerLine(std::string_view line) {
  for (const std::string_view prefix : answerPrefixes) {
    if (!line.starts_with(prefix)) continue;
    AnswerLine report;
    const char* digits = line.data() + prefix.size();
    if (std::from_chars(digits, line.data() + line.size(), report.id).ec != std::errc())
      return std::nullopt;
    report.line = line;
    return report;
  }
  return std::nullopt;
}

}  // namespace

std::string encode(const Order& order) {
  return json::writeLine(std::visit([](const auto& one) { return write(one); }, order));
}

std::string encode(const Report& report) {
  return std::visit([](const auto& one) { return encodeOwn(one); }, report);
}

Result<Order> decodeOrder(std::string_view line) {
  KW_ASSIGN(const Value value, json::parse(line));
  const std::string& type = value["type"].asString();
  if (type == "useProblem") return readUseProblem(value);
  if (type == "compile") return readCompile(value);
  if (type == "list") return readList(value);
  if (type == "pause") return Order(Pause{value["paused"].asBool()});
  if (type == "listDevices") return readListDevices(value);
  if (type == "openDevice") return readOpenDevice(value);
  if (type == "judge") return readJudge(value);
  if (type == "duel") return readDuel(value);
  if (type == "profile") return readProfile(value);
  if (type == "proceed") return Order(Proceed{});
  if (type == "stop") return Order(Stop{value["id"].asInteger()});
  return fail("unknown order '" + type + "' to a worker");
}

Result<Report> decodeReport(std::string_view line) {
  if (line.starts_with(ownPrefix)) return decodeOwn(line);
  if (auto answer = readAnswerLine(line)) return Report(std::move(*answer));
  KW_ASSIGN(protocol::Reply reply, protocol::decodeReply(line));
  return Report(std::move(reply));
}

}  // namespace kw::worker
