// SPDX-License-Identifier: GPL-3.0-or-later
// Profiles that ncu took on an H200 (tests/data/profiles/README.md).
#include <QTest>

#include "base/files/files.h"
#include "client/profile/ncu_file.h"

using namespace kw;

namespace {

std::string textOf(const std::string& name) {
  auto text = files::readText(files::Path(KW_TEST_DATA) / "profiles" / name);
  if (!text) qFatal("%s", text.error().text().c_str());
  return *std::move(text);
}

// The recorded raw page with one text in another's place, wherever it stands.
QString rawPageWith(const char* old, const char* replacement) {
  QString text = QString::fromStdString(textOf("ncu_h200_raw.csv"));
  if (!text.contains(QLatin1String(old))) qFatal("the recorded page has no %s", old);
  return text.replace(QLatin1String(old), QLatin1String(replacement));
}

std::vector<NcuLaunch> launchesOf(const std::string& name) {
  auto launches = readNcuCsv(textOf(name), name);
  if (!launches) qFatal("%s", launches.error().text().c_str());
  return *std::move(launches);
}

Profile walked(const NcuLaunch& launch) {
  NcuCounters counters(launch);
  auto profile = walk(defaultPolicy(), catalogue(), ModelInput(), counters, WalkOptions(), {});
  if (!profile) qFatal("%s", profile.error().text().c_str());
  return *std::move(profile);
}

}  // namespace

class TestNcuFile : public QObject {
  Q_OBJECT

 private slots:
  void theRawPageIsReadInOurUnits() {
    const auto launches = launchesOf("ncu_h200_raw.csv");
    QCOMPARE(launches.size(), size_t{3});
    const NcuLaunch& silu = launches.front();
    QVERIFY(silu.kernel.starts_with("silu_and_mul"));
    QCOMPARE(silu.chip, std::string("GH100"));
    QCOMPARE(silu.counters.at("duration_in_range"), 210560.0);   // 0.21056 ms
    QCOMPARE(silu.counters.at("dram_bytes_read"), 360730368.0);  // 360.730368 Mbyte
    QCOMPARE(silu.counters.at("instructions"), 94928896.0);
    QCOMPARE(silu.counters.at("sm_throughput"), 43.564696);
  }

  void theDetailsPageAgreesWithTheRawPage() {
    const auto raw = launchesOf("ncu_h200_raw.csv");
    const auto details = launchesOf("ncu_h200_details.csv");
    QCOMPARE(details.size(), raw.size());
    size_t compared = 0;
    for (size_t i = 0; i < raw.size(); ++i)
      for (const auto& [id, value] : details[i].counters) {
        const auto other = raw[i].counters.find(id);
        if (other == raw[i].counters.end()) continue;
        ++compared;
        // Two places behind the point; cycles are of another unit's clock there.
        const double allowed = id == "cycles_in_range" ? 0.05 * value : 0.006 + 0.005 * value;
        QVERIFY2(std::abs(other->second - value) <= allowed,
                 (id + " " + details[i].kernel).c_str());
      }
    QVERIFY(compared >= 20);
  }

  void theStandInIsCloseToSmThroughput() {
    for (const NcuLaunch& launch : launchesOf("ncu_h200_raw.csv")) {
      double largest = 0;
      for (const std::string& id : catalogue().find("sm_utilisation")->largestOf)
        largest = std::max(largest, launch.counters.at(id));
      QVERIFY2(std::abs(largest - launch.counters.at("sm_throughput")) < 0.1,
               launch.kernel.c_str());
    }
  }

  void theTreeTellsTheThreeKernelsApart() {
    const auto launches = launchesOf("ncu_h200_raw.csv");
    QCOMPARE(walked(launches[1]).leaf, std::string("cache_bandwidth"));  // a GEMM in shared memory
    QCOMPARE(walked(launches[2]).regime, std::string("latency-bound"));  // one block
    const Profile silu = walked(launches[0]);
    QCOMPARE(silu.values.at("dram_utilisation").known, Provenance::measured);
    QCOMPARE(silu.passes, 0);
  }

