// SPDX-License-Identifier: GPL-3.0-or-later
// Recordings of other tuners given to the real kwr: searched in a device's place, counted, refused.
// Needs no device.
#include <QTest>
#include <filesystem>
#include <set>

#include "base/json/text.h"
#include "integration/cli/kwr_process.h"
#include "support/printing.h"

using namespace kw;
using test::Bench;
using test::Outcome;

namespace {

std::string recording(const std::string& name) {
  return std::string(KW_TEST_DATA) + "/recordings/" + name;
}

// A session of ours, in which another configuration wins the case "decode" than wins over all.
std::string tuned(const Bench& bench) {
  const auto copy = bench.path("tuned.kwr");
  std::filesystem::copy_file(
      std::filesystem::path(KW_SOURCE_FOLDER) / "resources" / "sessions" / "rmsnorm_h200.kwr",
      copy);
  return copy.string();
}

std::vector<std::string> replayed(const std::string& file, std::vector<std::string> further) {
  std::vector<std::string> words{"tune", file, "--device", "replay:" + file};
  words.insert(words.end(), further.begin(), further.end());
  return words;
}

// The candidates of a run, in the order of their results.
std::vector<std::string> asked(const Outcome& outcome) {
  std::vector<std::string> configurations;
  for (const json::Value& line : outcome.events("candidate"))
    configurations.push_back(json::writeLine(line["config"]));
  return configurations;
}

}  // namespace

class TestCliRecordings : public QObject {
  Q_OBJECT

 private slots:
  void aRecordingIsSearchedInADevicesPlace() {
    const Bench bench;
    const std::string session = bench.path("s.kwr").string();
    const Outcome outcome =
        bench.kwr(replayed(recording("kt_convolution.json.gz"),
                           {"--budget", "20", "--seed", "3", "--strategy", "random", "--session",
                            session, "--report", bench.path("r.html").string(), "--json"}));
    QVERIFY2(outcome.status == 0, outcome.text().c_str());
    const json::Value& summary = outcome.last();
    QCOMPARE(summary["device"].asString(), std::string("replay:kt_convolution.json.gz"));
    QCOMPARE(summary["device_model"].asString(),
             std::string("replay of NVIDIA RTX A4000 from kt_convolution.json.gz"));
    QVERIFY(summary["replayed"].asBool());
    QCOMPARE(summary["evaluated"].asInteger(), 20);
    QVERIFY(summary["source"].isNull() && summary["speedup"].isNull());
    QVERIFY(summary["best"]["geomean_ms"].asReal() > 0);
    QCOMPARE(summary["per_case"].asArray().size(), size_t{1});
    KW_VERIFY_CONTAINS(files::readText(bench.path("r.html")).value(), "replay of NVIDIA RTX A4000");
    // The session is one like any other.
    const Outcome exported =
        bench.kwr({"export", session, "report", bench.path("e.html").string()});
    QVERIFY2(exported.status == 0, exported.text().c_str());
    QCOMPARE(bench.kwr({"export", session, "t4", bench.path("e.json").string()}).status, 0);
  }

  void aLongerBudgetGoesOnWhereTheSessionStands() {
    const Bench bench;
    const std::string file = recording("t4_convolution.json.gz");
    const auto run = [&](const char* session, std::vector<std::string> further) {
      further.insert(further.end(), {"--session", bench.path(session).string(), "--json"});
      return bench.kwr(replayed(file, further));
    };
    const Outcome whole = run("whole.kwr", {"--budget", "30", "--seed", "5"});
    QCOMPARE(run("cut.kwr", {"--budget", "12", "--seed", "5"}).status, 0);
    const Outcome resumed = run("cut.kwr", {"--budget", "30", "--resume"});
    QVERIFY2(resumed.status == 0, resumed.text().c_str());
    QCOMPARE(resumed.last()["resumed"].asInteger(), 12);
    QCOMPARE(asked(resumed), asked(whole));
  }

