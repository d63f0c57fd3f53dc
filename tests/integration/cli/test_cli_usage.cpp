// SPDX-License-Identifier: GPL-3.0-or-later
// What kwr answers to wrong input and missing parts: a status, a message, and with --json a summary
// that holds it.
#include <unistd.h>
#include <QTest>

#include "integration/cli/kwr_process.h"

using namespace kw;
using test::Bench;
using test::Outcome;

namespace {

struct Expected {
  int status;
  std::vector<std::string> parts;  // of the message
};

void check(const Outcome& outcome, const Expected& expected) {
  QVERIFY2(outcome.status == expected.status, outcome.text().c_str());
  const json::Value& last = outcome.last();
  QVERIFY2(last["event"].asString() == "summary", outcome.text().c_str());
  QVERIFY2(last["status"].asInteger() == expected.status, outcome.text().c_str());
  for (const std::string& part : expected.parts) {
    QVERIFY2(last["error"].asString().find(part) != std::string::npos,
             (part + " is not in: " + outcome.text()).c_str());
    QVERIFY2(outcome.errors.find(part) != std::string::npos, outcome.text().c_str());
  }
}

std::string replaced(std::string text, const std::string& what, const std::string& with) {
  const size_t at = text.find(what);
  if (at == std::string::npos) qFatal("the test's problem no longer holds %s", what.c_str());
  return text.replace(at, what.size(), with);
}

// A copy of a small right problem with one thing changed in one of its files.
std::filesystem::path spoiled(const Bench& bench, const std::string& file, const std::string& what,
                              const std::string& with) {
  const std::filesystem::path folder = bench.copyProblem("inout_value_weights");
  const auto text = files::readText(folder / file);
  if (!text) qFatal("%s", text.error().text().c_str());
  bench.write("inout_value_weights/" + file, replaced(*text, what, with));
  return folder;
}

}  // namespace

class TestCliUsage : public QObject {
  Q_OBJECT

 private slots:
  void refusesWrongUsage_data();
  void refusesWrongUsage();
  void namesTheFaultOfAProblem_data();
  void namesTheFaultOfAProblem();
  void reportsAllFaultsAtOnce();
  void saysWhatADamagedSessionIs();
  void leavesAReadOnlyFolderAlone();
  void helpAndVersionAreNoFailures();
  void aFullDiskIsAFailure_data();
  void aFullDiskIsAFailure();
};

void TestCliUsage::refusesWrongUsage_data() {
  QTest::addColumn<QString>("arguments");
  QTest::addColumn<int>("status");
  QTest::addColumn<QString>("part");
  QTest::newRow("no command") << "" << 2 << "subcommand";
  QTest::newRow("unknown command") << "tun" << 2 << "tun";
  QTest::newRow("unknown option") << "check silu_and_mul --fast" << 2 << "--fast";
  QTest::newRow("nobody to review")
      << "propose silu_and_mul --provider command --command cat" << 2 << "--review accept-verified";
  QTest::newRow("nobody to ask") << "propose silu_and_mul --review accept-verified" << 2
                                 << "--provider names it";
  QTest::newRow("unknown provider")
      << "propose silu_and_mul --review accept-verified --provider opnai" << 2
      << "there are: command";
  QTest::newRow("no key") << "propose silu_and_mul --review accept-verified --provider openai "
                             "--model m"
                          << 3 << "OPENAI_API_KEY";
  QTest::newRow("unknown problem") << "check silu_and_mull" << 2 << "silu_and_mul";
  QTest::newRow("missing file") << "check /nonexistent/problem.json" << 2 << "/nonexistent";
  QTest::newRow("wrong budget") << "tune silu_and_mul --budget soon" << 2 << "soon";
  QTest::newRow("wrong strategy") << "tune silu_and_mul --strategy randon" << 2
                                  << "did you mean random?";
  QTest::newRow("wrong seed") << "tune silu_and_mul --seed one" << 2 << "one";
  const QString whole = "expected a whole number from 0 to 18446744073709551615";
  QTest::newRow("seed below 0") << "tune silu_and_mul --seed -5" << 2 << whole;
  QTest::newRow("seed too large") << "tune silu_and_mul --seed 18446744073709551616" << 2 << whole;
  QTest::newRow("list below 0") << "space silu_and_mul --list -1" << 2 << whole;
  QTest::newRow("list too large") << "space silu_and_mul --list 99999999999999999999" << 2 << whole;
  QTest::newRow("seconds that are no number")
      << "tune silu_and_mul --case-seconds nan" << 2 << "expected a number from 0 to 3600";
  QTest::newRow("wrong launches") << "tune silu_and_mul --launches 0" << 2 << "launches";
  QTest::newRow("wrong configuration") << "verify silu_and_mul --config BLOCK=255" << 2 << "BLOCK";
  QTest::newRow("config and best")
      << "verify silu_and_mul --config BLOCK=64 --best" << 2 << "exclude each other";
  QTest::newRow("best without a session")
      << "verify silu_and_mul --best --session none.kwr" << 2 << "none.kwr";
  QTest::newRow("export without a session") << "export none.kwr kernel out.cu" << 2 << "none.kwr";
  QTest::newRow("export for other tuners") << "export none.kwr t4 out.json" << 2 << "none.kwr";
  QTest::newRow("import of nothing") << "import none.json s.kwr" << 2 << "none.json";
  QTest::newRow("unknown export") << "export none.kwr picture out.png" << 2
                                  << "there are kernel, report, t4, cache and csv";
  QTest::newRow("verify-export of nothing") << "verify-export none.cu" << 2 << "none.cu";
  QTest::newRow("no such device") << "tune silu_and_mul --device cuda:31" << 3 << "cuda:31";
  QTest::newRow("no such runner") << "devices --runner /nonexistent/kwr-runner" << 3
                                  << "/nonexistent/kwr-runner";
}

