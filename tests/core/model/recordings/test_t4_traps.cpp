// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>

#include "model/recordings/read_recording.h"
#include "support/printing.h"
#include "support/recording_text.h"

using namespace kw;

namespace {

std::string t4Of(const std::string& rows, const std::string& unit = "miliseconds") {
  return "{\"metadata\":{\"timeunit\":\"" + unit + "\"},\"results\":[\n" + rows +
         "],\"schema_version\":\"1.0.0\"}";
}

std::string row(int a, const std::string& value, const std::string& invalidity = "correct",
                const std::string& times = {}, const std::string& more = {}) {
  return "{\"configuration\":{\"a\":" + std::to_string(a) + "},\"times\":{" + times +
         "},\"invalidity\":\"" + invalidity +
         "\",\"measurements\":[{\"name\":\"time\",\"value\":" + value + ",\"unit\":\"\"}" + more +
         "],\"objectives\":[\"time\"]}";
}

Result<ReadRecording> read(const std::string& text) {
  return readRecordingBytes(text, "t4.json");
}

std::string linesOf(const Result<ReadRecording>& result) {
  std::string text = test::errorText(result);
  if (result)
    for (const std::string& line : result->report.lines())
      text += "\n" + line;
  return text;
}

}  // namespace

class TestT4Traps : public QObject {
  Q_OBJECT

 private slots:
  void everyInvalidityIsAVerdict_data() {
    QTest::addColumn<QString>("word");
    QTest::addColumn<int>("kind");
    const auto add = [](const char* word, VerdictKind kind) {
      QTest::newRow(word) << word << static_cast<int>(kind);
    };
    add("timeout", VerdictKind::hung);
    add("compile", VerdictKind::failedToCompile);
    add("runtime", VerdictKind::crashed);
    add("correctness", VerdictKind::wrong);
    add("constraints", VerdictKind::exceedsLimits);
    add("correct", VerdictKind::verified);
    add("melted", VerdictKind::crashed);
  }
  void everyInvalidityIsAVerdict() {
    QFETCH(QString, word);
    QFETCH(int, kind);
    // A time beside a failure changes nothing.
    const auto result = read(t4Of(row(1, "3.5", test::utf8(word))));
    KW_VERIFY_OK(result);
    QCOMPARE(static_cast<int>(result->recording.rows[0].verdict), kind);
    QCOMPARE(result->recording.rows[0].milliseconds, word == "correct" ? 3.5 : 0.0);
  }

  void aTextInPlaceOfTheTimeIsTheNameOfTheFailure() {
    const auto result = read(t4Of(row(1, "\"RuntimeFailedConfig\"", "runtime")));
    QCOMPARE(result->recording.rows[0].failure, std::string("RuntimeFailedConfig"));
    QVERIFY(!result->recording.rows[0].ok());
  }

  void whatSaysInAnyWayThatItIsWrongIsNoSuccess_data() {
    QTest::addColumn<QString>("correctness");
    for (const char* text : {"0", "0.0", "-1", "false", "\"0\"", "\"false\"", "\"no\""})
      QTest::newRow(text) << text;
  }
  void whatSaysInAnyWayThatItIsWrongIsNoSuccess() {
    QFETCH(QString, correctness);
    const auto result = read(
        t4Of(row(1, "4") + R"(,{"configuration":{"a":2},"invalidity":"correct","correctness":)" +
             correctness.toStdString() + R"(,"measurements":[{"name":"time","value":1}]})"));
    QCOMPARE(result->recording.rows.size(), size_t{1});
    KW_VERIFY_CONTAINS(linesOf(result), "its \"correctness\" is " + correctness.toStdString());
  }

  void aDamagedFirstRowDecidesNothing() {
    for (const char* first : {"{}", "7", R"({"configuration":{}})",
                              R"({"configuration":{"b":1,"c":2},"invalidity":"correct"})"}) {
      const auto result = read(t4Of(std::string(first) + "," + row(1, "4") + "," + row(2, "5")));
      QCOMPARE(result->recording.rows.size(), size_t{2});
      QCOMPARE(result->report.notTaken.size(), size_t{1});
      QCOMPARE(result->report.notTaken[0].row.number, size_t{1});
    }
  }

