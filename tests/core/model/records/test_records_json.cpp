// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>

#include "base/json/text.h"
#include "core/model/records/sample_records.h"
#include "model/records/records_json.h"

using namespace kw;

namespace {

// Through text and back, as a record travels and is stored.
template <class T>
std::string again(const T& record, Result<T> (*read)(const json::Value&)) {
  const auto parsed = json::parse(json::writeLine(toJson(record)));
  if (!parsed) return parsed.error().text();
  const Result<T> copy = read(*parsed);
  return copy ? json::writeLine(toJson(*copy)) : copy.error().text();
}

json::Value parsed(const QString& text) {
  return json::parse(text.toStdString()).value();
}

}  // namespace

class TestRecordsJson : public QObject {
  Q_OBJECT

 private slots:
  void everyRecordReadsBackTheSame() {
    QCOMPARE(again(sampleDevice(), deviceInfoFromJson), json::writeLine(toJson(sampleDevice())));
    QCOMPARE(again(sampleProtocol(), protocolFromJson), json::writeLine(toJson(sampleProtocol())));
    QCOMPARE(again(sampleCandidate(), candidateFromJson),
             json::writeLine(toJson(sampleCandidate())));
    QCOMPARE(again(sampleEvaluation(), evaluationFromJson),
             json::writeLine(toJson(sampleEvaluation())));
    QCOMPARE(again(sampleEvaluation().resources[0], kernelResourcesFromJson),
             json::writeLine(toJson(sampleEvaluation().resources[0])));
  }

  void noMemberOfTheSampleIsADefault() {
    // Otherwise the test above would not notice that it got lost.
    const std::string text = json::writeLine(toJson(sampleEvaluation()));
    for (const char* member : {"\"\"", "[]", "{}", "null", ":0,", ":0}"})
      QVERIFY2(text.find(member) == std::string::npos,
               (std::string(member) + " in " + text).c_str());
  }

  void valuesKeepTheirKindsAndBits() {
    const auto copy =
        evaluationFromJson(json::parse(json::writeLine(toJson(sampleEvaluation()))).value());
    QVERIFY(copy.has_value());
    QVERIFY(copy->candidate.configuration == sampleCandidate().configuration);
    QVERIFY(std::holds_alternative<double>(*copy->candidate.configuration.find("A")));
    QVERIFY(std::holds_alternative<bool>(*copy->candidate.configuration.find("FAST")));
    QCOMPARE(copy->seed, uint64_t{0xfedcba9876543210});
    QVERIFY(copy->measurements[0].samples == sampleEvaluation().measurements[0].samples);
    QVERIFY(std::isnan(copy->verdict.difference->got));
    QVERIFY(std::isinf(copy->verdict.difference->want) && copy->verdict.difference->want < 0);
  }

  void missingMembersKeepTheirDefaultsAndFurtherOnesArePassedOver() {
    const auto evaluation = evaluationFromJson(
        parsed(R"({"verdict": {"kind": "verified"}, "of_a_newer_runner": [1]})"));
    QVERIFY2(evaluation.has_value(), evaluation ? "" : evaluation.error().text().c_str());
    QVERIFY(evaluation->verdict.ok());
    QVERIFY(evaluation->measurements.empty());
    QCOMPARE(protocolFromJson(parsed("{}")).value().launches, 100);
  }

  void wrongKindsAreFaultsWithTheirPaths_data() {
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("message");
    QTest::newRow("no object") << "[]"
                               << "evaluation: expected an object, found an array";
    QTest::newRow("no verdict") << "{}"
                                << "evaluation.verdict: \"verdict\" is missing";
    QTest::newRow("unknown verdict") << R"({"verdict": {"kind": "fine"}})"
                                     << "evaluation.verdict.kind: \"fine\" is no kind of verdict";
    QTest::newRow("string for a number") << R"({"verdict": {"kind": "wrong"}, "geomean": "fast"})"
                                         << "evaluation.geomean: a number expected, a string found";
    QTest::newRow("sample")
        << R"({"verdict": {"kind": "wrong"}, "measurements": [{"samples": [1, {}]}]})"
        << "evaluation.measurements[0].samples: a number expected, an object found";
    QTest::newRow("negative count")
        << R"({"verdict": {"kind": "wrong", "all_cases": -1}})"
        << "evaluation.verdict.all_cases: expected an integer of at least 0";
    QTest::newRow("number too large")
        << R"({"verdict": {"kind": "wrong", "all_cases": 3000000000}})"
        << "evaluation.verdict.all_cases: expected an integer";
    QTest::newRow("value of a parameter")
        << R"({"verdict": {"kind": "wrong"}, "candidate": {"configuration": {"A": [1]}}})"
        << "evaluation.candidate.configuration.A: a number, a string or a boolean expected, an "
           "array found";
    QTest::newRow("metrics") << R"({"verdict": {"kind": "wrong"}, "metrics": {"a": true}})"
                             << "evaluation.metrics: a number expected for a, a boolean found";
  }

  void wrongKindsAreFaultsWithTheirPaths() {
    QFETCH(QString, text);
    QFETCH(QString, message);
    const auto evaluation = evaluationFromJson(parsed(text));
    QVERIFY(!evaluation.has_value());
    QVERIFY2(evaluation.error().text().find(message.toStdString()) != std::string::npos,
             evaluation.error().text().c_str());
  }
};

QTEST_GUILESS_MAIN(TestRecordsJson)
#include "test_records_json.moc"
