// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/proposal/proposal.h"

#include <QTest>
#include <tuple>

#include "base/json/text.h"
#include "model/proposal/role_replies.h"
#include "model/space/space_file.h"
#include "support/printing.h"

using namespace kw;
using namespace kw::test;

namespace {

constexpr const char* goodReply = R"json({
  "reasons": "DRAM is busy: fewer bytes in flight are lost with wider loads.",
  "evidence": [{"metric": "dram_throughput", "value": 61.5, "says": "a third is left"}],
  "expected": {"speedup": 1.3, "why": "61.5 % of the peak becomes about 80 %"},
  "template": "__global__ void scale(float* y, int n) { y[0] = BLOCK; }",
  "space": {
    "parameters": [{"name": "BLOCK", "values": [128, 256], "meaning": "threads"}],
    "constraints": ["BLOCK <= device.threads_per_block"],
    "launches": [{"function": "scale", "arguments": ["y", "n"], "grid": ["ceil_div(n, BLOCK)"],
                  "block": ["BLOCK"], "shared_memory": "0"}]
  }
})json";

json::Value parsed(const std::string& text) {
  auto value = json::parse(text);
  if (!value) qFatal("%s", value.error().text().c_str());
  return std::move(*value);
}

std::string replaced(std::string text, const std::string& part, const std::string& by) {
  const size_t at = text.find(part);
  if (at == std::string::npos) qFatal("no %s", part.c_str());
  return text.replace(at, part.size(), by);
}

// Whether a value fits a schema, as far as ours use them.
bool fits(const json::Value& value, const json::Value& schema) {
  if (const json::Value* any = schema.find("anyOf")) {
    for (const json::Value& one : any->asArray())
      if (fits(value, one)) return true;
    return false;
  }
  const std::string& type = schema["type"].asString();
  if (type == "string") return value.isString();
  if (type == "number") return value.isNumber();
  if (type == "integer") return value.isInteger();
  if (type == "boolean") return value.isBool();
  if (type == "array") {
    for (const json::Value& one : value.asArray())
      if (!fits(one, schema["items"])) return false;
    return value.isArray();
  }
  if (!value.isObject()) return false;
  for (const json::Value& name : schema["required"].asArray())
    if (!value.find(name.asString())) return false;
  for (const auto& [key, member] : value.asObject()) {
    const json::Value* inner = schema["properties"].find(key);
    if (!inner || !fits(member, *inner)) return false;
  }
  return true;
}

// Every object of a strict schema lists all its members and allows no others.
void checkStrict(const json::Value& schema) {
  if (schema["type"].asString() == "object") {
    QVERIFY(schema.find("additionalProperties") && !schema["additionalProperties"].asBool(true));
    QCOMPARE(schema["required"].asArray().size(), schema["properties"].asObject().size());
    for (const auto& [key, member] : schema["properties"].asObject())
      checkStrict(member);
  }
  if (const json::Value* items = schema.find("items")) checkStrict(*items);
}

}  // namespace

class TestProposal : public QObject {
  Q_OBJECT
 private slots:
  void aReplyIsRead() {
    const auto proposal = readProposal(parsed(goodReply), {"n"});
    KW_VERIFY_OK(proposal);
    QCOMPARE(proposal->expectedSpeedup, 1.3);
    QCOMPARE(proposal->evidence.size(), size_t{1});
    QCOMPARE(proposal->evidence[0].metric, "dram_throughput");
    const auto space = readSpace(proposal->spaceText, "space", {"n"});
    KW_VERIFY_OK(space);
    QCOMPARE(space->parameters[0].name, "BLOCK");
  }

  void theSchemaIsStrictAndTakesWhatIsRead() {
    const json::Value schema = proposalSchema();
    checkStrict(schema);
    QVERIFY(fits(parsed(goodReply), schema));
    QVERIFY(!fits(parsed(replaced(goodReply, "\"says\"", "\"say\"")), schema));
  }