  void whatContradictsItselfIsNotTaken() {
    const auto result =
        read(t4Of(row(1, "\"RuntimeFailedConfig\"") + ",\n" + row(2, "4") + ",\n" +
                  R"({"configuration":{"a":3},"invalidity":"correct","correctness":0,
                                      "measurements":[{"name":"time","value":1}]})" +
                  ",\n" + row(4, "0") + ",\n" + row(5, "NaN") + ",\n" + row(6, "null")));
    QCOMPARE(result->recording.rows.size(), size_t{1});
    QCOMPARE(result->report.notTaken.size(), size_t{5});
    const std::string lines = linesOf(result);
    KW_VERIFY_CONTAINS(lines, "t4.json:2: row 1 is not taken: its \"invalidity\" is \"correct\"");
    KW_VERIFY_CONTAINS(lines, "its \"correctness\" is 0");
    KW_VERIFY_CONTAINS(lines, "row 4 is not taken: its time is 0");
    KW_VERIFY_CONTAINS(lines, "row 5 is not taken: its time is NaN");
    KW_VERIFY_CONTAINS(lines, "row 6 is not taken: it has no measurement \"time\"");
  }

  void compileTimesAreFoundUnderBothNamesAndTheRestMayBeMissing() {
    for (const char* name : {"compilation", "compilation_time"}) {
      const auto result = read(t4Of(row(1, "4", "correct", "\"" + std::string(name) + "\":250.5")));
      QCOMPARE(result->recording.rows[0].compile, 250.5);
      QCOMPARE(result->recording.rows[0].benchmark, 0.0);
    }
  }

  void allTimesAreInTheStatedUnit() {
    const auto result = read(t4Of(
        row(1, "4000", "correct", R"("benchmark":9000,"runtimes":[3000,5000])"), "Microseconds"));
    const RecordedRow& first = result->recording.rows[0];
    QCOMPARE(first.milliseconds, 4.0);
    QCOMPARE(first.benchmark, 9.0);
    QCOMPARE(first.samples, (std::vector<double>{3.0, 5.0}));
    KW_VERIFY_CONTAINS(linesOf(read(t4Of(row(1, "4"), "fortnights"))),
                       "\"fortnights\" is no unit of time that is known here");
    const auto unstated = read("{\"results\":[" + row(1, "4") + "]}");
    KW_VERIFY_CONTAINS(linesOf(unstated),
                       "no \"timeunit\" is stated: times are read as milliseconds");
  }

  void aUnitOfTheMeasurementItselfCounts() {
    const auto result = read(
        t4Of(R"({"configuration":{"a":1},"measurements":[{"name":"time","value":2,"unit":"s"}]})"));
    QCOMPARE(result->recording.rows[0].milliseconds, 2000.0);
  }

  void furtherMeasurementsAreKeptWithTheirUnits() {
    const auto result =
        read(t4Of(row(1, "4", "correct", {}, R"(,{"name":"power","value":250,"unit":"W"})")));
    QCOMPARE(result->recording.rows[0].metrics.at("power"), 250.0);
    QCOMPARE(result->recording.units.at("power"), std::string("W"));
  }

  void anObjectiveThatIsNoTimeIsRefusedByName() {
    const std::string text = linesOf(read(t4Of(
        R"({"configuration":{"a":1},"invalidity":"correct","measurements":[{"name":"GFLOP/s","value":900}],"objectives":["GFLOP/s"]})")));
    KW_VERIFY_CONTAINS(text, "no row of this T4 can be taken");
    KW_VERIFY_CONTAINS(text, "the run optimised \"GFLOP/s\", which is no time");
  }

  void anObjectiveOfAnotherNameWithAUnitOfTimeIsATime() {
    const auto result = read(t4Of(
        R"({"configuration":{"a":1},"invalidity":"correct","measurements":[{"name":"kernel","value":900,"unit":"us"}],"objectives":["kernel"]})"));
    KW_VERIFY_OK(result);
    QCOMPARE(result->recording.rows[0].milliseconds, 0.9);
    QCOMPARE(result->recording.objective, std::string("kernel"));
  }

  void aRowOfOtherParametersIsNotTaken() {
    const auto result = read(
        t4Of(row(1, "4") + R"(,{"configuration":{"b":1}},{"configuration":{"a":1,"c":2}},{})"));
    QCOMPARE(result->recording.rows.size(), size_t{1});
    QCOMPARE(result->report.notTaken.size(), size_t{3});
  }
};

QTEST_APPLESS_MAIN(TestT4Traps)
#include "test_t4_traps.moc"
