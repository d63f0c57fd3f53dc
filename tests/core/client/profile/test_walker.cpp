// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>

#include "client/profile/walker.h"
#include "support/printing.h"

using namespace kw;

namespace {

// Counters as a GH100 would give them, one pass for four of them.
class Counters final : public CounterSource {
 public:
  explicit Counters(std::map<std::string, double> values) : m_values(std::move(values)) {}

  Result<CounterReading> read(const std::vector<std::string>& metrics, int mostPasses,
                              std::stop_token) override {
    asked.push_back(metrics);
    CounterReading reading;
    reading.chip = "GH100";
    reading.planned = (static_cast<int>(metrics.size()) + 3) / 4;
    reading.overBudget = mostPasses > 0 && reading.planned > mostPasses;
    if (reading.overBudget) return reading;
    reading.passes = reading.planned;
    reading.milliseconds = 10.0 * reading.passes;
    for (const std::string& id : metrics) {
      const auto found = m_values.find(id);
      if (found != m_values.end())
        reading.values.insert(*found);
      else
        reading.absent.push_back(id);
    }
    return reading;
  }

  std::vector<std::vector<std::string>> asked;

 private:
  std::map<std::string, double> m_values;
};

// 3 GB in a millisecond, of 4 TB/s.
ModelInput streaming(double share = 0.75) {
  ModelInput input;
  input.bytes = 3e9;
  input.flops = 1e9;
  input.precision = "fp32";
  input.seconds = 1e-3;
  input.floorSeconds = share * 1e-3;
  input.dramRate = 4e12;
  input.flopsRate = 5e13;
  return input;
}

Profile walked(CounterSource& source, const ModelInput& input = streaming(),
               const WalkOptions& options = {}) {
  auto profile = walk(defaultPolicy(), catalogue(), input, source, options, {});
  if (!profile) qFatal("%s", profile.error().text().c_str());
  return *std::move(profile);
}

// 3 GB of the 3.45 that DRAM moves in a millisecond at most: 87 %.
const std::map<std::string, double> busyMemory = {{"dram_bytes_read", 2e9},
                                                  {"dram_bytes_written", 1e9},
                                                  {"dram_peak", 1000},
                                                  {"dram_clock", 3e9 / 0.87},
                                                  {"l2_bytes", 4e9},
                                                  {"l2_peak", 2000},
                                                  {"l2_clock", 5e9},
                                                  {"active_cycles", 1000},
                                                  {"busy_cycles", 1000},
                                                  {"issue_utilisation_while_active", 20},
                                                  {"lsu_utilisation_while_active", 10},
                                                  {"alu_utilisation_while_active", 5},
                                                  {"l1_utilisation_while_active", 15},
                                                  {"achieved_occupancy", 90},
                                                  {"load_bytes_of_sectors", 100.3},
                                                  {"store_bytes_of_sectors", 0}};

std::map<std::string, double> idle() {
  std::map<std::string, double> values = busyMemory;
  values["dram_clock"] = 3e9 / 0.12;
  values["fma_utilisation_while_active"] = values["xu_utilisation_while_active"] = 3;
  return values;
}

}  // namespace

class TestWalker : public QObject {
  Q_OBJECT

 private slots:
  void onlyWhatThePathNeedsIsRead() {
    Counters counters(busyMemory);
    const Profile profile = walked(counters);
    QCOMPARE(profile.regime, std::string("memory-bound"));
    QCOMPARE(profile.leaf, std::string("streaming"));
    const std::vector<std::string> path = {"roof",       "activity", "dram",
                                           "dram_first", "traffic",  "streaming"};
    QCOMPARE(profile.path(), path);
    QCOMPARE(counters.asked.size(), size_t{2});
    for (const auto& ids : counters.asked)
      for (const std::string& id : ids)
        QVERIFY2(!id.starts_with("stall") && id != "fma_utilisation_while_active", id.c_str());
    QCOMPARE(profile.chip, std::string("GH100"));
    QCOMPARE(profile.collector, std::string("range profiler"));
    QCOMPARE(profile.passes, 5);
    QCOMPARE(profile.milliseconds, 50.0);
  }