  void analysesAndPlansAreRead() {
    const json::Value analysis = parsed(
        R"({"summary": "it waits", "findings": [{"metric": "stalls", "value": 41.5, "says": "x"}]})");
    checkStrict(analysisSchema());
    QVERIFY(fits(analysis, analysisSchema()));
    const auto read = readAnalysis(analysis);
    KW_VERIFY_OK(read);
    QCOMPARE(read->text(), std::string("it waits\n- stalls 41.50: x\n"));
    const json::Value plan =
        parsed(R"({"step": "wider loads", "why": "a", "expected": {"speedup": 1.5, "why": "b"}})");
    checkStrict(planSchema());
    QVERIFY(fits(plan, planSchema()));
    QCOMPARE(readPlan(plan)->expectedSpeedup, 1.5);
    const auto faulty = readPlan(parsed(R"({"step": 1, "expected": {"speedup": 0, "why": ""}})"));
    QVERIFY(!faulty);
    for (const char* part : {"step", "why", "expected.speedup"})
      KW_VERIFY_CONTAINS(faulty.error().text(), part);
  }

  void furtherCasesAreChecked() {
    const std::string one =
        R"({"name": "tail", "sizes": [{"name": "n", "value": 127}], "why": "a tail",
 "inputs": [{"argument": "x", "kind": "uniform", "first": -1, "second": 1}]})";
    const std::string good = R"({"cases": [)" + one + R"(], "seed": 3})";
    checkStrict(testCasesSchema());
    QVERIFY(fits(parsed(good), testCasesSchema()));
    const auto tests = readTestCases(parsed(good), {"n"});
    KW_VERIFY_OK(tests);
    QCOMPARE(tests->cases.at(0).sizes.at("n"), int64_t{127});
    QCOMPARE(tests->cases.at(0).inputs.at(0).first, -1.0);
    for (const auto& [part, by, message] :
         {std::tuple("127", "0", "sizes[0].value"), std::tuple("\"n\"", "\"m\"", "is missing"),
          std::tuple("uniform", "random", "kind"), std::tuple("tail", "a b", "a word")}) {
      const auto faulty = readTestCases(parsed(replaced(good, part, by)), {"n"});
      QVERIFY2(!faulty, part);
      KW_VERIFY_CONTAINS(faulty.error().text(), message);
    }
    const auto twice =
        readTestCases(parsed(R"({"cases": [)" + one + "," + one + R"(], "seed": 3})"), {"n"});
    QVERIFY(!twice);
    KW_VERIFY_CONTAINS(twice.error().text(), "two cases are called");
  }

  void faultsNameTheirPlace_data() {
    QTest::addColumn<QString>("part");
    QTest::addColumn<QString>("by");
    QTest::addColumn<QString>("message");
    QTest::newRow("misspelt") << "\"reasons\""
                              << "\"reason\""
                              << "reasons";
    QTest::newRow("no ratio") << "1.3"
                              << "-2"
                              << "expected.speedup";
    QTest::newRow("a text") << "61.5,"
                            << "\"much\","
                            << "evidence[0].value";
    QTest::newRow("no kernel") << "__global__"
                               << ""
                               << "__global__ function";
    QTest::newRow("twice") << "[128, 256]"
                           << "[128, 128]"
                           << "parameters[0].values";
    QTest::newRow("unknown name") << "ceil_div(n, BLOCK)"
                                  << "ceil_div(m, BLOCK)"
                                  << "launches[0]";
    QTest::newRow("no space") << "\"space\": {"
                              << "\"space\": 3, \"other\": {"
                              << "space";
  }
  void faultsNameTheirPlace() {
    QFETCH(QString, part);
    QFETCH(QString, by);
    QFETCH(QString, message);
    const auto proposal = readProposal(parsed(replaced(goodReply, utf8(part), utf8(by))), {"n"});
    QVERIFY(!proposal);
    QCOMPARE(proposal.error().kind, ErrorKind::badInput);
    KW_VERIFY_CONTAINS(proposal.error().text(), utf8(message));
  }

  void allFaultsAreToldAtOnce() {
    const auto proposal =
        readProposal(parsed(replaced(replaced(goodReply, "1.3", "0"), "__global__", "")), {"n"});
    QVERIFY(!proposal);
    KW_VERIFY_CONTAINS(proposal.error().text(), "speedup");
    KW_VERIFY_CONTAINS(proposal.error().text(), "__global__");
  }

  void whatIsStoredComesBack() {
    const auto proposal = readProposal(parsed(goodReply), {"n"});
    KW_VERIFY_OK(proposal);
    const auto again = proposalFromJson(parsed(json::writeLine(toJson(*proposal))));
    KW_VERIFY_OK(again);
    QCOMPARE(json::writeLine(toJson(*again)), json::writeLine(toJson(*proposal)));
  }
};

QTEST_APPLESS_MAIN(TestProposal)
#include "test_proposal.moc"
