// SPDX-License-Identifier: GPL-3.0-or-later
// Files that tuners wrote are read, whatever their format and however they are called.
#include <QTest>

#include "base/files/files.h"
#include "base/gzip/gzip.h"
#include "model/recordings/read_recording.h"
#include "support/printing.h"

using namespace kw;

namespace {

std::filesystem::path data(const char* file) {
  return std::filesystem::path(KW_TEST_DATA) / "recordings" / file;
}

std::string contentOf(const char* file) {
  const std::string bytes = files::readText(data(file)).value();
  return gzip::isCompressed(bytes) ? gzip::unpack(bytes, file, 1 << 30)->content : bytes;
}

}  // namespace

class TestReadRecording : public QObject {
  Q_OBJECT

 private slots:
  void whatBreaksOffAtOnceOrIsInOtherLettersIsSaid() {
    const std::string bytes = files::readText(data("kt_convolution.json.gz")).value();
    for (const size_t length : {2, 5, 12}) {
      const auto read = readRecordingBytes(bytes.substr(0, length), "cut.json.gz");
      KW_VERIFY_CONTAINS(test::errorText(read), "breaks off before anything in it can be read");
    }
    const auto wide = readRecordingBytes(std::string("\xFF\xFE{\0", 4), "wide.json");
    KW_VERIFY_CONTAINS(test::errorText(wide), "UTF-16");
  }

  void everyFormatIsRecognisedByItsContent_data() {
    QTest::addColumn<QString>("file");
    QTest::addColumn<QString>("summary");
    QTest::addColumn<QString>("header");
    QTest::newRow("cache") << "kt_convolution.json.gz"
                           << "50 rows taken (Kernel Tuner cache), 10 of them failed configurations"
                           << "convolution_kernel on NVIDIA RTX A4000, [4096,4096]";
    QTest::newRow("cache without failures")
        << "kt_dedispersion.json.gz"
        << "30 rows taken (Kernel Tuner cache)"
        << "dedispersion_kernel on NVIDIA A100-PCIE-40GB, [25000,2048,1]";
    QTest::newRow("cache, not compressed")
        << "kt_pnpoly.json"
        << "30 rows taken (Kernel Tuner cache), 6 of them failed configurations"
        << "cn_pnpoly on NVIDIA GeForce RTX 3090, 20000000";
    QTest::newRow("T4") << "t4_convolution.json.gz"
                        << "50 rows taken (T4), 10 of them failed configurations"
                        << " on , ";
    QTest::newRow("KTT") << "ktt_pnpoly.json.gz"
                         << "50 rows taken (KTT results), 10 of them failed configurations"
                         << "Pnpoly on NVIDIA GeForce RTX 3090, ";
  }
  void everyFormatIsRecognisedByItsContent() {
    QFETCH(QString, file);
    QFETCH(QString, summary);
    QFETCH(QString, header);
    const auto read = readRecording(data(file.toUtf8().constData()));
    KW_VERIFY_OK(read);
    QCOMPARE(read->report.summary(), test::utf8(summary));
    const Recording& recording = read->recording;
    QCOMPARE(recording.kernel + " on " + recording.device + ", " + recording.problemSize,
             test::utf8(header));
  }

  void timesAndFailuresOfACacheAreThoseOfItsRows() {
    const Recording recording = readRecording(data("kt_convolution.json.gz"))->recording;
    const RecordedRow& first = recording.rows.front();
    QCOMPARE(first.milliseconds, 5.900492995977402);
    QCOMPARE(first.samples.size(), size_t{32});
    QCOMPARE(first.compile, 892.914007185027);
    QCOMPARE(first.benchmark, 190.531549975276);
    QCOMPARE(first.framework, 81.5494388807565);
    QCOMPARE(first.timestamp, std::string("2023-12-22 09:53:48.691683+00:00"));
    QCOMPARE(first.metrics.at("GFLOP/s"), 1279.5112552708663);
    size_t crashed = 0, notCompiled = 0;
    for (const RecordedRow& row : recording.rows) {
      crashed += row.failure == "RuntimeFailedConfig" && row.verdict == VerdictKind::crashed;
      notCompiled +=
          row.failure == "CompilationFailedConfig" && row.verdict == VerdictKind::failedToCompile;
      QVERIFY(row.ok() == (row.milliseconds > 0));
    }
    QCOMPARE(crashed, size_t{5});
    QCOMPARE(notCompiled, size_t{5});
    QCOMPARE(recording.parameters[1].values.size(), size_t{5});  // as listed, not as used
  }

  void timesOfKttAreReadInTheUnitThatItStates() {
    const auto read = readRecording(data("ktt_pnpoly.json.gz"));
    const RecordedRow& first = read->recording.rows.front();
    QCOMPARE(first.milliseconds, 46.268736);
    QCOMPARE(first.compile, 100.450552);
    QCOMPARE(first.framework, 20.68137);
    QCOMPARE(first.metrics.at("RegistersCount"), 21.0);
    QCOMPARE(first.metrics.at("LocalSize.X"), 32.0);
    QCOMPARE(read->recording.rows.back().failure, std::string("ComputationFailed"));
    QVERIFY(read->recording.rows.back().compile > 0);
    QCOMPARE(read->recording.further.at("KttVersion"), std::string("\"2.1.0\""));
  }

