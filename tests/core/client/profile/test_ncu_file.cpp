// SPDX-License-Identifier: GPL-3.0-or-later
// Profiles that ncu took on an H200 (tests/data/profiles/README.md).
#include <QTest>

#include "base/files/files.h"
#include "client/profile/ncu_file.h"

using namespace kw;

namespace {

std::vector<NcuLaunch> launchesOf(const std::string& name) {
  const auto text = files::readText(files::Path(KW_TEST_DATA) / "profiles" / name);
  if (!text) qFatal("%s", text.error().text().c_str());
  auto launches = readNcuCsv(*text, name);
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
