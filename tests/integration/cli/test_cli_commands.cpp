// SPDX-License-Identifier: GPL-3.0-or-later
// Each command on a small problem on the host device.
#include <QTest>
#include <fstream>

#include "integration/cli/kwr_process.h"

using namespace kw;
using test::Bench;
using test::Outcome;

namespace {

constexpr const char* problem = "inout_value_weights";

std::string readAll(const std::filesystem::path& path) {
  const auto text = files::readText(path);
  return text ? *text : "";
}

}  // namespace

class TestCliCommands : public QObject {
  Q_OBJECT

 private slots:
  void initTestCase();
  void devicesTellWhatEachCanDo();
  void spaceCountsAndLists();
  void tuneEndsWithASummary();
  void secondRunMeasuresNothingTwice();
  void exportedFilesTellTheirStory();
  void verifyUsesFreshSeeds();
  void tunesForPeopleInPlainSentences();
  void finalistsAreMeasuredInTurns();
  void comparesTwoCandidatesInTurns();
  void refusesWhatCannotBeCompared_data();
  void refusesWhatCannotBeCompared();
  void sessionOpenedTwiceIsSaid();
  void aSpaceThatConstraintsEmptyIsNamed();
  void moreMemoryThanThereIsIsSaid();
  void missingNumPyIsNamed();

 private:
  // One session for all that only reads it or adds to it.
  Bench m_tuned;
  Outcome m_tuning;

  Outcome tune(const Bench& bench, std::vector<std::string> further = {}) const {
    std::vector<std::string> arguments{"tune",      test::problemPath(problem),
                                       "--device",  "host",
                                       "--seed",    "1",
                                       "--budget",  "3",
                                       "--session", bench.path("s.kwr").string(),
                                       "--json",    "--no-finals"};
    arguments.insert(arguments.end(), further.begin(), further.end());
    const auto runner = bench.loggingRunner();
    arguments.insert(arguments.end(), runner.begin(), runner.end());
    return bench.kwr(arguments);
  }
};

void TestCliCommands::initTestCase() {
  m_tuning = tune(m_tuned, {"--report", m_tuned.path("run.html").string()});
}

void TestCliCommands::devicesTellWhatEachCanDo() {
  const Outcome outcome = Bench().kwr({"devices", "--no-peaks", "--json"});
  QVERIFY2(outcome.status == 0, outcome.text().c_str());
  bool host = false;
  for (const json::Value& runner : outcome.events("runner"))
    for (const json::Value& device : runner["devices"].asArray())
      host = host || device["id"].asString() == "host";
  QVERIFY2(host, outcome.text().c_str());
  QVERIFY(!outcome.last()["devices"].asArray().empty());
}

void TestCliCommands::spaceCountsAndLists() {
  const Bench bench;
  const auto file = bench.write("space.json",
                                "{\"format\": \"kernelwright-space/1\", \"parameters\": ["
                                "{\"name\": \"A\", \"values\": [1, 2, 4]}, {\"name\": \"B\", "
                                "\"values\": [1, 2, 3, 4]}], \"constraints\": [\"A * B <= 4\"]}");
  const Outcome outcome = bench.kwr({"space", file.string(), "--count", "--list", "2", "--json"});
  QVERIFY2(outcome.status == 0, outcome.text().c_str());
  QCOMPARE(outcome.last()["cartesian"].asInteger(), int64_t{12});
  QCOMPARE(outcome.last()["valid"].asInteger(), int64_t{7});
  QCOMPARE(outcome.events("configuration").size(), size_t{2});
}