  void aTimeThatIsNotTheMeanOfItsSamplesStaysAsTheFileHasItAndIsTold() {
    const auto read = readRecording(data("kt_pnpoly.json"));
    QCOMPARE(read->recording.rows.front().milliseconds, 46.268736);
    QCOMPARE(read->recording.rows.front().samples.front(), 43.293697357177734);
    QCOMPARE(read->report.notes.size(), size_t{1});
    KW_VERIFY_CONTAINS(read->report.notes.front(), "not the mean of \"times\"");
    KW_VERIFY_CONTAINS(read->report.notes.front(), "24 rows, the first is row 1 (0,32,1,0)");
  }

  // Cut anywhere, a cache gives a beginning of its rows or says that there is none.
  void anInterruptedCacheGivesTheRowsThatAreWhole() {
    const std::string whole = contentOf("kt_pnpoly.json");
    const Recording all = readRecordingBytes(whole, "whole")->recording;
    size_t most = 0;
    for (size_t length = 0; length + 2 < whole.size(); length += 37) {
      const auto read = readRecordingBytes(whole.substr(0, length), "cut.json");
      if (!read) {
        KW_VERIFY_CONTAINS(read.error().text(), "cut.json");
        continue;
      }
      QVERIFY(!read->report.isWhole);
      KW_VERIFY_CONTAINS(read->report.notes.front(), "an interrupted file: its end is missing");
      const auto& rows = read->recording.rows;
      QVERIFY(rows.size() >= most);
      most = rows.size();
      QCOMPARE(rows.back().milliseconds, all.rows[rows.size() - 1].milliseconds);
      QCOMPARE(rows.back().samples.size(), all.rows[rows.size() - 1].samples.size());
    }
    QVERIFY(most >= all.rows.size() - 1);
  }

  void anInterruptedT4OrKttFileGivesTheRowsThatAreWhole() {
    for (const char* file : {"t4_convolution.json.gz", "ktt_pnpoly.json.gz"}) {
      const std::string whole = contentOf(file);
      const auto read = readRecordingBytes(whole.substr(0, whole.size() / 2), file);
      KW_VERIFY_OK(read);
      QVERIFY(!read->report.isWhole);
      QVERIFY(read->recording.rows.size() > 10 && read->recording.rows.size() < 40);
    }
  }

  void aCompressedFileThatBreaksOffGivesWhatCameBefore() {
    const std::string bytes = files::readText(data("kt_convolution.json.gz")).value();
    const auto read = readRecordingBytes(bytes.substr(0, bytes.size() / 2), "half.json.gz");
    KW_VERIFY_OK(read);
    QVERIFY(!read->report.isWhole);
    QVERIFY(!read->recording.rows.empty() && read->recording.rows.size() < 50);
  }

  void aSmallFileThatUnpacksToTooMuchIsRefused() {
    const auto packed = gzip::pack(std::string(1 << 20, ' '));
    KW_VERIFY_OK(packed);
    QVERIFY(packed->size() < 10000);
    const auto unpacked = gzip::unpack(*packed, "bomb.json.gz", 1000);
    QVERIFY(!unpacked);
    KW_VERIFY_CONTAINS(unpacked.error().text(), "'bomb.json.gz' is larger than the 1000 bytes");
    QCOMPARE(gzip::unpack(*packed, "", 1 << 20)->content.size(), size_t{1 << 20});
  }

  void whatIsNoRecordingIsRefusedByName_data() {
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("message");
    QTest::newRow("empty") << ""
                           << "the file is empty";
    QTest::newRow("T1") << R"({"ConfigurationSpace":{}})"
                        << "T1 problem file";
    QTest::newRow("ours") << R"({"format":"kernelwright-space/1"})"
                          << "kernelwright-space/1";
    QTest::newRow("other JSON") << R"({"a":1})"
                                << "neither \"cache\" nor \"results\"";
    QTest::newRow("broken JSON") << "{\"a\" 1}"
                                 << "expected JSON, found \"1}\"";
    QTest::newRow("array") << "[1, 2]"
                           << "no recording that is known here";
    QTest::newRow("session") << "SQLite format 3"
                             << "session";
    QTest::newRow("prose") << "Dear reader,\nno times here\n"
                           << "no column holds times";
    QTest::newRow("no rows") << R"({"cache":{},"tune_params_keys":["a"]})"
                             << "it has none";
    QTest::newRow("no parameters") << R"({"cache":{"":{"time":1}},"tune_params_keys":[]})"
                                   << "names no parameter";
  }
  void whatIsNoRecordingIsRefusedByName() {
    QFETCH(QString, text);
    QFETCH(QString, message);
    const auto read = readRecordingBytes(test::utf8(text), "file.txt");
    QVERIFY(!read);
    QCOMPARE(read.error().kind, ErrorKind::badInput);
    KW_VERIFY_CONTAINS(read.error().text(), "file.txt");
    KW_VERIFY_CONTAINS(read.error().text(), test::utf8(message));
  }

  void aFileThatIsNotThereIsNamed() {
    KW_VERIFY_CONTAINS(test::errorText(readRecording("/nowhere/cache.json")),
                       "/nowhere/cache.json");
  }
};

QTEST_APPLESS_MAIN(TestReadRecording)
#include "test_read_recording.moc"
