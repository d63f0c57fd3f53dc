// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/problem/recorded_problem.h"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <utility>

#include "base/files/hash.h"
#include "base/json/text.h"
#include "model/problem/included_files.h"
#include "model/problem/problem_hashes.h"
#include "model/space/expression_fields.h"

namespace kw {

namespace {

constexpr const char* recordedFormatName = "kernelwright-problem/1";
constexpr size_t mostRecordedValues = 65536;  // indices have 16 bits

RecordedOrigin readOrigin(json::ObjectReader& reader) {
  RecordedOrigin origin;
  origin.format = reader.string("format");
  origin.fileName = reader.string("file_name");
  origin.file = reader.string("file");
  origin.kernel = reader.optionalString("kernel");
  origin.device = reader.optionalString("device");
  origin.problemSize = reader.optionalString("problem_size");
  origin.report = reader.optionalStrings("report");
  return origin;
}

std::optional<ParameterValue> valueOf(const json::Value& value) {
  if (value.isInteger()) return value.asInteger();
  if (value.isReal()) return value.asReal();
  if (value.isString()) return value.asString();
  if (value.isBool()) return value.asBool();
  return std::nullopt;
}

Parameter readParameter(const json::Value& value, const std::string& path, json::Faults& faults) {
  json::ObjectReader reader(value, path, faults);
  Parameter parameter;
  parameter.name = reader.string("name");
  const json::Array& values = reader.array("values");
  if (values.empty() || values.size() > mostRecordedValues)
    reader.fault("values", "expected 1 to " + std::to_string(mostRecordedValues) +
                               " values, found " + std::to_string(values.size()));
  for (size_t i = 0; i < values.size(); ++i) {
    auto read = valueOf(values[i]);
    if (read)
      parameter.values.push_back(*std::move(read));
    else
      faults.add(
          values[i], elementPath(reader.path("values"), i),
          "expected a number, a string or a boolean, found " + std::string(values[i].kindName()));
  }
  reader.finish();
  return parameter;
}

Space readParameters(json::ObjectReader& reader, json::Faults& faults) {
  Space space;
  const json::Array& items = reader.array("parameters");
  for (size_t i = 0; i < items.size(); ++i)
    space.parameters.push_back(
        readParameter(items[i], elementPath(reader.path("parameters"), i), faults));
  if (items.empty()) reader.fault("parameters", "expected at least one parameter, found none");
  return space;
}

Case onlyCase() {
  Case one;
  one.name = recordedCase;
  one.performance = true;
  return one;
}

// What is shown where the kernel would stand.
std::string textOfOrigin(const RecordedOrigin& origin) {
  std::string text =
      origin.format == t1Format
          ? "// " + origin.fileName + " (T1) states parameters and constraints, and no kernel.\n"
          : "// A recording (" + origin.format + ") was imported from " + origin.fileName +
                ".\n// It holds configurations and times, and no kernel.\n";
  for (const auto& [label, value] :
       {std::pair("kernel", &origin.kernel), std::pair("device", &origin.device),
        std::pair("problem size", &origin.problemSize)})
    if (!value->empty()) text += std::string("// ") + label + ": " + *value + "\n";
  for (const std::string& line : origin.report)
    text += "// " + line + "\n";
  return text;
}

std::string problemName(const std::string& wanted) {
  constexpr size_t longest = 100;
  std::string name = wanted.substr(0, longest);
  std::ranges::replace_if(
      name,
      [](char c) {
        return c != '_' && c != '-' && c != '.' && !std::isalnum(static_cast<unsigned char>(c));
      },
      '_');
  return name.find_first_not_of('.') == std::string::npos ? "recording" : name;
}

}  // namespace

bool isRecordedProblem(const json::Value& root) {
  return root.find("recorded") != nullptr;
}

Result<LoadedProblem> readRecordedProblem(const json::Value& root, ProblemParts parts,
                                          const std::string& shownFolder,
                                          const std::string& shown) {
  json::Faults faults(shown);
  LoadedProblem loaded;
  loaded.folder = shownFolder;
  Problem& problem = loaded.problem;
  json::ObjectReader reader(root, "", faults);
  reader.oneOf("format", {recordedFormatName});
  problem.name = reader.string("name");
  json::ObjectReader recorded(*reader.required("recorded"), "recorded", faults);
  problem.recorded = readOrigin(recorded);
  problem.space = readParameters(recorded, faults);
  recorded.finish();
  reader.finish();
  problem.cases.push_back(onlyCase());
  problem.sourceText = textOfOrigin(*problem.recorded);
  const auto content = parts.get(problem.recorded->file);
  if (!content) recorded.fault("file", content.error().message, content.error().advice);
  if (!faults.empty()) return fail(faults.take());
  loaded.parts = parts.parts();
  setHashes(loaded, root);
  // Its evaluations belong to what was recorded, as those of others to their template.
  loaded.templateHash = files::contentHash(**content);
  return loaded;
}

ProblemPart recordedProblemFile(const std::string& name, const RecordedOrigin& origin,
                                const std::vector<Parameter>& parameters) {
  json::Array spaces;
  for (const Parameter& parameter : parameters) {
    json::Array values;
    for (const ParameterValue& value : parameter.values)
      values.push_back(std::visit([](const auto& held) { return json::Value(held); }, value));
    spaces.push_back(
        json::Value::object({{"name", parameter.name}, {"values", std::move(values)}}));
  }
  json::Array report(origin.report.begin(), origin.report.end());
  json::Value recorded = json::Value::object({
      {"format", origin.format},
      {"file_name", origin.fileName},
      {"file", origin.file},
      {"kernel", origin.kernel},
      {"device", origin.device},
      {"problem_size", origin.problemSize},
      {"report", std::move(report)},
      {"parameters", std::move(spaces)},
  });
  const json::Value root = json::Value::object({{"format", recordedFormatName},
                                                {"name", problemName(name)},
                                                {"recorded", std::move(recorded)}});
  return {"problem.json", json::writePretty(root)};
}

Status requireKernel(const Problem& problem) {
  if (!problem.recorded) return {};
  return failInput("\"" + problem.name + "\" was imported from " + problem.recorded->fileName +
                       " (" + problem.recorded->format +
                       "): it has configurations and times, and no kernel that could be compiled "
                       "or run",
                   Place{},
                   "look at it, compare it, simulate strategies on it; to tune, open a problem "
                   "with the kernel's source");
}

}  // namespace kw