void TestCliUsage::refusesWrongUsage() {
  QFETCH(const QString, arguments);
  QFETCH(const int, status);
  QFETCH(const QString, part);
  const Bench bench;
  std::vector<std::string> words;
  for (const QString& word : arguments.split(' ', Qt::SkipEmptyParts))
    words.push_back(word.toStdString());
  words.push_back("--json");
  check(bench.kwr(words), {status, {part.toStdString()}});
}

void TestCliUsage::namesTheFaultOfAProblem_data() {
  QTest::addColumn<QString>("file");
  QTest::addColumn<QString>("what");
  QTest::addColumn<QString>("with");
  QTest::addColumn<QStringList>("parts");
  QTest::newRow("malformed JSON") << "problem.json"
                                  << "\"sizes\":"
                                  << "\"sizes\"" << QStringList{"problem.json:"};
  QTest::newRow("unknown key") << "problem.json"
                               << "\"tolerance\""
                               << "\"tolerence\"" << QStringList{"tolerence", "tolerance"};
  QTest::newRow("key given twice") << "problem.json"
                                   << "\"name\": \"inout_value_weights\","
                                   << "\"name\": \"a\", \"name\": \"b\"," << QStringList{"name"};
  QTest::newRow("missing source") << "problem.json"
                                  << "kernel.cu"
                                  << "kernels.cu" << QStringList{"kernels.cu"};
  QTest::newRow("unknown kernel") << "problem.json"
                                  << "\"saxpy\""
                                  << "\"saxpi\"" << QStringList{"saxpi", "saxpy"};
  QTest::newRow("unknown size in an expression") << "problem.json"
                                                 << "ceil_div(n, 256)"
                                                 << "ceil_div(m, 256)" << QStringList{"m"};
  QTest::newRow("expression that does not parse")
      << "problem.json"
      << "ceil_div(n, 256)"
      << "ceil_div(n, 256" << QStringList{"ceil_div(n, 256"};
  QTest::newRow("parameter the template never uses")
      << "space.json"
      << "\"parameters\": ["
      << "\"parameters\": [ { \"name\": \"UNUSED\", \"values\": [1, 2] }," << QStringList{};
  QTest::newRow("macro the space never defines") << "template.cu"
                                                 << "ITEMS"
                                                 << "ITEMS * UNROLL_BY" << QStringList{"UNROLL_BY"};
}

// Some of these are warnings of `check`; none is ever silent.
void TestCliUsage::namesTheFaultOfAProblem() {
  QFETCH(const QString, file);
  QFETCH(const QString, what);
  QFETCH(const QString, with);
  QFETCH(const QStringList, parts);
  const Bench bench;
  const auto folder = spoiled(bench, file.toStdString(), what.toStdString(), with.toStdString());
  const Outcome outcome = bench.kwr({"check", folder.string(), "--json"});
  if (parts.isEmpty()) {
    QVERIFY2((outcome.output + outcome.errors).find("UNUSED") != std::string::npos,
             outcome.text().c_str());
    return;
  }
  std::vector<std::string> wanted;
  for (const QString& part : parts)
    wanted.push_back(part.toStdString());
  check(outcome, {2, wanted});
}

