// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>

#include "model/recordings/read_recording.h"
#include "support/printing.h"
#include "support/recording_text.h"

using namespace kw;

namespace {

std::string resultsOf(const std::string& rows, const std::string& metadata) {
  return "{\"Metadata\":{" + metadata + "},\"Results\":[\n" + rows + "]}";
}

std::string row(int a, const std::string& status, const std::string& more = {}) {
  return "{\"KernelName\":\"k\",\"Configuration\":[{\"Name\":\"a\",\"Value\":" + std::to_string(a) +
         ",\"ValueType\":\"UnsignedInt\"}],\"Status\":\"" + status + "\"" + more + "}";
}

Result<ReadRecording> read(const std::string& rows,
                           const std::string& metadata = "\"TimeUnit\":\"Milliseconds\"") {
  return readRecordingBytes(resultsOf(rows, metadata), "ktt.json");
}

std::string linesOf(const Result<ReadRecording>& result) {
  std::string text = test::errorText(result);
  if (result)
    for (const std::string& line : result->report.lines())
      text += "\n" + line;
  return text;
}

}  // namespace

class TestKttTraps : public QObject {
  Q_OBJECT

 private slots:
  void aDamagedFirstRowDecidesNothing() {
    for (const char* first : {"{}", R"({"KernelName":"other","Configuration":[],"Status":"Ok"})",
                              R"({"Configuration":[{"Name":"b","Value":1}]})"}) {
      const auto result = read(std::string(first) + "," + row(1, "Ok", ",\"TotalDuration\":4") +
                               "," + row(2, "Ok", ",\"TotalDuration\":5"));
      KW_VERIFY_OK(result);
      QCOMPARE(result->recording.rows.size(), size_t{2});
      QCOMPARE(result->report.notTaken.size(), size_t{1});
    }
  }

  void everyStatusIsAVerdict_data() {
    QTest::addColumn<QString>("status");
    QTest::addColumn<int>("kind");
    const auto add = [](const char* status, VerdictKind kind) {
      QTest::newRow(status) << status << static_cast<int>(kind);
    };
    add("Ok", VerdictKind::verified);
    add("ComputationFailed", VerdictKind::crashed);
    add("ValidationFailed", VerdictKind::wrong);
    add("CompilationFailed", VerdictKind::failedToCompile);
    add("DeviceLimitsExceeded", VerdictKind::exceedsLimits);
    add("OfALaterVersion", VerdictKind::crashed);
  }
  void everyStatusIsAVerdict() {
    QFETCH(QString, status);
    QFETCH(int, kind);
    const auto result = read(row(1, test::utf8(status), ",\"TotalDuration\":2.5"));
    KW_VERIFY_OK(result);
    QCOMPARE(static_cast<int>(result->recording.rows[0].verdict), kind);
    QCOMPARE(result->recording.rows[0].milliseconds, status == "Ok" ? 2.5 : 0.0);
  }

  void durationsAreReadInEveryUnit_data() {
    QTest::addColumn<QString>("metadata");
    QTest::addColumn<double>("milliseconds");
    QTest::newRow("ns") << "\"TimeUnit\":\"Nanoseconds\"" << 5e-4;
    QTest::newRow("us") << "\"TimeUnit\":\"Microseconds\"" << 0.5;
    QTest::newRow("ms") << "\"TimeUnit\":\"Milliseconds\"" << 500.0;
    QTest::newRow("s") << "\"TimeUnit\":\"Seconds\"" << 5e5;
    QTest::newRow("unstated") << "" << 500.0;
  }
  void durationsAreReadInEveryUnit() {
    QFETCH(QString, metadata);
    QFETCH(double, milliseconds);
    const auto result = read(row(1, "Ok", ",\"TotalDuration\":500"), test::utf8(metadata));
    QCOMPARE(result->recording.rows[0].milliseconds, milliseconds);
    QCOMPARE(result->report.notes.size(), metadata.isEmpty() ? size_t{1} : size_t{0});
  }

