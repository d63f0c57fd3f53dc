// SPDX-License-Identifier: GPL-3.0-or-later
// A profile as a table: groups, differences, rounds, what is missing and why, and its texts.
#include <QTest>
#include <algorithm>

#include "model/recordings/csv_table.h"
#include "support/sample_profiles.h"
#include "view/counters/counter_texts.h"

using namespace kw;
using namespace kw::view;

namespace {

Candidate candidate(int64_t block) {
  return {true, "template", Configuration({{"BLOCK", ParameterValue(block)}})};
}
const Candidate source{false, "source", {}};
const CounterBaseline toSource{source, "source kernel"};

const CounterRow* find(const CounterSheet& sheet, const std::string& id) {
  for (const CounterGroup& group : sheet.groups)
    for (const CounterRow& row : group.rows)
      if (row.id == id) return &row;
  return nullptr;
}

std::string why(const CounterSheet& sheet, const std::string& id) {
  const auto found = std::ranges::find(sheet.missing, id, &MissingMetric::id);
  return found == sheet.missing.end() ? std::string() : found->why;
}

bool anyHas(const std::vector<std::string>& texts, const std::string& part) {
  return std::ranges::any_of(
      texts, [&](const std::string& text) { return text.find(part) != std::string::npos; });
}

}  // namespace

class TestCounterSheet : public QObject {
  Q_OBJECT

 private slots:
  void metricsStandByWhatTheyAnswer() {
    const std::vector<Profile> profiles = {test::sampleProfile(candidate(64))};
    const CounterSheet sheet = counterSheet(catalogue(), profiles, profiles[0], toSource);
    QCOMPARE(sheet.rows(), profiles[0].values.size());
    for (size_t i = 0; i < sheet.groups.size(); ++i) {
      QVERIFY(!sheet.groups[i].rows.empty());
      for (size_t j = 0; j < i; ++j)
        QVERIFY(sheet.groups[i].need != sheet.groups[j].need);
      for (const CounterRow& row : sheet.groups[i].rows)
        QCOMPARE(catalogue().find(row.id)->need, sheet.groups[i].need);
    }
    QCOMPARE(find(sheet, "dram_utilisation")->value.known, Provenance::derived);
  }

  void differencesAreRatiosAndOfPercentagesPoints() {
    std::vector<Profile> profiles = {test::sampleProfile(source, 80),
                                     test::sampleProfile(candidate(64), 87)};
    profiles[0].values.at("dram_bytes").value = 2 * profiles[1].values.at("dram_bytes").value;
    const CounterSheet sheet = counterSheet(catalogue(), profiles, profiles[1], toSource);
    QCOMPARE(sheet.baselineName, std::string("source kernel"));
    QVERIFY(sheet.baselineNote.empty());
    QCOMPARE(find(sheet, "dram_bytes")->difference, std::string("−50.0 %"));
    QCOMPARE(find(sheet, "dram_utilisation")->difference, std::string("+7.0 points"));
    QCOMPARE(find(sheet, "l2_utilisation")->difference, std::string("0.0 points"));
    QCOMPARE(differenceTitle(sheet), std::string("To source kernel"));
    QVERIFY(baselineText(sheet).empty());
  }

  void theLastProfileOfTheBaselineCounts() {
    const std::vector<Profile> profiles = {test::sampleProfile(source, 80),
                                           test::sampleProfile(candidate(64), 87),
                                           test::sampleProfile(source, 85)};
    const CounterSheet sheet = counterSheet(catalogue(), profiles, profiles[1], toSource);
    QCOMPARE(find(sheet, "dram_utilisation")->difference, std::string("+2.0 points"));
  }

