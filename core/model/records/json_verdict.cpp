// SPDX-License-Identifier: GPL-3.0-or-later
// Verdicts as JSON.
#include "model/records/json_members.h"
#include "model/records/records_json.h"

namespace kw {

namespace {

json::Value differenceToJson(const Difference& value) {
  return json::Value::object({
      {"case", value.caseName},
      {"argument", value.argument},
      {"what", value.what},
      {"index", arrayOf(value.index)},
      {"got", value.got},
      {"want", value.want},
      {"allowed", value.allowed},
      {"count", value.count},
      {"elements", value.elements},
  });
}

Difference readDifference(const json::Value& value, const std::string& path, json::Faults& faults) {
  json::ObjectReader reader(value, path, faults);
  Difference difference;
  difference.caseName = reader.optionalString("case");
  difference.argument = reader.optionalString("argument");
  difference.what = reader.optionalString("what");
  difference.index = readIntegers(reader, "index");
  difference.got = readReal(reader, "got");
  difference.want = readReal(reader, "want");
  difference.allowed = readReal(reader, "allowed");
  difference.count = reader.optionalInteger("count", 0, 0);
  difference.elements = reader.optionalInteger("elements", 0, 0);
  return difference;
}

VerdictKind readKind(json::ObjectReader& reader) {
  const std::string text = reader.string("kind");
  if (const auto kind = verdictKind(text)) return *kind;
  if (!text.empty()) reader.fault("kind", "\"" + text + "\" is no kind of verdict");
  return VerdictKind::couldNotJudge;
}

}  // namespace

json::Value toJson(const Verdict& value) {
  json::Value object = json::Value::object({
      {"kind", name(value.kind)},
      {"verified_cases", value.verifiedCases},
      {"all_cases", value.allCases},
      {"not_applicable_to", arrayOf(value.notApplicableTo)},
      {"oracle", value.oracle},
      {"message", value.message},
      {"detail", value.detail},
  });
  if (value.difference) object.set("difference", differenceToJson(*value.difference));
  return object;
}

Verdict readVerdict(const json::Value& value, const std::string& path, json::Faults& faults) {
  json::ObjectReader reader(value, path, faults);
  Verdict verdict;
  verdict.kind = readKind(reader);
  verdict.verifiedCases = readInt(reader, "verified_cases", 0, 0);
  verdict.allCases = readInt(reader, "all_cases", 0, 0);
  verdict.notApplicableTo = reader.optionalStrings("not_applicable_to");
  verdict.oracle = reader.optionalString("oracle");
  verdict.message = reader.optionalString("message");
  verdict.detail = reader.optionalString("detail");
  if (const json::Value* difference = reader.raw("difference"))
    verdict.difference = readDifference(*difference, reader.path("difference"), faults);
  return verdict;
}

Result<Verdict> verdictFromJson(const json::Value& value) {
  return readWhole(readVerdict, value, "verdict");
}

}  // namespace kw
