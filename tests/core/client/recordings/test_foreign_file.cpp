// SPDX-License-Identifier: GPL-3.0-or-later
// Files of other tuners are opened as they are dropped on the window: whole, cut off and wrong
// ones.
#include <QTest>
#include <filesystem>
#include <map>

#include "base/files/files.h"
#include "base/gzip/gzip.h"
#include "client/recordings/foreign_file.h"
#include "client/session/session.h"
#include "model/formats/standing.h"
#include "model/problem/recorded_problem.h"
#include "model/recordings/read_recording.h"
#include "model/recordings/write_recording.h"
#include "support/printing.h"

using namespace kw;
namespace fs = std::filesystem;

namespace {

fs::path data(const std::string& file) {
  return fs::path(KW_TEST_DATA) / file;
}

std::string contentOf(const std::string& file) {
  return files::readText(data(file)).value();
}

struct Opened {
  LoadedProblem problem;
  Standing standing;
};
Opened opened(const fs::path& session) {
  const auto file = Session::open(session, Session::Mode::readOnly);
  if (!file) qFatal("%s", file.error().text().c_str());
  LoadedProblem problem = *(*file)->problem().value();
  Standing standing = standingOf(problem, (*file)->evaluations().value());
  return {std::move(problem), std::move(standing)};
}

}  // namespace

class TestForeignFile : public QObject {
  Q_OBJECT

 private slots:
  void init() {
    m_folder.emplace(files::TemporaryFolder::make().value());
    qputenv("KERNELWRIGHT_CACHE", QByteArray::fromStdString((m_folder->path() / "cache").string()));
  }

  void eachFormatOpensAsASession_data() {
    QTest::addColumn<QString>("file");
    QTest::addColumn<QString>("format");
    QTest::addColumn<size_t>("verified");
    QTest::addColumn<size_t>("failed");
    const auto row = [](const char* file, const char* format, size_t verified, size_t failed) {
      QTest::newRow(file) << QString(file) << QString(format) << verified << failed;
    };
    row("kt_convolution.json.gz", "Kernel Tuner cache", 40, 10);
    row("kt_dedispersion.json.gz", "Kernel Tuner cache", 30, 0);
    row("kt_pnpoly.json", "Kernel Tuner cache", 24, 6);
    row("t4_convolution.json.gz", "T4", 40, 10);
    row("ktt_pnpoly.json.gz", "KTT results", 40, 10);
  }
  void eachFormatOpensAsASession() {
    QFETCH(QString, file);
    QFETCH(QString, format);
    QFETCH(size_t, verified);
    QFETCH(size_t, failed);
    const fs::path path = data("recordings/" + file.toStdString());
    QVERIFY(isForeignFile(path));
    const auto foreign = openForeignFile(path);
    KW_VERIFY_OK(foreign);
    QVERIFY(!foreign->problem);
    const Opened session = opened(foreign->session);
    QCOMPARE(session.problem.problem.recorded->format, format.toStdString());
    QCOMPARE(session.problem.problem.recorded->fileName, file.toStdString());
    QCOMPARE(session.standing.verified, verified);
    QCOMPARE(session.standing.failed, failed);
    QVERIFY(session.standing.bestEvaluation());
  }

  void commaSeparatedValuesOpenWhateverTheirName() {
    const Recording recording = readRecording(data("recordings/kt_pnpoly.json"))->recording;
    const fs::path path = write("measured.txt", writeCsv(recording));
    QVERIFY(isForeignFile(path));
    const auto foreign = openForeignFile(path);
    KW_VERIFY_OK(foreign);
    const Opened session = opened(foreign->session);
    QCOMPARE(session.problem.problem.recorded->format, std::string("CSV"));
    QCOMPARE(session.standing.evaluations.size(), recording.rows.size());
  }

  void openingAgainFindsTheSameSession() {
    const auto first = openForeignFile(data("recordings/kt_pnpoly.json"));
    KW_VERIFY_OK(first);
    const auto again = openForeignFile(data("recordings/kt_pnpoly.json"));
    KW_VERIFY_OK(again);
    QCOMPARE(again->session.string(), first->session.string());
    // Another name is another recording for people, and so is other content.
    const auto copy = openForeignFile(write("copy.json", contentOf("recordings/kt_pnpoly.json")));
    KW_VERIFY_OK(copy);
    QVERIFY(copy->session != first->session);
    QCOMPARE(opened(copy->session).problem.problem.recorded->fileName, std::string("copy.json"));
    QCOMPARE(cachedFiles(), size_t{2});
  }

  void aT1FileOpensAsASpaceWithoutAKernel() {
    for (const auto& entry : fs::directory_iterator(data("t1"))) {
      if (entry.path().extension() != ".json") continue;
      QVERIFY(isForeignFile(entry.path()));
      const auto foreign = openForeignFile(entry.path());
      KW_VERIFY_OK(foreign);
      QVERIFY(foreign->session.empty());
      const Problem& problem = foreign->problem->problem;
      QCOMPARE(problem.recorded->format, std::string(t1Format));
      QVERIFY(!problem.space->parameters.empty());
      QVERIFY(!requireKernel(problem));
    }
    const auto convolution = openForeignFile(data("t1/convolution.json"));
    QVERIFY(!convolution->problem->problem.space->constraints.empty());
  }