void TestCliCommands::tuneEndsWithASummary() {
  const Outcome& outcome = m_tuning;
  QVERIFY2(outcome.status == 0, outcome.text().c_str());
  const json::Value& last = outcome.last();
  QCOMPARE(last["event"].asString(), std::string("summary"));
  QCOMPARE(last["problem"].asString(), std::string(problem));
  QCOMPARE(last["device"].asString(), std::string("host"));
  QCOMPARE(last["evaluated"].asInteger(), int64_t{3});
  QCOMPARE(last["verified"].asInteger() + last["failed"].asInteger(), int64_t{3});
  QCOMPARE(last["resumed"].asInteger(), int64_t{0});
  QVERIFY(last["best"]["config"].isObject());
  QVERIFY(last["best"]["geomean_ms"].asReal() > 0);
  QVERIFY(last["source"]["geomean_ms"].asReal() > 0);
  QVERIFY(last["speedup"].asReal() > 0);
  QCOMPARE(last["session"].asString(), m_tuned.path("s.kwr").string());
  QCOMPARE(outcome.events("candidate").size(), size_t{4});  // with the source
  QCOMPARE(outcome.events("started").size(), size_t{1});
  // There were no finals.
  QVERIFY(last["duels"].asArray().empty());
  QCOMPARE(last["speedup_blocks"].asInteger(), int64_t{0});
}

void TestCliCommands::secondRunMeasuresNothingTwice() {
  const Bench bench;
  QCOMPARE(tune(bench).status, 0);
  const size_t launches = bench.launches().size();
  QVERIFY(launches > 0);
  const Outcome again = tune(bench, {"--resume"});
  QVERIFY2(again.status == 0, again.text().c_str());
  QCOMPARE(again.last()["resumed"].asInteger(), again.last()["evaluated"].asInteger());
  QVERIFY(again.last()["source_resumed"].asBool());
  for (size_t i = launches; i < bench.launches().size(); ++i)
    QVERIFY2(bench.launches()[i].key.empty(), bench.launches()[i].candidate.c_str());
}

void TestCliCommands::exportedFilesTellTheirStory() {
  const Bench& bench = m_tuned;
  const std::string report = readAll(bench.path("run.html"));
  for (const char* part : {"CPU time: says nothing about a GPU", "Verified on 4 of 4 cases", "<svg",
                           "inout_value_weights"})
    QVERIFY2(report.find(part) != std::string::npos, part);
  const std::string session = bench.path("s.kwr").string();
  const Outcome kernel =
      bench.kwr({"export", session, "kernel", bench.path("best.cu").string(), "--json"});
  QVERIFY2(kernel.status == 0, kernel.text().c_str());
  QVERIFY(readAll(bench.path("best.cu")).find("inout_value_weights_launch(") != std::string::npos);
  QVERIFY(readAll(bench.path("best.h")).find("cudaError_t inout_value_weights_launch(") !=
          std::string::npos);
  const Outcome other =
      bench.kwr({"export", "report", session, bench.path("other.html").string(), "--json"});
  QVERIFY2(other.status == 0, other.text().c_str());
  const Outcome checked = bench.kwr({"verify-export", bench.path("best.cu").string(), "--json"});
  // Without nvcc a missing part, named; with it, compiled and nothing run, since it was found on
  // the CPU.
  if (checked.status == 3)
    QVERIFY2(checked.last()["error"].asString().find("nvcc") != std::string::npos,
             checked.text().c_str());
  else
    QVERIFY2(checked.status == 0 && checked.last()["compiled"].asBool(), checked.text().c_str());
}

void TestCliCommands::verifyUsesFreshSeeds() {
  const Bench bench;
  const Outcome source =
      bench.kwr({"verify", test::problemPath(problem), "--device", "host", "--json"});
  QVERIFY2(source.status == 0, source.text().c_str());
  QVERIFY(source.last()["verified"].asBool());
  const Outcome thorough = bench.kwr({"verify", test::problemPath(problem), "--device", "host",
                                      "--config", "BLOCK=128,ITEMS=2", "--thorough", "--json"});
  QVERIFY2(thorough.status == 0, thorough.text().c_str());
  const auto runs = thorough.events("verified");
  QCOMPARE(runs.size(), size_t{3});
  QVERIFY(runs[0]["seed"].asInteger() != runs[1]["seed"].asInteger());
}

