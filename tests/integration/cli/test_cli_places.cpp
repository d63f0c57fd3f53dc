// SPDX-License-Identifier: GPL-3.0-or-later
// Where kwr writes, where it refuses to, and what it leaves behind.
#include <unistd.h>
#include <QTest>

#include "integration/cli/kwr_process.h"

using namespace kw;
using test::Bench;
using test::Outcome;

namespace {

constexpr const char* problem = "inout_value_weights";

bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

size_t filesIn(const std::filesystem::path& folder) {
  size_t count = 0;
  std::error_code ignored;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder, ignored))
    count += entry.is_regular_file();
  return count;
}

// A problem of which no device can take a configuration; `kwr check` cannot know.
std::filesystem::path withEmptySpace(const Bench& bench) {
  const auto folder = bench.copyProblem(problem);
  auto text = files::readText(folder / "space.json");
  if (!text) qFatal("%s", text.error().text().c_str());
  const std::string constraint = "BLOCK * ITEMS <= 512";
  text->replace(text->find(constraint), constraint.size(), "device.threads_per_block < 0");
  return bench.write(std::string(problem) + "/space.json", *text).parent_path();
}

}  // namespace

class TestCliPlaces : public QObject {
  Q_OBJECT

 private slots:
  void aRefusedRunLeavesNoSession_data();
  void aRefusedRunLeavesNoSession();
  void foldersThatTheUserNamedAreNotMade_data();
  void foldersThatTheUserNamedAreNotMade();
  void nothingOfTheUsersIsReplaced();
  void aReportReplacesNeitherSessionNorProblem_data();
  void aReportReplacesNeitherSessionNorProblem();
  void emptyValuesAreRefused_data();
  void emptyValuesAreRefused();
  void theSourceCanBeNamed();
  void aReaderThatGoesLeavesAWholeSession();
  void anUnwritableStateFolderNamesTheWayOut();
  void anOracleMayImportItsNeighbours();
};

void TestCliPlaces::aRefusedRunLeavesNoSession_data() {
  QTest::addColumn<QStringList>("arguments");
  QTest::addColumn<int>("status");
  QTest::newRow("no such device") << QStringList{"--device", "cuda:31"} << 3;
  QTest::newRow("bad budget") << QStringList{"--device", "host", "--budget", "soon"} << 2;
  QTest::newRow("bad strategy") << QStringList{"--device", "host", "--strategy", "luck"} << 2;
  QTest::newRow("no runner") << QStringList{"--runner", "/nonexistent/kwr-runner"} << 3;
  QTest::newRow("empty space") << QStringList{"--device", "host", "--budget", "1"} << 2;
}

void TestCliPlaces::aRefusedRunLeavesNoSession() {
  QFETCH(const QStringList, arguments);
  QFETCH(const int, status);
  const Bench bench;
  const bool empty = std::string(QTest::currentDataTag()) == "empty space";
  const std::string where = empty ? withEmptySpace(bench).string() : test::problemPath(problem);
  std::vector<std::string> words{"tune", where, "--json"};
  for (const QString& word : arguments)
    words.push_back(word.toStdString());
  const Outcome byDefault = bench.kwr(words);
  QVERIFY2(byDefault.status == status, byDefault.text().c_str());
  QCOMPARE(filesIn(bench.path("state")), size_t{0});
  words.insert(words.end(), {"--session", bench.path("s.kwr").string()});
  const Outcome named = bench.kwr(words);
  QCOMPARE(named.status, status);
  QVERIFY(!std::filesystem::exists(bench.path("s.kwr")));
}

void TestCliPlaces::foldersThatTheUserNamedAreNotMade_data() {
  QTest::addColumn<QString>("option");
  QTest::newRow("session") << "--session";
  QTest::newRow("report") << "--report";
}

