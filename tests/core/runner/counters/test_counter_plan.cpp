// SPDX-License-Identifier: GPL-3.0-or-later
// The host's half of counting, for every chip that CUPTI knows. Needs CUPTI's library, no GPU.
#include <QTest>
#include <set>

#include "model/profile/catalogue.h"
#include "model/profile/policy.h"
#include "runner/counters/counter_listing.h"
#include "runner/counters/counter_plan.h"

using namespace kw;

namespace {

// In the list of CUPTI 13.0, but its profiler of ranges cannot be opened.
constexpr const char* withoutRanges = "GV11B";

std::vector<std::string> countersOf(const std::vector<std::string>& ids, const std::string& chip) {
  std::vector<std::string> names;
  for (const std::string& id : catalogue().countersFor(ids, chip))
    names.push_back(catalogue().find(id)->counterOn(chip)->name);
  return names;
}

int passesOf(const std::vector<std::string>& ids, const std::string& chip) {
  const auto plan = counters::CounterPlan::make(chip, countersOf(ids, chip));
  return plan ? plan->passes() : -1;
}

}  // namespace

class TestCounterPlan : public QObject {
  Q_OBJECT

 private slots:
  void initTestCase() {
    const auto chips = counters::knownChips();
    if (!chips) QSKIP(("no CUPTI here: " + chips.error().message).c_str());
    m_chips = *chips;
    QVERIFY(m_chips.size() >= 20);
  }

  void everyCounterOfTheCatalogueIsThereOnItsChipsAndOnNoOther_data() {
    QTest::addColumn<QString>("chip");
    for (const std::string& chip : m_chips)
      if (chip != withoutRanges) QTest::newRow(chip.c_str()) << QString::fromStdString(chip);
  }
  void everyCounterOfTheCatalogueIsThereOnItsChipsAndOnNoOther() {
    QFETCH(QString, chip);
    const auto listing = counters::listCounters(chip.toStdString());
    QVERIFY2(listing, listing ? "" : listing.error().text().c_str());
    QStringList wrong;
    for (const CounterOffer& offer : listing->offers) {
      if (!offer.counter.empty() && !offer.available)
        wrong += QString::fromStdString(offer.metric + " has no " + offer.counter);
      if (offer.counter.empty() && hasAny(offer.metric, chip.toStdString()))
        wrong += QString::fromStdString(offer.metric + " could be counted");
      if (offer.available && offer.passes < 1)
        wrong += QString::fromStdString(offer.metric + " takes no pass");
    }
    QVERIFY2(wrong.isEmpty(), qPrintable(wrong.join("; ")));
    QVERIFY(listing->fullPasses > 1);
  }

  void thePassesThatTheCatalogueStatesAreTheChips() {
    for (const Metric& metric : catalogue().metrics())
      for (const auto& [chip, passes] : metric.passes)
        QVERIFY2(passesOf({metric.id}, chip) == passes,
                 (metric.id + " on " + chip + " takes " +
                  std::to_string(passesOf({metric.id}, chip)) + " passes")
                     .c_str());
  }

  void countersSharePasses() {
    const std::vector<std::string> together = {
        "issue_utilisation", "lsu_utilisation", "alu_utilisation", "dram_utilisation",
        "l2_utilisation",    "l1_utilisation",  "dram_bytes",      "duration"};
    QCOMPARE(passesOf(together, "GH100"), 1);
    QVERIFY(passesOf({"sm_throughput"}, "GH100") > 4);
  }

  // Readings of a walk do not share passes, and nothing is read twice.
  void thePathsOfTheDefaultTreeTakeAtMostSixPasses() {
    for (const auto& path : defaultPolicy().paths()) {
      std::set<std::string> read;
      int passes = 0;
      for (const PolicyNode* node : path) {
        std::vector<std::string> ids;
        for (const std::string& id : catalogue().countersFor(metricsOf(*node), "GH100"))
          if (read.insert(id).second) ids.push_back(id);
        if (!ids.empty()) passes += passesOf(ids, "GH100");
      }
      QVERIFY2(passes <= 6, (path.back()->id + ": " + std::to_string(passes)).c_str());
    }
  }

  void namesThatTheChipLacksAreToldAndSpoilNothing() {
    const auto plan = counters::CounterPlan::make(
        "GB202", {"dram__bytes_read.sum", "no_such.sum", "lts__t_bytes.sum"});
    QVERIFY(plan);
    const std::vector<std::string> absent = {"dram__bytes_read.sum", "no_such.sum"};
    QCOMPARE(plan->absent(), absent);
    QCOMPARE(plan->names(), std::vector<std::string>{"lts__t_bytes.sum"});
    QCOMPARE(plan->passes(), 1);
  }

  void anUnknownChipIsRefusedWithThoseThatAreKnown() {
    const auto listing = counters::listCounters("GH999");
    QVERIFY(!listing);
    QCOMPARE(listing.error().kind, ErrorKind::badInput);
    QVERIFY(QString::fromStdString(listing.error().text()).contains("GH100"));
  }

 private:
  static bool hasAny(const std::string& id, const std::string& chip) {
    std::vector<std::string> names;
    for (const CounterName& one : catalogue().find(id)->counters)
      names.push_back(one.name);
    const auto plan = counters::CounterPlan::make(chip, names);
    return plan && !plan->names().empty();
  }

  std::vector<std::string> m_chips;
};

QTEST_GUILESS_MAIN(TestCounterPlan)
#include "test_counter_plan.moc"
