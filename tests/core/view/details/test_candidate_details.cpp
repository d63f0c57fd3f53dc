// SPDX-License-Identifier: GPL-3.0-or-later
// Details begin with what the row tells and are completed by the whole evaluation.
#include <QTest>
#include <algorithm>

#include "support/sample_rows.h"
#include "view/details/candidate_details.h"

using namespace kw;
using namespace kw::view;

namespace {

struct Fixture {
  std::vector<Evaluation> evaluations = test::sampleEvaluations(test::tableProblem(), 40);
  CandidateList list;
  CandidateCells cells{list};

  Fixture() {
    std::vector<CandidateRow> rows;
    for (const Evaluation& evaluation : evaluations)
      rows.push_back(view::rowOf(evaluation, test::tableCases()));
    list.append(std::move(rows));
    cells.reset(test::tableCases().size());
  }
  CandidateDetails details(CandidateId id, bool whole) const {
    return detailsOf(list, cells, id, test::tableCases(), whole ? &evaluations[id] : nullptr);
  }
  CandidateId first(VerdictKind kind) const {
    for (CandidateId id = 1; id < list.size(); ++id)
      if (list[id].verdict == kind) return id;
    return 0;
  }
};

std::string valueOf(const std::vector<Fact>& facts, const std::string& name) {
  for (const Fact& fact : facts)
    if (fact.name == name) return fact.value;
  return "";
}

}  // namespace

class TestCandidateDetails : public QObject {
  Q_OBJECT

 private slots:
  void theRowTellsTimesAtOnce() {
    const Fixture fixture;
    const CandidateDetails details = fixture.details(fixture.first(VerdictKind::verified), false);
    QVERIFY(!details.isWhole);
    QCOMPARE(details.cases.size(), size_t{2});
    QVERIFY(!details.cases[0].cold.empty() && !details.cases[0].interval.empty());
    QVERIFY(details.cases[0].samples.empty());
    QVERIFY(details.time.find("over the source kernel") != std::string::npos);
    QVERIFY(!valueOf(details.resources, "registers").empty());
  }

  void theWholeAddsSamplesFloorAndOracle() {
    const Fixture fixture;
    const CandidateDetails details = fixture.details(fixture.first(VerdictKind::verified), true);
    QVERIFY(details.isWhole);
    QCOMPARE(details.cases[0].samples, std::string("20"));
    QCOMPARE(details.cases[0].sampleTimes.size(), size_t{20});
    QVERIFY(details.cases[0].floorShare.ends_with(" %"));
    QCOMPARE(valueOf(details.judgement, "oracle"), std::string("independent (NumPy) on all cases"));
    QVERIFY(valueOf(details.resources, "occupancy").find("limited by registers") !=
            std::string::npos);
  }

  void eachCaseSaysHowFarTheFastestIs() {
    const Fixture fixture;
    size_t fastest = 0;
    for (CandidateId id = 0; id < fixture.list.size(); ++id)
      for (const CaseDetails& each : fixture.details(id, false).cases) {
        QVERIFY(each.standing.ends_with("the fastest on this case"));
        fastest += each.standing == "the fastest on this case";
      }
    QCOMPARE(fastest, test::tableCases().size());
    const CandidateId id = fixture.first(VerdictKind::verified);
    QVERIFY(textOf(fixture.details(id, true), false).find("the fastest on this case") !=
            std::string::npos);
    // One case has no winner of its own.
    const CandidateDetails alone =
        detailsOf(fixture.list, fixture.cells, id, {test::tableCases().front()}, nullptr);
    QCOMPARE(alone.cases[0].standing, std::string());
  }

  void aFaultHasDistancesAMapAndItsCommand() {
    Fixture fixture;
    const CandidateId id = fixture.first(VerdictKind::wrong);
    Evaluation& evaluation = fixture.evaluations[id];
    evaluation.depth = Depth::full;
    evaluation.costs.verify = 300;
    evaluation.costs.full = 700;
    evaluation.checkSeed = 93;
    evaluation.verdict.difference->inputs = "narrow";
    evaluation.verdict.difference->ulps = 1204;
    evaluation.verdict.difference->map = {.rows = 1, .columns = 3, .wrong = {0, 5, 1}};
    evaluation.verdict.errors = {{.caseName = "tail", .argument = "out", .counts = {10, 2}}};
    evaluation.verdict.unchecked = {"case wide: no guards"};
    const CandidateDetails details =
        detailsOf(fixture.list, fixture.cells, id, test::tableCases(), &evaluation, "my kernel");
    QCOMPARE(valueOf(details.judgement, "depth"),
             std::string("full, 1 s (quick 300 ms, full 700 ms)"));
    QCOMPARE(valueOf(details.judgement, "on other inputs"), std::string("narrow"));
    QCOMPARE(valueOf(details.judgement, "distance"), std::string("1,204 ULPs"));
    QCOMPARE(valueOf(details.judgement, "not checked"), std::string("case wide: no guards"));
    QVERIFY(details.again.starts_with("kwr verify 'my kernel' --device "));
    QVERIFY(details.again.find("--check-seed 93 --depth full --config ") != std::string::npos);
    QCOMPARE(details.errors.size(), size_t{1});
    QCOMPARE(details.errors[0].ranges.size(), size_t{2});
    const std::string text = textOf(details, false);
    QVERIFY(text.find("  .#2\n") != std::string::npos);
    QVERIFY(text.find("Again: kwr verify") != std::string::npos);
  }

  void aWrongOneTellsTheFirstDifference() {
    const Fixture fixture;
    const CandidateDetails details = fixture.details(fixture.first(VerdictKind::wrong), true);
    QCOMPARE(valueOf(details.judgement, "first difference"),
             std::string("out[2, 17] of case tail"));
    QCOMPARE(valueOf(details.judgement, "got"), std::string("0.5"));
    QCOMPARE(valueOf(details.judgement, "want"), std::string("0.25"));
    QCOMPARE(valueOf(details.judgement, "allowed"), std::string("± 0.001"));
    QCOMPARE(valueOf(details.judgement, "like it"), std::string("12 of 3,003 elements"));
  }

  void theLogOfTheCompilerIsKept() {
    const Fixture fixture;
    const CandidateId id = fixture.first(VerdictKind::failedToCompile);
    QVERIFY(fixture.details(id, false).log.empty());
    const CandidateDetails details = fixture.details(id, true);
    QVERIFY(details.log.find("undefined_thing") != std::string::npos);
    QVERIFY(details.resources.empty());
  }

  void allOfItBecomesText() {
    const Fixture fixture;
    const CandidateDetails details = fixture.details(fixture.first(VerdictKind::verified), true);
    const std::string text = textOf(details, true);
    for (const char* part : {"CPU time", "Configuration\n  BLOCK: ", "  decode: ", "Verdict\n",
                             "samples: 20", "of the floor (modelled)", "key: sample-"})
      QVERIFY2(text.find(part) != std::string::npos, part);
    QVERIFY(textOf(details, false).find("CPU time") == std::string::npos);
  }
};

QTEST_GUILESS_MAIN(TestCandidateDetails)
#include "test_candidate_details.moc"