void TestCliUsage::reportsAllFaultsAtOnce() {
  const Bench bench;
  const auto folder = spoiled(bench, "problem.json", "\"tolerance\"", "\"tolerence\"");
  auto text = files::readText(folder / "problem.json");
  QVERIFY(text.has_value());
  bench.write("inout_value_weights/problem.json",
              replaced(*text, "\"role\": \"inout\"", "\"role\": \"input_output\""));
  const Outcome outcome = bench.kwr({"check", folder.string(), "--json"});
  QCOMPARE(outcome.status, 2);
  QVERIFY2(outcome.last()["faults"].asArray().size() >= 2, outcome.text().c_str());
  for (const json::Value& fault : outcome.last()["faults"].asArray())
    QVERIFY2(fault["line"].asInteger() > 0 || !fault["message"].asString().empty(),
             outcome.text().c_str());
}

void TestCliUsage::saysWhatADamagedSessionIs() {
  const Bench bench;
  const auto file = bench.write(
      "damaged.kwr", "this is no session at all, but long enough to be mistaken for one\n");
  const Outcome reading = bench.kwr({"export", file.string(), "report", "out.html", "--json"});
  check(reading, {2, {"damaged.kwr"}});
  const Outcome writing =
      bench.kwr({"tune", "silu_and_mul", "--device", "host", "--session", file.string(), "--json"});
  check(writing, {2, {"damaged.kwr"}});
}

void TestCliUsage::leavesAReadOnlyFolderAlone() {
  if (::geteuid() == 0) QSKIP("root may write to read-only folders");
  const Bench bench;
  std::filesystem::create_directories(bench.path("locked"));
  std::filesystem::permissions(bench.path("locked"), std::filesystem::perms::owner_read |
                                                         std::filesystem::perms::owner_exec);
  const Outcome outcome = bench.kwr({"tune", "silu_and_mul", "--device", "host", "--session",
                                     bench.path("locked/s.kwr").string(), "--json"});
  QVERIFY2(outcome.status == 1 || outcome.status == 2, outcome.text().c_str());
  QVERIFY2(outcome.last()["error"].asString().find("locked") != std::string::npos,
           outcome.text().c_str());
}

void TestCliUsage::helpAndVersionAreNoFailures() {
  const Bench bench;
  QCOMPARE(bench.kwr({"--help"}).status, 0);
  QCOMPARE(bench.kwr({"tune", "--help"}).status, 0);
  const Outcome version = bench.kwr({"--version"});
  QCOMPARE(version.status, 0);
  QVERIFY(version.output.rfind("kwr ", 0) == 0);
}

void TestCliUsage::aFullDiskIsAFailure_data() {
  QTest::addColumn<QStringList>("words");
  QTest::newRow("help") << QStringList{"learn-tree", "--help"};
  QTest::newRow("version") << QStringList{"--version"};
  QTest::newRow("a short answer") << QStringList{"space", "silu_and_mul", "--count"};
  // More than the buffer of a stream holds.
  QTest::newRow("a long answer") << QStringList{
      "profile", KW_SOURCE_FOLDER "/tests/data/profiles/ncu_h200_details.csv", "--json"};
}

void TestCliUsage::aFullDiskIsAFailure() {
  QFETCH(const QStringList, words);
  const Bench bench;
  std::vector<std::string> arguments;
  for (const QString& word : words)
    arguments.push_back(word.toStdString());
  process::ChildOptions options = bench.command(arguments);
  const std::vector<std::string> shell{"sh", "-c", "exec \"$0\" \"$@\" > /dev/full"};
  options.arguments.insert(options.arguments.begin(), shell.begin(), shell.end());
  options.pipeErrors = true;
  const auto done = process::run(options, "", std::chrono::minutes(5));
  QVERIFY(done.has_value());
  QCOMPARE(done->exit.code, 1);
  QVERIFY2(done->errors.find("cannot be written") != std::string::npos, done->errors.c_str());
  QVERIFY2(done->errors.find("cancelled") == std::string::npos, done->errors.c_str());
}

QTEST_GUILESS_MAIN(TestCliUsage)
#include "test_cli_usage.moc"