void TestCliPlaces::foldersThatTheUserNamedAreNotMade() {
  QFETCH(const QString, option);
  const Bench bench;
  const std::string file = bench.path("nope/file").string();
  const Outcome outcome = bench.kwr({"tune", test::problemPath(problem), "--device", "host",
                                     option.toStdString(), file, "--json"});
  QVERIFY2(outcome.status == 2, outcome.text().c_str());
  QVERIFY2(contains(outcome.last()["error"].asString(), option.toStdString() + " " + file),
           outcome.text().c_str());
  QVERIFY(contains(outcome.last()["error"].asString(), "there is no folder"));
  QVERIFY(!std::filesystem::exists(bench.path("nope")));
}

void TestCliPlaces::nothingOfTheUsersIsReplaced() {
  const Bench bench;
  const auto folder = bench.copyProblem(problem);
  const std::string session = bench.path("s.kwr").string();
  const Outcome tuned = bench.kwr(
      {"tune", folder.string(), "--device", "host", "--budget", "1", "--session", session});
  QVERIFY2(tuned.status == 0, tuned.text().c_str());
  std::filesystem::create_symlink(session, bench.path("link.html"));
  bench.write("mine.h", "#pragma once\n");
  for (const auto& [kind, file] : std::vector<std::pair<std::string, std::filesystem::path>>{
           {"report", session},
           {"report", bench.path("link.html")},
           {"report", folder / "problem.json"},
           {"kernel", session},
           {"kernel", folder / "kernel.cu"},
           {"kernel", bench.path("mine.cu")}}) {
    const auto before = files::readText(file);
    const Outcome outcome = bench.kwr({"export", session, kind, file.string(), "--json"});
    QVERIFY2(outcome.status == 2, (file.string() + "\n" + outcome.text()).c_str());
    if (before) QCOMPARE(*files::readText(file), *before);
  }
  QVERIFY(!std::filesystem::exists(bench.path("mine.cu")));
  // What was exported before gives way.
  for (int i = 0; i < 2; ++i)
    for (const auto& [kind, file] : std::vector<std::pair<std::string, std::string>>{
             {"report", bench.path("r.html").string()}, {"kernel", bench.path("k.cu").string()}}) {
      const Outcome outcome = bench.kwr({"export", session, kind, file, "--json"});
      QVERIFY2(outcome.status == 0, outcome.text().c_str());
    }
}

void TestCliPlaces::aReportReplacesNeitherSessionNorProblem_data() {
  QTest::addColumn<QString>("file");
  QTest::addColumn<QString>("what");
  QTest::newRow("session") << "s.kwr"
                           << "would replace the session";
  QTest::newRow("session by another path") << "inout_value_weights/../s.kwr"
                                           << "would replace the session";
  QTest::newRow("problem") << "inout_value_weights/problem.json"
                           << "would replace problem.json of the problem";
  QTest::newRow("another file") << "notes.txt"
                                << "is no report";
}

void TestCliPlaces::aReportReplacesNeitherSessionNorProblem() {
  QFETCH(const QString, file);
  QFETCH(const QString, what);
  const Bench bench;
  bench.write("notes.txt", "mine");
  const Outcome outcome =
      bench.kwr({"tune", bench.copyProblem(problem).string(), "--device", "host", "--session",
                 bench.path("s.kwr").string(), "--report", file.toStdString(), "--json"});
  QVERIFY2(outcome.status == 2, outcome.text().c_str());
  QVERIFY2(contains(outcome.last()["error"].asString(), what.toStdString()),
           outcome.text().c_str());
  QVERIFY(!std::filesystem::exists(bench.path("s.kwr")));
}

void TestCliPlaces::emptyValuesAreRefused_data() {
  QTest::addColumn<QString>("command");
  QTest::addColumn<QString>("option");
  QTest::addColumn<QString>("part");
  QTest::newRow("config") << "verify"
                          << "--config"
                          << "BLOCK=256,VEC=4";
  QTest::newRow("session") << "tune"
                           << "--session"
                           << "the session file";
  QTest::newRow("report") << "tune"
                          << "--report"
                          << "HTML report";
  QTest::newRow("runner") << "tune"
                          << "--runner"
                          << "starts a runner";
}