  void whatIsKnownSoFarIsToldAfterEachStep() {
    Counters counters(busyMemory);
    std::vector<Profile> told;
    WalkOptions options;
    options.grown = [&](const Profile& soFar) { told.push_back(soFar); };
    const Profile profile = walked(counters, streaming(), options);
    QCOMPARE(told.size(), profile.steps.size());
    for (size_t i = 0; i < told.size(); ++i) {
      QCOMPARE(told[i].steps.size(), i + 1);
      QCOMPARE(told[i].leaf.empty(), i + 1 < told.size());
      QVERIFY(i == 0 || told[i].values.size() >= told[i - 1].values.size());
      QVERIFY(i == 0 || told[i].passes >= told[i - 1].passes);
    }
    QCOMPARE(toJson(told.back()), toJson(profile));
  }

  void eachStepHoldsWhatWasSeenAndWhatItCost() {
    Counters counters(busyMemory);
    const Profile profile = walked(counters);
    const ProfileStep& dram = profile.steps.at(2);
    QCOMPARE(dram.metric, std::string("dram_utilisation"));
    QCOMPARE(dram.observed->value, 87.0);
    QCOMPARE(dram.observed->known, Provenance::derived);
    QCOMPARE(dram.taken, std::string("yes"));
    QCOMPARE(profile.steps.at(1).passes, 4);
    QCOMPARE(profile.steps.at(1).values.at("dram_bytes").known, Provenance::derived);
    QCOMPARE(profile.values.at("share_of_roof").known, Provenance::modelled);
  }

  void accessesThatAreNotMadeHaveNoEfficiency() {
    Counters counters(busyMemory);
    const MetricValues values = walked(counters).values;
    QCOMPARE(values.at("load_efficiency").value, 100.0);
    QVERIFY(!values.contains("store_efficiency"));
  }

  void ofSeveralBusyUnitsTheBusiestBounds() {
    std::map<std::string, double> values = idle();
    values["l1_utilisation_while_active"] = 62;
    values["lanes_active"] = 100;
    Counters caches(values);
    QCOMPARE(walked(caches).leaf, std::string("cache_bandwidth"));
    values["issue_utilisation_while_active"] = 66;  // about as busy: memory goes first
    Counters both(values);
    QCOMPARE(walked(both).leaf, std::string("cache_bandwidth"));
    values["issue_utilisation_while_active"] = 73;
    Counters issue(values);
    QCOMPARE(walked(issue).leaf, std::string("arithmetic"));
    values = busyMemory;
    values["dram_clock"] = 3e9 / 0.65;
    values["alu_utilisation_while_active"] = 85;
    values["lanes_active"] = 100;
    Counters alu(values);
    const Profile profile = walked(alu);
    QCOMPARE(profile.leaf, std::string("arithmetic"));
    KW_VERIFY_CONTAINS(profileText(profile), "the busiest of issue and pipes 85.00 %");
  }

  void theSameReadingsGiveTheSamePath() {
    Counters one(busyMemory), other(busyMemory);
    QCOMPARE(walked(one).path(), walked(other).path());
    QCOMPARE(one.asked, other.asked);
  }

  void atTheRoofTheAlgorithmIsTheBound() {
    Counters counters(busyMemory);
    const Profile profile = walked(counters, streaming(0.97));
    QCOMPARE(profile.regime, std::string("algorithm-bound"));
    QCOMPARE(profile.steps.size(), size_t{2});
  }

  void furtherPipesAreReadOnlyWhereTheCheapOnesDidNotDecide() {
    std::map<std::string, double> values = idle();
    values["fma_utilisation_while_active"] = 80;
    values["lanes_active"] = 100;
    Counters counters(values);
    QCOMPARE(walked(counters).regime, std::string("compute-bound"));
    QCOMPARE(counters.asked.size(), size_t{4});
    values["issue_utilisation_while_active"] = 75;
    Counters cheap(values);
    QCOMPARE(walked(cheap).regime, std::string("compute-bound"));
    QCOMPARE(cheap.asked.size(), size_t{3});
    values["lanes_active"] = 40;
    Counters divergent(values);
    QCOMPARE(walked(divergent).regime, std::string("algorithm-bound"));
  }

  void whatIsIdleIsBoundByLatency() {
    Counters counters(idle());
    const Profile profile = walked(counters);
    QCOMPARE(profile.regime, std::string("latency-bound"));
    QVERIFY(!profile.steps.back().absent.empty());  // stalls, which these counters lack
  }

  void withoutCountersItGoesOnWithTheModel() {
    NoCounters none("not here", "do this");
    const Profile profile = walked(none);
    QCOMPARE(profile.regime, std::string("memory-bound"));
    QCOMPARE(profile.refusal, std::string("not here"));
    QCOMPARE(profile.remedy, std::string("do this"));
    QCOMPARE(profile.collector, std::string("modelled"));
    QCOMPARE(profile.passes, 0);
    for (const auto& [id, value] : profile.values)
      QVERIFY2(value.known == Provenance::modelled || id == "duration", id.c_str());
  }