void TestCliCommands::tunesForPeopleInPlainSentences() {
  const Bench bench;
  const Outcome outcome =
      bench.kwr({"tune", test::problemPath(problem), "--device", "host", "--budget", "1"});
  QVERIFY2(outcome.status == 0, outcome.text().c_str());
  for (const char* part : {"CPU time: says nothing about a GPU\n", "inout_value_weights on host",
                           "Verified on 4 of 4 cases", "Session: ", "1 candidate in "})
    QVERIFY2(outcome.output.find(part) != std::string::npos, (part + outcome.text()).c_str());
  // Without --session, it lies where kwr says.
  QVERIFY(std::filesystem::exists(bench.path("state/kernelwright")));
}

void TestCliCommands::finalistsAreMeasuredInTurns() {
  const Bench bench;
  // Its template is several times faster than its source on any CPU, so that there are finalists.
  const auto tuneRmsnorm = [&bench] {
    return bench.kwr({"tune", KW_SOURCE_FOLDER "/templates/rmsnorm", "--device", "host", "--seed",
                      "1", "--budget", "2", "--json", "--session", bench.path("s.kwr").string()});
  };
  const Outcome outcome = tuneRmsnorm();
  QVERIFY2(outcome.status == 0, outcome.text().c_str());
  const json::Array& duels = outcome.last()["duels"].asArray();
  QVERIFY2(!duels.empty(), outcome.text().c_str());
  QCOMPARE(duels.back()["first"].asString(), std::string("source"));
  QVERIFY(duels.back()["blocks"].asInteger() >= 6);
  QVERIFY(outcome.last()["speedup_blocks"].asInteger() >= 6);
  QCOMPARE(outcome.last()["speedup"].asReal(), duels.back()["speedup"].asReal());
  // What was measured once is not measured again.
  const Outcome again = tuneRmsnorm();
  QCOMPARE(again.last()["duels"].asArray().size(), duels.size());
  QCOMPARE(again.last()["speedup"].asReal(), outcome.last()["speedup"].asReal());
}

void TestCliCommands::comparesTwoCandidatesInTurns() {
  const Bench& bench = m_tuned;
  const std::string session = bench.path("s.kwr").string();
  const Outcome outcome = bench.kwr({"compare", session, "source", "best", "--device", "host",
                                     "--fewest-blocks", "3", "--most-blocks", "4", "--json"});
  QVERIFY2(outcome.status == 0, outcome.text().c_str());
  const json::Value& line = outcome.last();
  QVERIFY(line["speedup"].asReal() > 0);
  QVERIFY(line["speedup_95"].asArray()[0].asReal() <= line["speedup"].asReal());
  QVERIFY(line["blocks"].asInteger() == 3 || line["blocks"].asInteger() == 4);
  QVERIFY(!line["cases"].asArray().empty());
  // It is in the session, and its report tells of it.
  const std::string report = bench.path("r.html").string();
  QCOMPARE(bench.kwr({"export", session, "report", report}).status, 0);
  QVERIFY(readAll(report).find("of turns") != std::string::npos);
  const Outcome people = bench.kwr({"compare", session, "best", "source", "--device", "host",
                                    "--most-blocks", "3", "--fewest-blocks", "2"});
  QVERIFY2(people.output.find("blocks of turns") != std::string::npos, people.text().c_str());
}

void TestCliCommands::refusesWhatCannotBeCompared_data() {
  QTest::addColumn<QStringList>("arguments");
  QTest::addColumn<QString>("said");
  QTest::newRow("no such value") << QStringList{"source", "VEC=3"} << "VEC";
  QTest::newRow("no configuration") << QStringList{"source", "fastest"} << "fastest";
  QTest::newRow("blocks") << QStringList{"source",          "best", "--most-blocks", "2",
                                         "--fewest-blocks", "3"}
                          << "--most-blocks";
}