  void everyKindOfRecordingIsSearched_data() {
    QTest::addColumn<QString>("file");
    for (const char* file : {"kt_dedispersion.json.gz", "kt_pnpoly.json", "ktt_pnpoly.json.gz",
                             "t4_convolution.json.gz", "rare.json"})
      QTest::newRow(file) << file;
  }
  void everyKindOfRecordingIsSearched() {
    QFETCH(QString, file);
    const Bench bench;
    const Outcome outcome = bench.kwr(
        replayed(recording(file.toStdString()),
                 {"--budget", "1000", "--json", "--session", bench.path("s.kwr").string()}));
    QVERIFY2(outcome.status == 0, outcome.text().c_str());
    QVERIFY(outcome.last()["exhausted"].asBool());
    const Outcome counted = bench.kwr({"space", recording(file.toStdString()), "--json"});
    QCOMPARE(counted.last()["valid"].asInteger(), outcome.last()["evaluated"].asInteger());
    QVERIFY(counted.last()["recorded"].asBool());
  }

  void peopleAreToldThatNothingRuns() {
    const Bench bench;
    const Outcome outcome = bench.kwr(replayed(recording("kt_pnpoly.json"), {"--budget", "5"}));
    QVERIFY2(outcome.status == 0, outcome.text().c_str());
    KW_VERIFY_CONTAINS(outcome.errors, "nothing is compiled or run");
    KW_VERIFY_CONTAINS(outcome.output,
                       "cn_pnpoly on replay of NVIDIA GeForce RTX 3090 from kt_pnpoly.json");
    KW_VERIFY_CONTAINS(outcome.output, "Timed as recorded.");
  }

  void samplesOfARecordingAreItsRows() {
    const Bench bench;
    const auto sample = [&](const char* seed) {
      return bench
          .kwr({"space", recording("kt_convolution.json.gz"), "--sample", "60", "--seed", seed,
                "--json"})
          .events("configuration");
    };
    const auto one = sample("1"), other = sample("2");
    QCOMPARE(one.size(), size_t{50});  // all there are, each once
    QCOMPARE(other.size(), size_t{50});
    const auto text = [](const json::Value& line) { return json::writeLine(line); };
    QVERIFY(text(one[0]) != text(other[0]) || text(one[1]) != text(other[1]));
    const Outcome people = bench.kwr({"space", recording("kt_convolution.json.gz")});
    KW_VERIFY_CONTAINS(people.output, "50 configurations recorded of 10,240.");
  }

  void aCacheThatBreaksOffIsUsedAndSaysSo() {
    const Bench bench;
    const std::string whole = files::readText(recording("kt_pnpoly.json")).value();
    const std::string cut = bench.write("cut.json", whole.substr(0, whole.size() / 2)).string();
    const Outcome counted = bench.kwr({"space", cut});
    QVERIFY2(counted.status == 0, counted.text().c_str());
    KW_VERIFY_CONTAINS(counted.errors, "an interrupted file");
    const Outcome tuned = bench.kwr(replayed(cut, {"--budget", "3"}));
    QVERIFY2(tuned.status == 0, tuned.text().c_str());
    KW_VERIFY_CONTAINS(tuned.errors, "an interrupted file");
  }

  void refusesWhatCannotBe_data() {
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<QString>("part");
    const QString cache = QString::fromStdString(recording("kt_pnpoly.json"));
    const QString other = QString::fromStdString(recording("kt_convolution.json.gz"));
    const QString t1 = QString::fromStdString(std::string(KW_TEST_DATA) + "/t1/convolution.json");
    const QString replay = QStringLiteral("replay:");
    QTest::newRow("no device") << QStringList{"tune", cache} << "--device replay:" + cache;
    QTest::newRow("a T1 file") << QStringList{"tune", t1} << "a T1 problem file";
    QTest::newRow("another recording")
        << QStringList{"tune", cache, "--device", replay + other} << "found one of convolution";
    QTest::newRow("no such file") << QStringList{"tune", cache, "--device", replay + "/nonexistent"}
                                  << "/nonexistent";
    QTest::newRow("no file") << QStringList{"tune", cache, "--device", replay}
                             << "expected the file of a recording";
    QTest::newRow("a problem of ours")
        << QStringList{"tune", "rmsnorm", "--device", replay + cache} << "found one of cn_pnpoly";
    QTest::newRow("launches") << QStringList{"tune",         cache,        "--device",
                                             replay + cache, "--launches", "3"}
                              << "leave out --warmups";
    QTest::newRow("a runner") << QStringList{"tune",         cache,      "--device",
                                             replay + cache, "--runner", "kwr-runner"}
                              << "leave out --runner";
    QTest::newRow("no recording") << QStringList{"space", "profile"} << "Nsight Compute";
    QTest::newRow("a profile") << QStringList{"import", "profile", "s.kwr"} << "Nsight Compute";
  }
  void refusesWhatCannotBe() {
    QFETCH(QStringList, arguments);
    QFETCH(QString, part);
    const Bench bench;
    bench.write("profile", "\"ID\",\"Process ID\",\"Kernel Name\",\"Block Size\",\"Grid Size\"\n");
    std::vector<std::string> words;
    for (const QString& argument : arguments)
      words.push_back(argument == "profile" || argument == "s.kwr"
                          ? bench.path(argument.toStdString()).string()
                          : argument.toStdString());
    const Outcome outcome = bench.kwr(words);
    QVERIFY2(outcome.status == 2, outcome.text().c_str());
    KW_VERIFY_CONTAINS(outcome.errors, part.toStdString());
  }

