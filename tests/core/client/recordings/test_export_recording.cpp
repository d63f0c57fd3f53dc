// SPDX-License-Identifier: GPL-3.0-or-later
// What was tuned here, written for other tuners and read back.
#include <QTest>
#include <algorithm>
#include <filesystem>

#include "base/files/files.h"
#include "base/gzip/gzip.h"
#include "client/recordings/export_recording.h"
#include "client/recordings/session_recording.h"
#include "model/formats/standing.h"
#include "model/recordings/read_recording.h"
#include "support/printing.h"
#include "support/recording_text.h"

using namespace kw;
namespace fs = std::filesystem;

namespace {

// rmsnorm on an H200: 200 configurations on two performance cases.
std::unique_ptr<Session> tunedSession(const files::TemporaryFolder& folder) {
  const fs::path copy = folder.path() / "tuned.kwr";
  fs::copy_file(fs::path(KW_SOURCE_FOLDER) / "resources" / "sessions" / "rmsnorm_h200.kwr", copy);
  auto session = Session::open(copy, Session::Mode::readWrite);
  if (!session) qFatal("%s", session.error().text().c_str());
  return *std::move(session);
}

Standing standingIn(Session& session) {
  return standingOf(*session.problem().value(), session.evaluations().value());
}

// One of the template that failed, stored beside what is there.
void addFailure(Session& session, VerdictKind kind) {
  const Standing standing = standingIn(session);
  Evaluation failed = *standing.bestEvaluation();
  auto values = failed.candidate.configuration.values();
  for (auto& [name, value] : values)
    if (name == "THREADS") value = int64_t{1024};
  failed.candidate.configuration = Configuration(values);
  failed.key = "a failure of its own";
  failed.verdict.kind = kind;
  failed.measurements.clear();
  failed.geomean = 0;
  session.storeEvaluation(0, failed, {});
  if (!session.flush()) qFatal("not stored");
}

}  // namespace

class TestExportRecording : public QObject {
  Q_OBJECT

 private slots:
  void aTunedSessionIsARecordingOfItsConfigurations() {
    const auto folder = files::TemporaryFolder::make();
    const auto session = tunedSession(*folder);
    const Standing standing = standingIn(*session);
    const auto recording = recordingOf(*session);
    KW_VERIFY_OK(recording);
    QCOMPARE(recording->kernel, std::string("rmsnorm"));
    QCOMPARE(recording->device, std::string("NVIDIA H200"));
    QCOMPARE(recording->rows.size(), standing.verified + standing.failed);
    const auto best = std::ranges::min_element(recording->rows, {}, &RecordedRow::milliseconds);
    QCOMPARE(best->milliseconds, standing.bestEvaluation()->geomean);
    QCOMPARE(best->metrics.at("median decode"),
             measurementOf(*standing.bestEvaluation(), "decode")->median);
    QCOMPARE(best->metrics.at("median prefill"),
             measurementOf(*standing.bestEvaluation(), "prefill")->median);
    QVERIFY(best->compile > 0 && best->benchmark > 0);
  }

  void eachFormatReadsBackAsItWasTuned_data() {
    QTest::addColumn<QString>("format");
    QTest::addColumn<QString>("file");
    for (const char* format : {"t4", "cache", "csv"})
      for (const char* ending : {"", ".gz"})
        QTest::addRow("%s%s", format, ending) << format << QString("out") + ending;
  }
  void eachFormatReadsBackAsItWasTuned() {
    QFETCH(QString, format);
    QFETCH(QString, file);
    const auto folder = files::TemporaryFolder::make();
    const auto session = tunedSession(*folder);
    addFailure(*session, VerdictKind::crashed);
    const Recording tuned = recordingOf(*session).value();
    const fs::path path = folder->path() / file.toStdString();
    const auto written = exportRecording(*session, format.toStdString(), path);
    KW_VERIFY_OK(written);
    QCOMPARE(*written, tuned.rows.size());
    QCOMPARE(gzip::isCompressed(files::readText(path).value()), file.endsWith(".gz"));
    const auto read = readRecording(path);
    KW_VERIFY_OK(read);
    QVERIFY(read->report.notTaken.empty());
    QCOMPARE(read->report.failed, size_t{1});
    Recording expected = tuned;
    // A cache knows three names for what failed.
    for (RecordedRow& row : expected.rows)
      if (format == "cache" && !row.ok()) row.failure = "RuntimeFailedConfig";
    QCOMPARE(test::rowsText(read->recording), test::rowsText(expected));
  }

  void anotherDeviceOrProtocolIsChosenByName() {
    const auto folder = files::TemporaryFolder::make();
    const auto session = tunedSession(*folder);
    Evaluation other = *standingIn(*session).bestEvaluation();
    other.key = "on another device";
    other.deviceId = "another";
    other.deviceModel = "Another model";
    session->storeEvaluation(0, other, {});
    KW_VERIFY_OK(session->flush());
    // Measured by itself, it does not speak for the session.
    QCOMPARE(recordingOf(*session)->rows.size(), size_t{200});
    QCOMPARE(recordingOf(*session, "another")->device, std::string("Another model"));
    const std::string first = session->devices().value().front().uuid;
    QCOMPARE(recordingOf(*session, first)->rows.size(), size_t{200});
    QVERIFY(!recordingOf(*session, "no such device"));
  }

  void whatWasNeverJudgedIsLeftOut() {
    const auto folder = files::TemporaryFolder::make();
    const auto session = tunedSession(*folder);
    addFailure(*session, VerdictKind::couldNotJudge);
    QCOMPARE(recordingOf(*session)->rows.size(), size_t{200});
  }

  void whatIsThereIsNotReplacedAndUnknownFormatsAreNamed() {
    const auto folder = files::TemporaryFolder::make();
    const auto session = tunedSession(*folder);
    const fs::path path = folder->path() / "mine.json";
    KW_VERIFY_OK(files::writeAtomically(path, "mine"));
    KW_VERIFY_CONTAINS(test::errorText(exportRecording(*session, "t4", path)), "is there already");
    QCOMPARE(files::readText(path).value(), std::string("mine"));
    KW_VERIFY_CONTAINS(test::errorText(exportRecording(*session, "xml", folder->path() / "o")),
                       "there are t4, cache and csv");
  }

  void aSessionWithoutResultsSaysSo() {
    const auto folder = files::TemporaryFolder::make();
    const auto session = Session::open(folder->path() / "new.kwr", Session::Mode::create).value();
    KW_VERIFY_CONTAINS(test::errorText(recordingOf(*session)), "it was never tuned");
  }
};

QTEST_APPLESS_MAIN(TestExportRecording)
#include "test_export_recording.moc"
