// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>
#include <set>

#include "model/profile/catalogue.h"

using namespace kw;

namespace {

std::string file(const std::string& metrics) {
  return R"({"format": "kernelwright-metrics/1", "metrics": [)" + metrics + "]}";
}

std::string metric(const std::string& id, const std::string& rest) {
  return R"({"id": ")" + id + R"(", "need": "n", "title": "t", "unit": "", )" + rest + "}";
}

QString faultOf(const std::string& metrics) {
  const auto read = Catalogue::read({{"a.json", file(metrics)}});
  return read ? QString() : QString::fromStdString(read.error().text());
}

}  // namespace

class TestCatalogue : public QObject {
  Q_OBJECT

 private slots:
  void theOneThatComesWithTheProgramIsRead() {
    QVERIFY(catalogue().metrics().size() > 60);
    std::set<std::string> needs;
    for (const Metric& metric : catalogue().metrics())
      needs.insert(metric.need);
    for (const char* need :
         {"DRAM bytes", "L2 bytes", "L1 bytes", "hit rates", "coalescing", "bank conflicts",
          "spills", "issue activity", "pipe utilisation", "occupancy", "stall reasons",
          "branch efficiency", "instruction counts", "clock cycles", "fp32 operations",
          "fp64 operations", "fp16 operations", "tensor operations"})
      QVERIFY2(needs.contains(need), need);
  }

  void aCounterIsChosenByTheChip() {
    const Metric* read = catalogue().find("dram_bytes_read");
    QVERIFY(read);
    QCOMPARE(read->counterOn("GH100")->name, std::string("dram__bytes_read.sum"));
    QCOMPARE(read->counterOn("GB202")->name, std::string("dram__bytes_op_read.sum"));
    QVERIFY(!read->counterOn("GB10B"));
    QVERIFY(!read->counterOn(""));
  }

  void whatAFormulaIsOverIsCounted() {
    const std::vector<std::string> wanted = {"dram_bytes_read", "dram_bytes_written"};
    QCOMPARE(catalogue().countersFor({"dram_rate", "dram_bytes", "duration"}, "GH100"), wanted);
    QVERIFY(catalogue().countersFor({"share_of_roof"}, "GH100").empty());
  }

  void unknownNamesAndCirclesAreFaults() {
    QVERIFY(faultOf(metric("a", R"("formula": "2 * b")")).contains("no metric and no input"));
    QVERIFY(faultOf(metric("a", R"("modelled": "work.byte")")).contains("no input"));
    QVERIFY(faultOf(metric("a", R"("formula": "b")") + "," + metric("b", R"("formula": "a")"))
                .contains("computed from itself"));
    QVERIFY(faultOf(metric("a", R"("modelled": "work.bytes")") + "," +
                    metric("a", R"("modelled": "work.bytes")"))
                .contains("twice"));
    QVERIFY(faultOf(metric("a", R"("modelled": "work.bytes")")).isEmpty());
  }

  void itIsReadStrictly() {
    QVERIFY(faultOf(metric("a", R"("counter": [])")).contains("counters"));
    QVERIFY(faultOf(R"({"id": "a"})").contains("need"));
    QVERIFY(!Catalogue::read({{"a.json", R"({"format": "kernelwright-metrics/2"})"}}));
    QVERIFY(!Catalogue::read({{"a.json", "{"}}));
  }
};

QTEST_GUILESS_MAIN(TestCatalogue)
#include "test_catalogue.moc"
