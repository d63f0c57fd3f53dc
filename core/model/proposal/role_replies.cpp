// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/proposal/role_replies.h"

#include <algorithm>
#include <cmath>
#include <set>

#include "base/json/reader.h"
#include "model/proposal/read_reply.h"
#include "model/proposal/reply_schema.h"

namespace kw {

namespace {

using schema::closed;
using schema::described;
using schema::listOf;
using schema::typed;

const std::vector<std::string> fillKinds{"normal", "uniform", "integers", "constant", "special"};
constexpr size_t longestName = 40;

TestFill readTestFill(json::ObjectReader&& reader) {
  TestFill fill;
  fill.argument = reader.string("argument");
  fill.kind = reader.oneOf("kind", fillKinds);
  fill.first = reader.real("first");
  fill.second = reader.real("second");
  if (!std::isfinite(fill.first) || !std::isfinite(fill.second))
    reader.fault("first", "expected finite numbers");
  reader.finish();
  return fill;
}

void readTestSizes(json::ObjectReader& reader, const std::vector<std::string>& sizeNames,
                   TestCase& test) {
  forEach(reader, "sizes", [&](json::ObjectReader&& size) {
    const std::string name = size.string("name");
    if (std::ranges::find(sizeNames, name) == sizeNames.end())
      size.fault("name", "\"" + name + "\" is none of the problem's sizes");
    test.sizes[name] = size.integer("value", 1);
    size.finish();
  });
  for (const std::string& name : sizeNames)
    if (!test.sizes.contains(name)) reader.fault("sizes", "the size \"" + name + "\" is missing");
}

TestCase readTestCase(json::ObjectReader&& reader, const std::vector<std::string>& sizeNames) {
  TestCase test;
  test.name = reader.string("name");
  const auto isPlain = [](unsigned char c) { return c > ' ' && c < 0x7f && c != '/'; };
  if (test.name.empty() || test.name.size() > longestName ||
      !std::ranges::all_of(test.name, isPlain))
    reader.fault("name", "expected a word of at most 40 visible characters without a slash");
  readTestSizes(reader, sizeNames, test);
  forEach(reader, "inputs", [&](json::ObjectReader&& input) {
    test.inputs.push_back(readTestFill(std::move(input)));
  });
  test.why = reader.string("why");
  reader.finish();
  return test;
}

std::string factorText(double factor) {
  std::string text = std::to_string(factor);
  return text.substr(0, text.find('.') + 3);
}

}  // namespace

std::string Analysis::text() const {
  std::string all = summary + "\n";
  for (const CitedMetric& finding : findings)
    all += "- " + finding.metric + " " + factorText(finding.value) + ": " + finding.says + "\n";
  return all;
}

json::Value analysisSchema() {
  const json::Value finding =
      closed({{"metric", typed("string")}, {"value", typed("number")}, {"says", typed("string")}});
  return closed({{"summary", described("string", "what limits the best so far, and why")},
                 {"findings", listOf(finding)}});
}

Result<Analysis> readAnalysis(const json::Value& reply) {
  json::Faults faults("the reply");
  json::ObjectReader reader(reply, "", faults);
  Analysis analysis;
  analysis.summary = reader.string("summary");
  analysis.findings = readCitations(reader, "findings");
  reader.finish();
  if (!faults.empty()) return fail(faults.take());
  return analysis;
}

std::string NextStep::text() const {
  return step + "\n" + why + "\nExpected: " + factorText(expectedSpeedup) + "×, since " +
         expectedWhy + "\n";
}

json::Value planSchema() {
  return closed({{"step", described("string", "the one change to make next")},
                 {"why", typed("string")},
                 {"expected", expectationSchema()}});
}

Result<NextStep> readPlan(const json::Value& reply) {
  json::Faults faults("the reply");
  json::ObjectReader reader(reply, "", faults);
  NextStep plan;
  plan.step = reader.string("step");
  plan.why = reader.string("why");
  readExpectation(reader, plan.expectedSpeedup, plan.expectedWhy);
  reader.finish();
  if (!faults.empty()) return fail(faults.take());
  return plan;
}

json::Value testCasesSchema() {
  const json::Value size = closed({{"name", typed("string")}, {"value", typed("integer")}});
  const json::Value input =
      closed({{"argument", typed("string")},
              {"kind", described("string", "normal, uniform, integers, constant or special")},
              {"first", described("number", "the mean, the lower bound or the constant")},
              {"second", described("number", "the deviation or the upper bound; else 0")}});
  const json::Value test = closed({{"name", typed("string")},
                                   {"sizes", listOf(size)},
                                   {"inputs", listOf(input)},
                                   {"why", typed("string")}});
  return closed({{"cases", listOf(test)}, {"seed", described("integer", "of the random inputs")}});
}

Result<TestCases> readTestCases(const json::Value& reply,
                                const std::vector<std::string>& sizeNames) {
  json::Faults faults("the reply");
  json::ObjectReader reader(reply, "", faults);
  TestCases tests;
  std::set<std::string> names;
  forEach(reader, "cases", [&](json::ObjectReader&& one) {
    tests.cases.push_back(readTestCase(std::move(one), sizeNames));
    if (!names.insert(tests.cases.back().name).second)
      reader.fault("cases", "two cases are called \"" + tests.cases.back().name + "\"");
  });
  tests.seed = reader.integer("seed", 0);
  reader.finish();
  if (!faults.empty()) return fail(faults.take());
  if (tests.cases.size() > mostTestCases) tests.cases.resize(mostTestCases);
  return tests;
}

}  // namespace kw
