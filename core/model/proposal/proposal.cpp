// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/proposal/proposal.h"

#include <cmath>
#include <utility>

#include "base/json/reader.h"
#include "base/json/text.h"
#include "model/proposal/read_reply.h"
#include "model/proposal/reply_schema.h"
#include "model/space/space_file.h"

namespace kw {

namespace {

using schema::closed;
using schema::described;
using schema::listOf;
using schema::typed;

constexpr const char* replyName = "the reply";
// Of a template: far more than any kernel that is tuned has.
constexpr size_t mostTemplateBytes = size_t{1} << 20;

void readTemplate(json::ObjectReader& reader, Proposal& proposal) {
  proposal.templateText = reader.string("template");
  if (proposal.templateText.find("__global__") == std::string::npos)
    reader.fault("template", "expected CUDA C++ with a __global__ function");
  if (proposal.templateText.size() > mostTemplateBytes)
    reader.fault("template", "expected at most 1 MiB, found " +
                                 std::to_string(proposal.templateText.size()) + " bytes");
}

// The file's format is not the model's to say.
std::string spaceFile(const json::Value& space) {
  json::Value file = json::Value::object({{"format", "kernelwright-space/1"}});
  for (const auto& [key, value] : space.asObject())
    if (key != "format") file.set(key, value);
  return json::writePretty(file);
}

void readSpaceOf(json::ObjectReader& reader, const std::vector<std::string>& sizeNames,
                 Proposal& proposal) {
  const json::Value* space = reader.required("space");
  if (!space) return;
  if (!space->isObject()) {
    reader.fault("space", "expected an object, " + std::string(space->kindName()) + " found");
    return;
  }
  proposal.spaceText = spaceFile(*space);
  const auto read = readSpace(proposal.spaceText, "space of " + std::string(replyName), sizeNames);
  if (!read) reader.faults().add(read.error());
}

json::Value spaceSchema() {
  const json::Value value = json::Value::object(
      {{"anyOf", json::Value::array({typed("integer"), typed("string"), typed("boolean")})}});
  const json::Value parameter =
      closed({{"name", described("string", "a macro that the template uses, in capitals")},
              {"values", listOf(value)},
              {"meaning", described("string", "in a few words")}});
  const json::Value launch = closed(
      {{"function", typed("string")},
       {"arguments", listOf(typed("string"))},
       {"grid", listOf(described("string", "an expression of sizes and parameters"))},
       {"block", listOf(described("string", "an expression of sizes and parameters"))},
       {"shared_memory", described("string", "dynamic shared memory in bytes; \"0\": none")}});
  return closed({{"parameters", listOf(parameter)},
                 {"constraints", listOf(described("string", "what valid values fulfil"))},
                 {"launches", listOf(launch)}});
}

CitedMetric readCitation(json::ObjectReader&& reader) {
  CitedMetric cited{reader.string("metric"), reader.real("value"), reader.string("says")};
  reader.finish();
  return cited;
}

}  // namespace

std::vector<CitedMetric> readCitations(json::ObjectReader& reader, const std::string& key) {
  std::vector<CitedMetric> cited;
  forEach(reader, key,
          [&](json::ObjectReader&& one) { cited.push_back(readCitation(std::move(one))); });
  return cited;
}

json::Value expectationSchema() {
  return closed({{"speedup", described("number", "over the best so far, such as 1.2")},
                 {"why", typed("string")}});
}

void readExpectation(json::ObjectReader& reader, double& speedup, std::string& why) {
  const json::Value* expected = reader.required("expected");
  if (!expected) return;
  json::ObjectReader inner(*expected, reader.path("expected"), reader.faults());
  speedup = inner.real("speedup");
  why = inner.string("why");
  if (!std::isfinite(speedup) || speedup <= 0)
    inner.fault("speedup", "expected a ratio over 0, such as 1.2");
  inner.finish();
}

json::Value proposalSchema() {
  const json::Value cited =
      closed({{"metric", typed("string")}, {"value", typed("number")}, {"says", typed("string")}});
  return closed({{"reasons", typed("string")},
                 {"evidence", listOf(cited)},
                 {"expected", expectationSchema()},
                 {"template", described("string", "the whole text of the new template")},
                 {"space", spaceSchema()}});
}

Result<Proposal> readProposal(const json::Value& reply, const std::vector<std::string>& sizeNames) {
  json::Faults faults(replyName);
  json::ObjectReader reader(reply, "", faults);
  Proposal proposal;
  proposal.reasons = reader.string("reasons");
  proposal.evidence = readCitations(reader, "evidence");
  readExpectation(reader, proposal.expectedSpeedup, proposal.expectedWhy);
  readTemplate(reader, proposal);
  readSpaceOf(reader, sizeNames, proposal);
  reader.finish();
  if (!faults.empty()) return fail(faults.take());
  return proposal;
}

json::Value toJson(const Proposal& proposal) {
  json::Array evidence;
  for (const CitedMetric& cited : proposal.evidence)
    evidence.push_back(json::Value::object(
        {{"metric", cited.metric}, {"value", cited.value}, {"says", cited.says}}));
  return json::Value::object({
      {"reasons", proposal.reasons},
      {"evidence", std::move(evidence)},
      {"expected_speedup", proposal.expectedSpeedup},
      {"expected_why", proposal.expectedWhy},
      {"template", proposal.templateText},
      {"space", proposal.spaceText},
  });
}

Result<Proposal> proposalFromJson(const json::Value& value) {
  json::Faults faults("proposal");
  json::ObjectReader reader(value, "", faults);
  Proposal proposal;
  proposal.reasons = reader.optionalString("reasons");
  proposal.evidence = readCitations(reader, "evidence");
  proposal.expectedSpeedup = reader.optionalReal("expected_speedup", 0);
  proposal.expectedWhy = reader.optionalString("expected_why");
  proposal.templateText = reader.optionalString("template");
  proposal.spaceText = reader.optionalString("space");
  if (!faults.empty()) return fail(faults.take());
  return proposal;
}

}  // namespace kw