  void wrongTextIsRefusedByItsPlace_data() {
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("said");
    const QString whole = QString::fromStdString(textOf("ncu_h200_raw.csv")).trimmed();
    QTest::newRow("cut in the last line")
        << whole.left(whole.lastIndexOf("\",\"") + 1) << "x.csv:5";
    QTest::newRow("a cell too many") << whole + ",\"1\""
                                     << "expected 114 cells";
    QTest::newRow("cut in the units") << whole.left(whole.indexOf("\"ms\"")) << "x.csv:2";
    QTest::newRow("decimal commas")
        << rawPageWith("\"52.211982\"", "\"52,211982\"") << "with a decimal point for";
    QTest::newRow("taken for thousands") << rawPageWith("\"52.211982\"", "\"52,212\"")
                                         << "pct_of_peak_sustained_elapsed, found \"52,212\"";
    QTest::newRow("above any peak")
        << rawPageWith("\"52.211982\"", "\"1001\"") << "expected a percentage from 0 to 1000";
  }
  void wrongTextIsRefusedByItsPlace() {
    QFETCH(QString, text);
    QFETCH(QString, said);
    const auto read = readNcuCsv(text.toStdString(), "x.csv");
    QVERIFY(!read);
    QCOMPARE(read.error().kind, ErrorKind::badInput);
    const QString fault = QString::fromStdString(read.error().text());
    QVERIFY2(fault.contains(said) && fault.contains("x.csv:"), qPrintable(fault));
  }

  void linesOfNcuItselfAreNoRows() {
    const std::string text = textOf("ncu_h200_raw.csv") + "==PROF== Disconnected from process 7\n";
    const auto read = readNcuCsv("==PROF== Connected\n" + text, "x.csv");
    QVERIFY(read);
    QCOMPARE(read->size(), size_t{3});
  }

  void figuresOfUnknownUnitsAreLeftOutAndSaid() {
    const auto read = readNcuCsv(rawPageWith("\"ms\"", "\"banana\"").toStdString(), "x.csv");
    QVERIFY(read);
    const NcuLaunch& launch = read->front();
    QVERIFY(!launch.counters.contains("duration_in_range"));
    QVERIFY(launch.counters.contains("dram_bytes_read"));
    QVERIFY(launch.unknownUnits.contains("banana"));
    QVERIFY(unknownUnitTexts(launch).front().starts_with("the unit \"banana\" is not known"));
  }

  void ratesAreScaledByTheirPrefix() {
    const auto read = readNcuCsv(
        "ID,Kernel Name,CC,dram__bytes.sum.peak_sustained,dram__cycles_elapsed.avg.per_second\n"
        ",,,Kbyte/cycle,Ghz\n0,k,9.0,1.504,3.2\n",
        "x.csv");
    QVERIFY(read);
    QCOMPARE(read->front().counters.at("dram_peak"), 1504.0);
    QCOMPARE(read->front().counters.at("dram_clock"), 3.2e9);
  }

  void theSentenceTellsWhatIsNotKnown() {
    const NcuLaunch details = launchesOf("ncu_h200_details.csv").front();
    const Profile some = walked(details);
    QVERIFY(!unknownTests(some).empty());
    const QString sentence = QString::fromStdString(profileText(some));
    QVERIFY2(sentence.startsWith("latency-bound: "), qPrintable(sentence));
    QVERIFY2(sentence.contains(" (as far as is known; not known: least time over the measured"),
             qPrintable(sentence));
    NcuLaunch nothing;
    nothing.chip = "GH100";
    QCOMPARE(profileText(walked(nothing)),
             std::string("undecided (as far as is known; not known: least time over the measured "
                         "one, DRAM throughput of its peak, the busier of L2 and L1, the busiest "
                         "of issue and pipes)"));
    // That nothing is busy is said only where that was looked at.
    NcuLaunch dramAlone = nothing;
    dramAlone.counters["dram_utilisation"] = 12;
    QVERIFY(profileText(walked(dramAlone)).starts_with("undecided"));
  }

  void theDetailsPageDecidesAsTheRawOne() {
    const auto raw = launchesOf("ncu_h200_raw.csv"), details = launchesOf("ncu_h200_details.csv");
    QCOMPARE(details.size(), raw.size());
    for (size_t i = 0; i < raw.size(); ++i)
      QCOMPARE(walked(details[i]).regime, walked(raw[i]).regime);
  }

  void whatIsNoProfileIsRefused() {
    for (const char* text : {"", "a,b\n1,2\n", "\"ID\",\"Kernel Name\",\"CC\"\n\"\",\"\",\"\"\n"}) {
      const auto read = readNcuCsv(text, "x.csv");
      QVERIFY(!read);
      QCOMPARE(read.error().kind, ErrorKind::badInput);
    }
  }
};

QTEST_GUILESS_MAIN(TestNcuFile)
#include "test_ncu_file.moc"
