// SPDX-License-Identifier: GPL-3.0-or-later
// Verdicts as JSON.
#include "model/records/json_members.h"
#include "model/records/records_json.h"

namespace kw {

namespace {

json::Value mapToJson(const WrongMap& value) {
  return json::Value::object({
      {"rows", value.rows},
      {"columns", value.columns},
      {"wrong", arrayOf(value.wrong)},
  });
}

// One whose cells do not fit its size is none.
WrongMap readMap(const json::Value& value, const std::string& path, json::Faults& faults) {
  json::ObjectReader reader(value, path, faults);
  WrongMap map;
  map.rows = readInt(reader, "rows", 0, 0);
  map.columns = readInt(reader, "columns", 0, 0);
  map.wrong = readIntegers(reader, "wrong");
  const bool fits =
      static_cast<size_t>(map.rows) * static_cast<size_t>(map.columns) == map.wrong.size();
  return fits ? map : WrongMap{};
}

json::Value errorsToJson(const std::vector<ErrorHistogram>& errors) {
  json::Array array;
  for (const ErrorHistogram& one : errors)
    array.push_back(json::Value::object({
        {"case", one.caseName},
        {"argument", one.argument},
        {"counts", arrayOf(one.counts)},
        {"incomparable", one.incomparable},
        {"worst", one.worst},
    }));
  return array;
}

std::vector<ErrorHistogram> readErrors(json::ObjectReader& outer) {
  std::vector<ErrorHistogram> errors;
  for (const json::Value& item : outer.optionalArray("errors")) {
    json::ObjectReader reader(item, outer.path("errors"), outer.faults());
    ErrorHistogram one;
    one.caseName = reader.optionalString("case");
    one.argument = reader.optionalString("argument");
    one.counts = readIntegers(reader, "counts");
    one.incomparable = reader.optionalInteger("incomparable", 0, 0);
    one.worst = readReal(reader, "worst");
    errors.push_back(std::move(one));
  }
  return errors;
}

json::Value differenceToJson(const Difference& value) {
  json::Value object = json::Value::object({
      {"case", value.caseName},
      {"argument", value.argument},
      {"what", value.what},
      {"index", arrayOf(value.index)},
      {"got", value.got},
      {"want", value.want},
      {"allowed", value.allowed},
      {"count", value.count},
      {"elements", value.elements},
      {"ulps", value.ulps},
      {"inputs", value.inputs},
  });
  if (value.map.rows > 0) object.set("map", mapToJson(value.map));
  return object;
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
  difference.ulps = readReal(reader, "ulps");
  difference.inputs = reader.optionalString("inputs");
  if (const json::Value* map = reader.raw("map"))
    difference.map = readMap(*map, reader.path("map"), faults);
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
  if (!value.errors.empty()) object.set("errors", errorsToJson(value.errors));
  if (!value.globals.empty()) object.set("globals", arrayOf(value.globals));
  if (!value.sanitizers.empty()) object.set("sanitizers", arrayOf(value.sanitizers));
  if (!value.unchecked.empty()) object.set("unchecked", arrayOf(value.unchecked));
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
  verdict.errors = readErrors(reader);
  verdict.globals = reader.optionalStrings("globals");
  verdict.sanitizers = reader.optionalStrings("sanitizers");
  verdict.unchecked = reader.optionalStrings("unchecked");
  return verdict;
}

Result<Verdict> verdictFromJson(const json::Value& value) {
  return readWhole(readVerdict, value, "verdict");
}

}  // namespace kw
