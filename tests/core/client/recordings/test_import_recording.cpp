// SPDX-License-Identifier: GPL-3.0-or-later
// A recording becomes a session that opens like any other, and comes out of it as it went in.
#include <QTest>

#include "base/files/files.h"
#include "client/recordings/export_recording.h"
#include "client/recordings/import_recording.h"
#include "client/recordings/session_recording.h"
#include "model/formats/standing.h"
#include "model/problem/recorded_problem.h"
#include "model/recordings/read_recording.h"
#include "support/printing.h"
#include "support/recording_text.h"

using namespace kw;

namespace {

std::filesystem::path data(const char* file) {
  return std::filesystem::path(KW_TEST_DATA) / "recordings" / file;
}

}  // namespace

class TestImportRecording : public QObject {
  Q_OBJECT

 private slots:
  void anImportedRecordingIsASessionWithItsBestAndItsFailures() {
    const auto folder = files::TemporaryFolder::make();
    const std::filesystem::path path = folder->path() / "s.kwr";
    const auto report = importRecording(data("kt_convolution.json.gz"), path);
    KW_VERIFY_OK(report);
    QCOMPARE(report->taken, size_t{50});
    const auto session = Session::open(path, Session::Mode::readOnly);
    KW_VERIFY_OK(session);
    const auto problem = (*session)->problem();
    KW_VERIFY_OK(problem);
    QCOMPARE((*problem)->problem.name, std::string("convolution_kernel"));
    QCOMPARE((*problem)->problem.recorded->device, std::string("NVIDIA RTX A4000"));
    const Standing standing = standingOf(**problem, (*session)->evaluations().value());
    QCOMPARE(standing.verified, size_t{40});
    QCOMPARE(standing.failed, size_t{10});
    QCOMPARE(standing.deviceModel, std::string("NVIDIA RTX A4000"));
    QVERIFY(standing.bestEvaluation() && standing.bestEvaluation()->geomean > 0);
    KW_VERIFY_CONTAINS(test::errorText(requireKernel((*problem)->problem)),
                       "no kernel that could be compiled or run");
  }

  // Else SQLite would take them for changes to the new one.
  void leftoversOfAnotherSessionAreNamed() {
    for (const char* suffix : {"-wal", "-shm", "-journal"}) {
      const auto folder = files::TemporaryFolder::make();
      const std::filesystem::path path = folder->path() / "s.kwr";
      QVERIFY(files::writeAtomically(path.string() + suffix, "of another"));
      const auto report = importRecording(data("kt_convolution.json.gz"), path);
      QVERIFY(!report);
      KW_VERIFY_CONTAINS(report.error().text(), std::string("s.kwr") + suffix);
      QVERIFY(!std::filesystem::exists(path));
    }
  }

  void whatComesOutOfTheSessionIsWhatWentIn() {
    for (const char* file : {"kt_convolution.json.gz", "kt_pnpoly.json", "ktt_pnpoly.json.gz",
                             "t4_convolution.json.gz", "rare.json"}) {
      const auto folder = files::TemporaryFolder::make();
      const std::filesystem::path path = folder->path() / "s.kwr";
      KW_VERIFY_OK(importRecording(data(file), path));
      const auto session = Session::open(path, Session::Mode::readOnly);
      const auto recording = recordingOf(**session);
      KW_VERIFY_OK(recording);
      QCOMPARE(test::recordingText(*recording),
               test::recordingText(readRecording(data(file))->recording));
      QCOMPARE((*session)->evaluations()->size(), recording->rows.size());
      KW_VERIFY_OK(exportRecording(**session, "t4", folder->path() / "out.json.gz"));
      const auto again = readRecording(folder->path() / "out.json.gz");
      KW_VERIFY_OK(again);
      QCOMPARE(test::rowsText(again->recording), test::rowsText(*recording));
      QVERIFY(!exportRecording(**session, "csv", folder->path() / "out.json.gz"));
    }
  }

  void nothingIsReplacedAndNothingIsLeftOfAFailedImport() {
    const auto folder = files::TemporaryFolder::make();
    const std::filesystem::path path = folder->path() / "s.kwr";
    KW_VERIFY_OK(files::writeAtomically(path, "mine"));
    KW_VERIFY_CONTAINS(test::errorText(importRecording(data("kt_pnpoly.json"), path)),
                       "is there already");
    QCOMPARE(files::readText(path).value(), std::string("mine"));
    QVERIFY(!importRecording(data("SOURCES.txt"), folder->path() / "other.kwr"));
    QVERIFY(!std::filesystem::exists(folder->path() / "other.kwr"));
  }
};

QTEST_APPLESS_MAIN(TestImportRecording)
#include "test_import_recording.moc"