  void theSummarySaysWhoWinsEachCase() {
    const Bench bench;
    const Outcome outcome = bench.kwr(replayed(
        tuned(bench), {"--budget", "500", "--session", bench.path("s.kwr").string(), "--json"}));
    QVERIFY2(outcome.status == 0, outcome.text().c_str());
    const json::Value& summary = outcome.last();
    const json::Array& cases = summary["per_case"].asArray();
    QCOMPARE(cases.size(), size_t{2});
    const json::Value &decode = cases[0], &prefill = cases[1];
    QCOMPARE(decode["case"].asString(), std::string("decode"));
    QVERIFY(decode["differs"].asBool());
    QCOMPARE(decode["config"]["THREADS"].asInteger(), 512);
    QVERIFY(decode["high_ms"].asReal() < decode["general_ms"].asReal());
    const double gain = decode["over_general"].asReal();
    QCOMPARE(gain, decode["general_ms"].asReal() / decode["median_ms"].asReal());
    QVERIFY(decode["over_general_95"].asArray()[0].asReal() > 1);
    QVERIFY(decode["over_general_95"].asArray()[0].asReal() <= gain);
    QVERIFY(decode["over_source"].asReal() > gain);
    QVERIFY(!prefill["differs"].asBool());
    QCOMPARE(json::writeLine(prefill["config"]), json::writeLine(summary["best"]["config"]));
    QCOMPARE(prefill["over_general"].asReal(), 1.0);
  }

  void aKernelIsExportedWithWinnersOfCasesOrWithoutThem() {
    const Bench bench;
    const std::string session = tuned(bench);
    const auto files = [&](const char* folder, std::vector<std::string> further) {
      std::filesystem::create_directory(bench.path(folder));
      std::vector<std::string> words{"export", session, "kernel",
                                     (bench.path(folder) / "k.cu").string()};
      words.insert(words.end(), further.begin(), further.end());
      const Outcome outcome = bench.kwr(words);
      std::set<std::string> names;
      for (const auto& entry : std::filesystem::directory_iterator(bench.path(folder)))
        names.insert(entry.path().filename().string());
      return outcome.status == 0 ? names : std::set<std::string>{outcome.text()};
    };
    QCOMPARE(files("all", {}), (std::set<std::string>{"k.cu", "k.h", "k_for_decode.cu"}));
    QCOMPARE(files("general", {"--general-only"}), (std::set<std::string>{"k.cu", "k.h"}));
    const std::string general = files::readText(bench.path("general") / "k.cu").value();
    QVERIFY(general.find("for_decode") == std::string::npos);
    KW_VERIFY_CONTAINS(files::readText(bench.path("all") / "k.cu").value(), "for_decode");
  }

  void theReplayedSessionIsNotTunedInto() {
    const Bench bench;
    const std::string session = bench.path("s.kwr").string();
    QCOMPARE(bench.kwr({"import", recording("kt_pnpoly.json"), session}).status, 0);
    const Outcome outcome = bench.kwr(replayed(session, {"--budget", "3", "--session", session}));
    QCOMPARE(outcome.status, 2);
    KW_VERIFY_CONTAINS(outcome.errors, "is the file that is replayed");
  }
};

QTEST_GUILESS_MAIN(TestCliRecordings)
#include "test_cli_recordings.moc"
