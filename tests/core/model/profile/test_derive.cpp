// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>

#include "model/profile/derive.h"

using namespace kw;

namespace {

// 3 GB in 1 ms on a device that reads 4 TB/s.
ModelInput streaming() {
  ModelInput input;
  input.bytes = 3e9;
  input.flops = 1e9;
  input.precision = "fp32";
  input.seconds = 1e-3;
  input.floorSeconds = 0.75e-3;
  input.dramRate = 4e12;
  input.flopsRate = 5e13;
  return input;
}

MetricValues derived(const std::vector<std::string>& ids,
                     const std::map<std::string, double>& counters, const ModelInput& input) {
  return derive(catalogue(), ids, counters, counters.empty() ? "" : "GH100", input);
}

}  // namespace

class TestDerive : public QObject {
  Q_OBJECT

 private slots:
  void aCounterIsMeasuredAndNamed() {
    const auto values = derived({"dram_bytes_read"}, {{"dram_bytes_read", 4e9}}, streaming());
    QCOMPARE(values.at("dram_bytes_read").value, 4e9);
    QCOMPARE(values.at("dram_bytes_read").known, Provenance::measured);
    QCOMPARE(values.at("dram_bytes_read").from, std::string("dram__bytes_read.sum"));
  }

  // A pass has idle time around the launches, which must not count.
  void utilisationIsOfTheLaunchesTime() {
    const auto values = derived({"dram_utilisation", "issue_utilisation"},
                                {{"dram_bytes_read", 2e9},
                                 {"dram_bytes_written", 1e9},
                                 {"dram_peak", 1500},
                                 {"dram_clock", 4e9},
                                 {"duration_in_range", 2e6},
                                 {"issue_utilisation_while_active", 80},
                                 {"active_cycles", 900},
                                 {"busy_cycles", 1200}},
                                streaming());
    QCOMPARE(values.at("dram_utilisation").value, 50.0);  // 3 GB in 1 ms, of 6 TB/s
    QCOMPARE(values.at("dram_utilisation").known, Provenance::derived);
    QCOMPARE(values.at("issue_utilisation").value, 60.0);  // a quarter of the SMs were idle
  }

  void aFormulaOverCountersIsDerived() {
    const auto values =
        derived({"dram_bytes", "traffic_ratio"},
                {{"dram_bytes_read", 4e9}, {"dram_bytes_written", 2e9}}, streaming());
    QCOMPARE(values.at("dram_bytes").value, 6e9);
    QCOMPARE(values.at("dram_bytes").known, Provenance::derived);
    QCOMPARE(values.at("traffic_ratio").value, 2.0);
  }

  void whatNoCounterSaysIsModelled() {
    const auto values = derived({"dram_utilisation", "sm_utilisation", "share_of_roof",
                                 "dram_bytes", "duration", "l2_hit_rate"},
                                {}, streaming());
    QCOMPARE(values.at("dram_utilisation").value, 75.0);
    QCOMPARE(values.at("dram_utilisation").known, Provenance::modelled);
    QCOMPARE(values.at("sm_utilisation").value, 2.0);
    QCOMPARE(values.at("share_of_roof").value, 75.0);
    QCOMPARE(values.at("dram_bytes").known, Provenance::modelled);
    QCOMPARE(values.at("duration").known, Provenance::measured);  // by events
    QVERIFY(!values.contains("l2_hit_rate"));
  }

  void aRatioWithAModelledPartIsModelled() {
    const auto values =
        derived({"arithmetic_intensity"}, {{"dram_bytes_read", 4e9}, {"dram_bytes_written", 1e9}},
                streaming());
    QCOMPARE(values.at("arithmetic_intensity").known, Provenance::modelled);
    QCOMPARE(values.at("arithmetic_intensity").value, 0.2);
  }

  void theLargestOfThoseKnownIsTaken() {
    const auto values = derived({"sm_utilisation"},
                                {{"issue_utilisation_while_active", 37.2},
                                 {"lsu_utilisation_while_active", 73.6},
                                 {"active_cycles", 100},
                                 {"busy_cycles", 100}},
                                ModelInput());
    QCOMPARE(values.at("sm_utilisation").value, 73.6);
    QCOMPARE(values.at("sm_utilisation").from, std::string("lsu_utilisation"));
    QCOMPARE(values.at("sm_utilisation").unit, std::string("%"));
  }

  void nothingIsMadeUp() {
    QVERIFY(derived({"dram_utilisation", "share_of_roof", "duration", "arithmetic_intensity"}, {},
                    ModelInput())
                .empty());
  }

  void valuesSurviveJson() {
    const auto values = derived({"share_of_roof", "dram_bytes"}, {}, streaming());
    const auto read = metricValuesFromJson(toJson(values));
    QVERIFY(read);
    QCOMPARE(read->size(), size_t{2});
    QCOMPARE(read->at("share_of_roof").value, 75.0);
    QCOMPARE(read->at("share_of_roof").known, Provenance::modelled);
    QCOMPARE(read->at("dram_bytes").unit, std::string("byte"));
    QVERIFY(!metricValuesFromJson(json::Value::object({{"a", json::Value::object({})}})));
  }

  void textsHaveUnitsOfASensibleSize() {
    QCOMPARE(metricText({1.87e9, "byte", Provenance::measured, ""}), std::string("1.87 GB"));
    QCOMPARE(metricText({87.3, "%", Provenance::measured, ""}), std::string("87.30 %"));
    QCOMPARE(metricText({25400, "ns", Provenance::measured, ""}), std::string("25.40 µs"));
    QCOMPARE(metricText({0.37, "", Provenance::measured, ""}), std::string("0.3700"));
  }
};

QTEST_GUILESS_MAIN(TestDerive)
#include "test_derive.moc"
