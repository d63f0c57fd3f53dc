// SPDX-License-Identifier: GPL-3.0-or-later
// What is written reads back as it was, as far as the format can hold it.
#include <QTest>

#include "base/files/files.h"
#include "base/json/text.h"
#include "model/recordings/read_recording.h"
#include "model/recordings/write_recording.h"
#include "support/printing.h"
#include "support/recording_text.h"

using namespace kw;

namespace {

constexpr std::array fileNames{"kt_convolution.json.gz", "kt_dedispersion.json.gz",
                               "kt_pnpoly.json", "t4_convolution.json.gz", "ktt_pnpoly.json.gz"};

Recording recordingOf(const char* file) {
  return readRecording(std::filesystem::path(KW_TEST_DATA) / "recordings" / file)->recording;
}

// Everything that a recording can hold, in its rare forms.
Recording rareRecording() {
  return recordingOf("rare.json");
}

Recording again(const std::string& text) {
  const auto read = readRecordingBytes(text, "again");
  return read ? read->recording : Recording{read.error().text(), {}, {}, {}, {}, {}, {}, {}, {}};
}

}  // namespace

class TestRecordingRoundTrips : public QObject {
  Q_OBJECT

 private slots:
  void t4HoldsEverything_data() { eachFile(); }
  void t4HoldsEverything() {
    const Recording recording = chosen();
    QCOMPARE(test::recordingText(again(writeT4(recording))), test::recordingText(recording));
  }

  void aCacheHoldsEverythingButUnitsAndTheNamesOfOthersFailures_data() { eachFile(); }
  void aCacheHoldsEverythingButUnitsAndTheNamesOfOthersFailures() {
    Recording recording = chosen();
    const Recording read = again(writeKernelTunerCache(recording));
    for (RecordedRow& row : recording.rows)
      if (row.failure == "ComputationFailed") row.failure = "RuntimeFailedConfig";
    QCOMPARE(test::recordingText(read), test::recordingText(recording));
  }

  void csvHoldsWhatIsOfRows_data() { eachFile(); }
  void csvHoldsWhatIsOfRows() {
    Recording recording = chosen();
    const Recording read = again(writeCsv(recording));
    for (RecordedRow& row : recording.rows)
      row.further.clear();
    QCOMPARE(test::rowsText(read), test::rowsText(recording));
    QCOMPARE(read.parameters.size(), recording.parameters.size());
  }

  void whatIsWrittenIsPlainJson() {
    const Recording recording = rareRecording();
    KW_VERIFY_OK(json::parse(writeT4(recording)));
    KW_VERIFY_OK(json::parse(writeKernelTunerCache(recording)));
    const auto t4 = json::parse(writeT4(recordingOf("kt_convolution.json.gz")));
    QCOMPARE((*t4)["schema_version"].asString(), std::string("1.0.0"));
    QCOMPARE((*t4)["results"].asArray()[0]["invalidity"].asString(), std::string("correct"));
    QCOMPARE((*t4)["results"].asArray().back()["correctness"].asInteger(), int64_t{0});
  }

  void unitsAndPartialCorrectnessOfT4AreKept() {
    const Recording recording = again(
        R"({"metadata":{"timeunit":"s","hardware":{"gpu":"x"}},"results":[{"configuration":{"a":1},
        "times":{"runtimes":[2],"upload":5},"invalidity":"correct","correctness":0.98,"worker":3,
        "measurements":[{"name":"time","value":2,"unit":""},{"name":"power","value":250,"unit":"W"}],
        "objectives":["time","power"]}],"schema_version":"1.0.0"})");
    QCOMPARE(recording.rows[0].metrics.at("correctness"), 0.98);
    QCOMPARE(test::recordingText(again(writeT4(recording))), test::recordingText(recording));
  }

  void unknownFormatsAreRefusedByName() {
    const auto written = writeRecording(rareRecording(), "xml");
    QVERIFY(!written);
    KW_VERIFY_CONTAINS(written.error().text(), "there are t4, cache and csv");
  }

 private:
  static void eachFile() {
    QTest::addColumn<QString>("file");
    for (const char* file : fileNames)
      QTest::newRow(file) << file;
    QTest::newRow("rare") << "";
  }
  static Recording chosen() {
    QFETCH(QString, file);
    return file.isEmpty() ? rareRecording() : recordingOf(file.toUtf8().constData());
  }
};

QTEST_APPLESS_MAIN(TestRecordingRoundTrips)
#include "test_recording_round_trips.moc"