  void anUnknownUnitIsRefusedWithItsPlace() {
    KW_VERIFY_CONTAINS(linesOf(read(row(1, "Ok"), "\"TimeUnit\":\"Hours\"")),
                       "ktt.json:1:25: Metadata.TimeUnit: \"Hours\" is no unit of time");
  }

  void okWithoutADurationIsNotTaken() {
    const auto result = read(row(1, "Ok", ",\"TotalDuration\":0.0") + "," + row(2, "Ok") + "," +
                             row(3, "") + "," + row(4, "Ok", ",\"TotalDuration\":1"));
    QCOMPARE(result->recording.rows.size(), size_t{1});
    KW_VERIFY_CONTAINS(linesOf(result), "ktt.json:2: row 1 is not taken: its time is 0");
    KW_VERIFY_CONTAINS(linesOf(result), "row 2 is not taken: it has no \"TotalDuration\"");
    KW_VERIFY_CONTAINS(linesOf(result), "row 3 is not taken: it has no \"Status\"");
  }

  void fieldsOfLaterVersionsAreKeptAndMissingOnesAreFine() {
    const auto result =
        read(row(1, "Ok",
                 R"(,"TotalDuration":2,"PowerUsage":31.5,"Later":{"Deep":[1,{"x":"y"}]},
               "ComputationResults":[{"Duration":2,"KernelFunction":"f","CompilationData":{"RegistersCount":40},
                 "ProfilingData":{"Counters":[{"Name":"dram","Value":7}]}}])"),
             "\"TimeUnit\":\"Milliseconds\",\"Energy\":\"J\"");
    const RecordedRow& first = result->recording.rows[0];
    QCOMPARE(first.metrics.at("PowerUsage"), 31.5);
    QCOMPARE(first.metrics.at("RegistersCount"), 40.0);
    QCOMPARE(first.metrics.at("Counters[0].Value"), 7.0);
    QCOMPARE(first.metrics.at("Later.Deep[0]"), 1.0);
    QCOMPARE(first.further.at("Later.Deep[1].x"), std::string("\"y\""));
    QCOMPARE(first.further.at("KernelFunction"), std::string("\"f\""));
    QCOMPARE(result->recording.further.at("Energy"), std::string("\"J\""));
  }

  void kernelsOfACompositeAreToldApart() {
    const auto result = read(row(1, "Ok",
                                 R"(,"TotalDuration":5,"ComputationResults":[
               {"KernelFunction":"f","Duration":2,"Overhead":10,"CompilationData":{"RegistersCount":40}},
               {"KernelFunction":"g","Duration":3,"Overhead":20,"CompilationData":{"RegistersCount":50}}])"));
    const RecordedRow& first = result->recording.rows[0];
    QCOMPARE(first.milliseconds, 5.0);
    QCOMPARE(first.compile, 30.0);
    QCOMPARE(first.metrics.at("f.RegistersCount"), 40.0);
    QCOMPARE(first.metrics.at("g.RegistersCount"), 50.0);
    QCOMPARE(first.metrics.at("g.Duration"), 3.0);
  }

  void aRowOfAnotherKernelOrOfOtherParametersIsNotTaken() {
    const auto result =
        read(row(1, "Ok", ",\"TotalDuration\":1") +
             R"(,{"KernelName":"other","Configuration":[{"Name":"a","Value":2}],"Status":"Ok"},
                                 {"KernelName":"k","Configuration":[],"Status":"Ok"},
                                 {"KernelName":"k","Configuration":[{"Name":"a","Value":2},{"Name":"b","Value":1}],"Status":"Ok"})");
    QCOMPARE(result->recording.rows.size(), size_t{1});
    QCOMPARE(result->report.notTaken.size(), size_t{3});
    KW_VERIFY_CONTAINS(linesOf(result), "it is of the kernel \"other\"");
  }
};

QTEST_APPLESS_MAIN(TestKttTraps)
#include "test_ktt_traps.moc"