void TestCliPlaces::emptyValuesAreRefused() {
  QFETCH(const QString, command);
  QFETCH(const QString, option);
  QFETCH(const QString, part);
  const Bench bench;
  const Outcome outcome = bench.kwr(
      {command.toStdString(), test::problemPath(problem), option.toStdString(), "", "--json"});
  QVERIFY2(outcome.status == 2, outcome.text().c_str());
  for (const QString& one : {option, part, QString("found an empty text")})
    QVERIFY2(contains(outcome.last()["error"].asString(), one.toStdString()),
             outcome.text().c_str());
}

void TestCliPlaces::theSourceCanBeNamed() {
  const Bench bench;
  const Outcome outcome =
      bench.kwr({"verify", test::problemPath(problem), "--source", "--device", "host", "--json"});
  QVERIFY2(outcome.status == 0, outcome.text().c_str());
  QVERIFY(outcome.last()["evaluation"]["config"].asObject().empty());
  const Outcome both =
      bench.kwr({"verify", test::problemPath(problem), "--source", "--best", "--json"});
  QCOMPARE(both.status, 2);
}

void TestCliPlaces::aReaderThatGoesLeavesAWholeSession() {
  const Bench bench;
  auto child = process::Child::start(
      bench.command({"tune", test::problemPath(problem), "--device", "host", "--budget", "500s",
                     "--session", bench.path("s.kwr").string(), "--json"}));
  QVERIFY(child.has_value());
  test::LineReader lines(child->output().get());
  QVERIFY(!lines.next("candidate").isNull());
  child->output().reset();  // as `head` does
  QCOMPARE(child->wait().code, 1);
  QVERIFY(contains(test::LineReader(child->errors().get()).rest(),
                   "standard output cannot be written any more"));
  QVERIFY(std::filesystem::exists(bench.path("s.kwr")));
  for (const char* leftover : {"s.kwr-wal", "s.kwr-shm", "s.kwr-journal"})
    QVERIFY2(!std::filesystem::exists(bench.path(leftover)), leftover);
}

void TestCliPlaces::anUnwritableStateFolderNamesTheWayOut() {
  const Bench bench;
  const std::string file = bench.write("a file", "").string();
  const Outcome outcome =
      bench.kwr({"tune", test::problemPath(problem), "--device", "host", "--json"},
                {{"XDG_STATE_HOME", file}});
  QVERIFY2(outcome.status != 0, outcome.text().c_str());
  QVERIFY2(contains(outcome.last()["error"].asString(), "--session"), outcome.text().c_str());
}

void TestCliPlaces::anOracleMayImportItsNeighbours() {
  const Bench bench;
  const auto folder = bench.copyProblem(problem);
  auto oracle = files::readText(folder / "oracle.py");
  QVERIFY(oracle.has_value());
  bench.write(std::string(problem) + "/saxpy.py", *oracle);
  bench.write(std::string(problem) + "/oracle.py", "from saxpy import reference\n");
  const Outcome outcome =
      bench.kwr({"verify", folder.string(), "--device", "host", "--seed", "7", "--json"});
  QVERIFY2(outcome.status == 0, outcome.text().c_str());
  // Another content of the module is another oracle: no answer of the first one is used.
  const size_t sum = oracle->find(" + inputs[\"y\"]");
  QVERIFY(sum != std::string::npos);
  oracle->replace(sum, 3, " - ");
  bench.write(std::string(problem) + "/saxpy.py", *oracle);
  const Outcome wrong =
      bench.kwr({"verify", folder.string(), "--device", "host", "--seed", "7", "--json"});
  QVERIFY2(wrong.status == 1, wrong.text().c_str());
}

QTEST_GUILESS_MAIN(TestCliPlaces)
#include "test_cli_places.moc"