void TestCliCommands::refusesWhatCannotBeCompared() {
  QFETCH(const QStringList, arguments);
  QFETCH(const QString, said);
  const Bench& bench = m_tuned;
  std::vector<std::string> all{"compare", bench.path("s.kwr").string()};
  for (const QString& argument : arguments)
    all.push_back(argument.toStdString());
  all.insert(all.end(), {"--device", "host", "--json"});
  const Outcome outcome = bench.kwr(all);
  QVERIFY2(outcome.status == 2, outcome.text().c_str());
  QVERIFY2(outcome.text().find(said.toStdString()) != std::string::npos, outcome.text().c_str());
}

void TestCliCommands::sessionOpenedTwiceIsSaid() {
  const Bench bench;
  auto first = process::Child::start(
      bench.command({"tune", test::problemPath(problem), "--device", "host", "--budget", "60s",
                     "--session", bench.path("s.kwr").string(), "--json"}));
  QVERIFY(first.has_value());
  test::LineReader lines(first->output().get());
  QVERIFY(!lines.next("started").isNull());
  const Outcome second = tune(bench);
  QVERIFY2(second.status == 1 || second.status == 2, second.text().c_str());
  QVERIFY2(second.last()["error"].asString().find(std::to_string(first->id())) != std::string::npos,
           second.text().c_str());
  // Reading is possible meanwhile.
  const Outcome reading = bench.kwr(
      {"export", bench.path("s.kwr").string(), "report", bench.path("r.html").string(), "--json"});
  QVERIFY2(reading.status == 0, reading.text().c_str());
}

void TestCliCommands::aSpaceThatConstraintsEmptyIsNamed() {
  const Bench bench;
  const auto folder = bench.copyProblem(problem);
  auto text = files::readText(folder / "space.json");
  QVERIFY(text.has_value());
  text->replace(text->find("BLOCK * ITEMS <= 512"), 20, "BLOCK * ITEMS < 1");
  bench.write(std::string(problem) + "/space.json", *text);
  const Outcome outcome =
      bench.kwr({"tune", folder.string(), "--device", "host", "--budget", "1", "--json"});
  QVERIFY2(outcome.status == 2, outcome.text().c_str());
  QVERIFY2(outcome.last()["error"].asString().find("BLOCK * ITEMS < 1") != std::string::npos,
           outcome.text().c_str());
}

void TestCliCommands::moreMemoryThanThereIsIsSaid() {
  const Bench bench;
  const auto folder = bench.copyProblem(problem);
  auto text = files::readText(folder / "problem.json");
  QVERIFY(text.has_value());
  const std::string shape = "[\"n\"]", huge = "[\"n * 10000000\"]";
  for (size_t at = text->find("\"shape\": " + shape); at != std::string::npos;
       at = text->find("\"shape\": " + shape))
    text->replace(at + 9, shape.size(), huge);
  bench.write(std::string(problem) + "/problem.json", *text);
  const Outcome outcome =
      bench.kwr({"tune", folder.string(), "--device", "host", "--budget", "1", "--json"});
  QVERIFY2(outcome.status == 1 || outcome.status == 2, outcome.text().c_str());
  QVERIFY2(outcome.last()["error"].asString().find("large") != std::string::npos,
           outcome.text().c_str());
}

void TestCliCommands::missingNumPyIsNamed() {
  const Bench bench;
  const Outcome outcome =
      bench.kwr({"verify", test::problemPath(problem), "--device", "host", "--json"},
                {{"KERNELWRIGHT_PYTHON", "/nonexistent/python3"}});
  QVERIFY2(outcome.status == 3, outcome.text().c_str());
  QVERIFY2(outcome.last()["error"].asString().find("NumPy") != std::string::npos,
           outcome.text().c_str());
}

QTEST_GUILESS_MAIN(TestCliCommands)
#include "test_cli_commands.moc"