  void whatBreaksOffOpensWithWhatIsWhole_data() {
    QTest::addColumn<QString>("file");
    QTest::addColumn<QString>("note");
    QTest::newRow("a cache") << "kt_pnpoly.json"
                             << "an interrupted file: its end is missing";
    QTest::newRow("compressed") << "kt_convolution.json.gz"
                                << "the compressed file is damaged or breaks off";
    QTest::newRow("compressed T4") << "t4_convolution.json.gz"
                                   << "the compressed file is damaged or breaks off";
  }
  void whatBreaksOffOpensWithWhatIsWhole() {
    QFETCH(QString, file);
    QFETCH(QString, note);
    const std::string whole = contentOf("recordings/" + file.toStdString());
    const auto foreign =
        openForeignFile(write(file.toStdString(), whole.substr(0, whole.size() * 6 / 10)));
    KW_VERIFY_OK(foreign);
    const Opened session = opened(foreign->session);
    QVERIFY(!session.standing.evaluations.empty());
    QVERIFY(session.standing.evaluations.size() <
            readRecording(data("recordings/" + file.toStdString()))->recording.rows.size());
    std::string report;
    for (const std::string& line : session.problem.problem.recorded->report)
      report += line + "\n";
    // A file that ends within its content may be told by its content alone.
    const std::string interrupted = "an interrupted file: its end is missing";
    if (report.find(interrupted) == report.npos) KW_VERIFY_CONTAINS(report, note.toStdString());
  }

  void wrongFilesAreRefusedAndLeaveNothing_data() {
    QTest::addColumn<QByteArray>("content");
    QTest::addColumn<QString>("message");
    const std::string cache = contentOf("recordings/kt_pnpoly.json");
    const std::string t1 = contentOf("t1/convolution.json");
    const std::string packed = contentOf("recordings/kt_convolution.json.gz");
    const auto row = [](const char* name, const std::string& content, const char* message) {
      QTest::newRow(name) << QByteArray::fromStdString(content) << QString(message);
    };
    row("empty", "", "the file is empty");
    row("blank", " \n\n", "the file is empty");
    row("prose", "This is a letter, and no recording.\n", "no column holds times");
    row("a profile", "\"ID\",\"Process ID\",\"Kernel Name\",\"Block Size\",\"Grid Size\"\n",
        "Nsight Compute");
    row("other JSON", "{\"name\": 1}", "no recording that is known here");
    row("JSON of others", "[1, 2, 3]", "no recording that is known here");
    row("a cache cut before its rows", cache.substr(0, 60), "");
    row("a cache without rows", R"({"tune_params_keys":["a"],"tune_params":{"a":[1]},"cache":{}})",
        "");
    row("T1 cut off", t1.substr(0, t1.size() / 2), "");
    row("a gzip of nothing", packed.substr(0, 12), "");
    row("a gzip of noise", packed.substr(0, 10) + std::string(500, 'x'), "");
    row("no times", "a,b\n1,2\n", "no column holds times");
    row("no rows", "a,time\n", "");
    row("binary", std::string("\0\1\2\3\377\376", 6), "");
  }
  void wrongFilesAreRefusedAndLeaveNothing() {
    QFETCH(QByteArray, content);
    QFETCH(QString, message);
    const fs::path path = write("wrong.json", content.toStdString());
    const auto foreign = openForeignFile(path);
    QVERIFY(!foreign);
    QCOMPARE(foreign.error().kind, ErrorKind::badInput);
    KW_VERIFY_CONTAINS(foreign.error().text(), "wrong.json");
    KW_VERIFY_CONTAINS(foreign.error().text(), message.toStdString());
    QCOMPARE(cachedFiles(), size_t{0});
  }

  void filesOfOursAreNotForeign() {
    QVERIFY(!isForeignFile(m_folder->path()));
    QVERIFY(!isForeignFile(m_folder->path() / "missing.json"));
    QVERIFY(!isForeignFile(write("problem.json", "{}")));
    QVERIFY(!isForeignFile(write("space.json", "{}")));
    QVERIFY(!isForeignFile(write("s.kwr", "")));
    QVERIFY(!isForeignFile(write("small.json", R"({"format": "kernelwright-space/1"})")));
    const auto foreign = openForeignFile(data("recordings/kt_pnpoly.json"));
    KW_VERIFY_OK(foreign);
    fs::copy_file(foreign->session, m_folder->path() / "renamed.json");
    QVERIFY(!isForeignFile(m_folder->path() / "renamed.json"));
  }

 private:
  fs::path write(const std::string& name, const std::string& content) const {
    const fs::path path = m_folder->path() / name;
    if (!files::writeAtomically(path, content)) qFatal("not written");
    return path;
  }
  size_t cachedFiles() const {
    size_t count = 0;
    std::error_code ignored;
    for (const auto& entry : fs::recursive_directory_iterator(m_folder->path() / "cache", ignored))
      count += entry.is_regular_file();
    return count;
  }

  std::optional<files::TemporaryFolder> m_folder;
};

QTEST_APPLESS_MAIN(TestForeignFile)
#include "test_foreign_file.moc"