  void whatIsKnownOtherwiseIsNotCompared() {
    const std::vector<Profile> profiles = {test::modelledProfile(source),
                                           test::sampleProfile(candidate(64))};
    const CounterSheet sheet = counterSheet(catalogue(), profiles, profiles[1], toSource);
    const CounterRow* row = find(sheet, "dram_bytes");
    QVERIFY(row->baseline.has_value());
    QVERIFY(row->difference.empty());
    QCOMPARE(row->whyNoDifference, std::string("derived here, modelled there"));
    QVERIFY(originText(catalogue(), *row).find(row->whyNoDifference) != std::string::npos);
    // Both of them are modelled.
    QCOMPARE(find(sheet, "share_of_roof")->difference, std::string("+18.3 points"));
  }

  void aBaselineWithoutAProfileOfThisCaseIsSaid() {
    std::vector<Profile> profiles = {test::sampleProfile(candidate(64))};
    CounterSheet sheet = counterSheet(catalogue(), profiles, profiles[0], toSource);
    QCOMPARE(baselineText(sheet),
             std::string("No differences: source kernel is not profiled yet."));
    profiles.push_back(test::sampleProfile(source));
    profiles.back().caseName = "decode";
    sheet = counterSheet(catalogue(), profiles, profiles[0], toSource);
    QCOMPARE(sheet.baselineNote, std::string("profiled on the case decode only"));
    QVERIFY(find(sheet, "dram_bytes")->difference.empty());
    profiles.back().caseName = test::profiledCase;
    profiles.back().deviceModel = "another";
    sheet = counterSheet(catalogue(), profiles, profiles[0], toSource);
    QCOMPARE(sheet.baselineNote, std::string("not profiled yet"));
    sheet = counterSheet(catalogue(), profiles, profiles[0], {candidate(64), "#1"});
    QCOMPARE(differenceTitle(sheet), std::string("Difference"));
    QVERIFY(!baselineText(sheet).empty());
  }

  void roundsAreTheProfilesOfThisDeviceAndCase() {
    std::vector<Profile> profiles = {
        test::sampleProfile(source, 70), test::modelledProfile(candidate(32)),
        test::sampleProfile(candidate(64), 80), test::sampleProfile(candidate(128), 90),
        test::sampleProfile(candidate(256), 99)};
    profiles[4].caseName = "decode";
    const CounterSheet sheet = counterSheet(catalogue(), profiles, profiles[2], toSource);
    const CounterRow* row = find(sheet, "dram_utilisation");
    QCOMPARE(row->rounds.size(), size_t{3});  // neither the modelled one nor the other case
    QCOMPARE(row->round, size_t{1});
    QCOMPARE(roundsText(*row), std::string("2nd of 3 profiles of this case: 70.00 % to 90.00 %"));
    QCOMPARE(find(sheet, "share_of_roof")->rounds.size(), size_t{4});  // which is always modelled
  }

  void whatIsMissingHasItsReason() {
    const std::vector<Profile> profiles = {test::sampleProfile(candidate(64)),
                                           test::sampleProfile(candidate(64), 87, 4),
                                           test::modelledProfile(candidate(64))};
    CounterSheet sheet = counterSheet(catalogue(), profiles, profiles[0], toSource);
    QVERIFY(!why(sheet, "store_efficiency").empty());
    QCOMPARE(sheet.missing.size(), size_t{1});
    QCOMPARE(sheet.rows() + sheet.missing.size() + sheet.notAsked, catalogue().metrics().size());
    QVERIFY(anyHas(missingTexts(sheet, profiles[0]), "The path did not need the other"));

    sheet = counterSheet(catalogue(), profiles, profiles[1], toSource);
    QVERIFY2(why(sheet, "load_efficiency").starts_with("not counted: the budget of 4 passes"),
             why(sheet, "load_efficiency").c_str());

    sheet = counterSheet(catalogue(), profiles, profiles[2], toSource);
    QCOMPARE(why(sheet, "l2_utilisation"), std::string("no counters can be read here"));
    QVERIFY(why(sheet, "dram_bytes").empty());  // modelled
    const std::vector<std::string> texts = missingTexts(sheet, profiles[2]);
    QCOMPARE(texts.front(),
             std::string("No counters: this user may not read counters; run it as root."));
  }