  void aBudgetOfPassesIsKept() {
    for (int passes = 1; passes <= 5; ++passes) {
      Counters counters(busyMemory);
      WalkOptions options;
      options.budget.passes = passes;
      const Profile profile = walked(counters, streaming(), options);
      QVERIFY(profile.passes <= passes);
      QCOMPARE(profile.regime,
               std::string("memory-bound"));  // by the model, where nothing was read
      if (passes < 4) QVERIFY(!profile.steps.at(1).skipped.empty());
    }
  }

  void budgetsOfTimeAndMetricsAreKept() {
    Counters counters(busyMemory);
    WalkOptions options;
    options.budget.milliseconds = 5;  // the first reading takes longer, and is the last
    QCOMPARE(walked(counters, streaming(), options).passes, 4);
    Counters few(busyMemory);
    options.budget = {};
    options.budget.metrics = 4;
    const Profile profile = walked(few, streaming(), options);
    QVERIFY(few.asked.size() <= 1);
    QVERIFY(profile.steps.at(1).skipped.find("budget") != std::string::npos);
  }

  void theFullSetIsReadOnceBeforeTheWalk() {
    Counters counters(busyMemory);
    WalkOptions options;
    options.full = true;
    const Profile profile = walked(counters, streaming(), options);
    QCOMPARE(counters.asked.size(), size_t{1});
    QCOMPARE(profile.steps.front().node, std::string("full set"));
    QCOMPARE(profile.leaf, std::string("streaming"));
    QVERIFY(profile.isFull);
  }

  void itIsToldStepByStepAndCanBeStopped() {
    Counters counters(busyMemory);
    std::stop_source stop;
    WalkOptions options;
    size_t told = 0;
    options.stepped = [&](const ProfileStep&) {
      if (++told == 2) stop.request_stop();
    };
    const auto profile =
        walk(defaultPolicy(), catalogue(), streaming(), counters, options, stop.get_token());
    QVERIFY(!profile);
    QCOMPARE(profile.error().kind, ErrorKind::cancelled);
    QCOMPARE(told, size_t{2});
  }

  void theSentenceNamesTheEvidence() {
    Counters counters(busyMemory);
    const QString text = QString::fromStdString(profileText(walked(counters)));
    QVERIFY2(text.startsWith("memory-bound: DRAM bandwidth"), qPrintable(text));
    QVERIFY2(text.contains("87.00 % (derived)"), qPrintable(text));
    QVERIFY2(text.contains("75.00 % of the roof (modelled)"), qPrintable(text));
  }

  void theSentenceOfBusyPipesNamesThem() {
    std::map<std::string, double> values = idle();
    values["issue_utilisation_while_active"] = 75;
    values["lanes_active"] = 100;
    Counters counters(values);
    const QString text = QString::fromStdString(profileText(walked(counters)));
    QVERIFY2(text.startsWith("compute-bound: instruction throughput"), qPrintable(text));
    QVERIFY2(text.contains("75.00 % (derived)"), qPrintable(text));
    values["lanes_active"] = 40;
    Counters divergent(values);
    const QString idleLanes = QString::fromStdString(profileText(walked(divergent)));
    QVERIFY2(idleLanes.contains("40.00 % (measured)"), qPrintable(idleLanes));
  }

  void aProfileSurvivesJson() {
    Counters counters(busyMemory);
    Profile profile = walked(counters);
    profile.candidate = {true, "hash", Configuration({{"BLOCK", int64_t{256}}})};
    profile.caseName = "large";
    const auto read = profileFromJson(toJson(profile));
    QVERIFY2(read, read ? "" : read.error().text().c_str());
    QVERIFY(toJson(*read) == toJson(profile));
    QVERIFY(findProfile({*read}, profile.candidate, ""));
    QVERIFY(!findProfile({*read}, profile.candidate, "GPU-1"));
    QVERIFY(!findProfile({*read}, profile.candidate, "", 1410));
    Protocol locked;
    locked.lockedClock = 1410;
    profile.protocol = locked.text();
    QVERIFY(!findProfile({profile}, profile.candidate, ""));
    QVERIFY(findProfile({profile}, profile.candidate, "", 1410));
  }
};

QTEST_GUILESS_MAIN(TestWalker)
#include "test_walker.moc"