  void theWordsAroundItTellHowFarItIsAndWhatItCost() {
    Profile profile = test::sampleProfile(candidate(64));
    QVERIFY(regimeText(profile).starts_with("Memory-bound: DRAM bandwidth"));
    QCOMPARE(costText(profile), std::string("Counters: 5 passes, 57.50 ms."));
    QCOMPARE(collectorText(profile), "Case prefill on " + profile.deviceModel +
                                         " (GH100), range profiler, tree default (hand-set)");
    profile.collector = "ncu";
    profile.passes = 0;
    QCOMPARE(costText(profile), std::string("Counters: read by ncu."));
    profile.leaf.clear();
    profile.steps.resize(2);
    QCOMPARE(regimeText(profile),
             std::string("The walk goes on: 2 steps so far, the last one activity."));
    QCOMPARE(costText(test::modelledProfile(source)), std::string("No counters were read."));
  }

  void whereAValueComesFromIsTold() {
    const std::vector<Profile> profiles = {test::sampleProfile(candidate(64))};
    const CounterSheet sheet = counterSheet(catalogue(), profiles, profiles[0], toSource);
    QVERIFY(originText(catalogue(), *find(sheet, "achieved_occupancy"))
                .starts_with("achieved_occupancy, measured: counter sm__warps_active"));
    QVERIFY(originText(catalogue(), *find(sheet, "dram_bytes"))
                .starts_with("dram_bytes, derived: from dram_bytes_read + dram_bytes_written\n"));
  }

  void wordsFilter() {
    const std::vector<Profile> profiles = {test::sampleProfile(candidate(64))};
    const CounterSheet sheet = counterSheet(catalogue(), profiles, profiles[0], toSource);
    QCOMPARE(filtered(sheet.groups, "").size(), sheet.groups.size());
    const auto dram = filtered(sheet.groups, "dram THROUGHPUT");
    QCOMPARE(dram.size(), size_t{1});
    QCOMPARE(dram[0].rows.size(), size_t{1});
    QCOMPARE(dram[0].rows[0].id, std::string("dram_utilisation"));
    for (const CounterGroup& group : filtered(sheet.groups, "modelled"))
      for (const CounterRow& row : group.rows)
        QCOMPARE(row.value.known, Provenance::modelled);
    QVERIFY(filtered(sheet.groups, "nothing like it").empty());
    QCOMPARE(filtered(sheet.missing, "coalescing").size(), size_t{1});
    QCOMPARE(filtered(sheet.missing, "missing").size(), size_t{1});
  }

  void rowsAreCopiedAsNumbersAndAllOfItIsExported() {
    const std::vector<Profile> profiles = {test::sampleProfile(source, 90),
                                           test::sampleProfile(candidate(64), 87)};
    const CounterSheet sheet = counterSheet(catalogue(), profiles, profiles[1], toSource);
    const TextTable some = counterTable(sheet, {"dram_utilisation"});
    QCOMPARE(some.rows.size(), size_t{1});
    QCOMPARE(some.rows[0][2].substr(0, 2), std::string("87"));
    QCOMPARE(some.rows[0][3], std::string("%"));
    QCOMPARE(some.rows[0][6], std::string("-3.0 points"));
    QCOMPARE(counterTable(sheet).rows.size(), sheet.rows() + sheet.missing.size());

    const auto table = recordings::readCsvTable(counterCsv(sheet, profiles[1]));
    QCOMPARE(table.rows.size(), 1 + sheet.rows() + sheet.missing.size());
    QVERIFY(!table.isCut);
    for (const auto& row : table.rows)
      QCOMPARE(row.cells.size(), table.rows[0].cells.size());
    QCOMPARE(table.rows[1].cells[0], std::string("BLOCK=64"));
    QCOMPARE(table.rows[1].cells[1], std::string(test::profiledCase));
  }
};

QTEST_GUILESS_MAIN(TestCounterSheet)
#include "test_counter_sheet.moc"
