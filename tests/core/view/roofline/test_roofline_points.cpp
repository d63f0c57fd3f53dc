// SPDX-License-Identifier: GPL-3.0-or-later
// Points stand where their bytes, operations and time put them, and the words say how each is
// known.
#include <QTest>
#include <cmath>

#include "roofline_samples.h"
#include "view/roofline/roofline_text.h"

using namespace kw;
using namespace kw::view;
using test::roofRow;

namespace {

struct Made {
  Problem problem;
  CandidateList list;
  RooflinePoints points;

  Made(std::vector<CandidateRow> rows, std::vector<Profile> profiles = {}, int which = 0,
       bool hasOperations = true)
      : problem(test::roofProblem(hasOperations)) {
    list.append(std::move(rows));
    points.build(list, {&problem, test::roofDevice(), std::move(profiles)}, which);
  }
};

bool near(double a, double b) {
  return std::abs(a - b) <= 1e-9 * std::abs(b);
}

bool hasText(const std::vector<std::string>& texts, const char* part) {
  return std::ranges::any_of(
      texts, [part](const std::string& text) { return text.find(part) != std::string::npos; });
}

}  // namespace

class TestRooflinePoints : public QObject {
  Q_OBJECT

 private slots:
  void theWorkModelGivesAPoint() {
    // 2e9 operations and 8e9 bytes in 4 ms.
    const Made made({roofRow(0, 8, 1), roofRow(64, 4, 1)});
    QCOMPARE(made.points.points().size(), size_t{2});
    QVERIFY(made.points.points()[0].isSource);
    const RooflinePoint& point = made.points.points()[1];
    QVERIFY(near(point.x, 0.25));
    QVERIFY(near(point.y, 5e11));
    QCOMPARE(point.id, 1u);
    QVERIFY(point.bytes == Provenance::modelled && !point.isSource);
    // 4.5 TB/s × 0.25 = 1.125 Top/s.
    const auto roofs = roofsOf(test::roofDevice(), {{"fp32"}});
    QVERIFY(near(attainable(point, roofs, made.points), 1.125e12));
  }

  void countedBytesGiveAPointForEachLevel() {
    const CandidateRow row = roofRow(64, 4, 1);
    const Made made({roofRow(0, 8, 1), row}, {test::roofProfile(row)});
    const auto [first, end] = made.points.placesOf(1);
    QCOMPARE(end - first, size_t{3});
    const auto& points = made.points.points();
    QVERIFY(near(points[first].x, 0.2) && points[first].level == MemoryLevel::dram);
    QVERIFY(near(points[first + 1].x, 0.1) && points[first + 1].level == MemoryLevel::l2);
    QVERIFY(near(points[first + 2].x, 0.05) && points[first + 2].level == MemoryLevel::l1);
    for (size_t i = first; i < end; ++i)
      QVERIFY(near(points[i].y, 5e11) && points[i].bytes != Provenance::modelled);
    QCOMPARE(made.points.profiled(), size_t{1});
  }

  void modelledBytesOfAProfileAreNoCountedOnes() {
    const CandidateRow row = roofRow(64, 4, 1);
    Profile profile = test::roofProfile(row, Provenance::modelled);
    profile.values.erase("l2_bytes");
    profile.values.erase("l1_bytes");
    const Made made({row}, {profile});
    QCOMPARE(made.points.points().size(), size_t{1});
    QVERIFY(near(made.points.points()[0].x, 0.25));
    QCOMPARE(made.points.profiled(), size_t{0});
  }

  void profilesOfAnotherCaseOrDeviceAreNotTaken() {
    const CandidateRow row = roofRow(64, 4, 1);
    Profile otherCase = test::roofProfile(row), otherDevice = otherCase;
    otherCase.caseName = "small";
    otherDevice.deviceId = "GPU-2";
    const Made made({row}, {otherCase, otherDevice});
    QVERIFY(made.points.points()[0].bytes == Provenance::modelled);
  }

  void allCasesGiveAPointEach() {
    const Made made({roofRow(64, 4, 0.05)}, {}, RooflinePoints::allCases);
    QCOMPARE(made.points.points().size(), size_t{2});
    QVERIFY(near(made.points.points()[0].y, 5e11));
    QVERIFY(near(made.points.points()[1].y, 4e11));  // 2e7 operations in 50 µs
    QCOMPARE(made.points.points()[1].performanceCase, uint16_t{1});
  }

  void thePathIsThatOfTheBestSoFar() {
    CandidateRow partial = roofRow(16, 1, 1);
    partial.appliesToAll = false;
    const Made made({roofRow(0, 1, 1), roofRow(32, 8, 1), roofRow(64, 4, 1), roofRow(128, 5, 1),
                     partial, roofRow(256, 2, 1)});
    const auto& path = made.points.paths()[0];
    QCOMPARE(path.size(), size_t{3});
    QVERIFY(near(path[0].y, 2.5e11) && near(path[1].y, 5e11) && near(path[2].y, 1e12));
    QVERIFY(made.points.paths()[1].empty());
  }

  void everyCandidateIsCountedOnce() {
    const Made made({roofRow(32, 8, 1), roofRow(64, 4, 1, VerdictKind::wrong), roofRow(128, 0, 1)});
    QCOMPARE(made.points.candidates(), 3u);
    QCOMPARE(made.points.failed(), size_t{1});
    QCOMPARE(made.points.withoutTime(), size_t{1});
    QCOMPARE(made.points.points().size(), size_t{1});
    const auto notes = rooflineNotes(made.points, test::roofDevice(), {{"fp32"}});
    QVERIFY(hasText(notes, "1 of 3 failed: not plotted."));
    QVERIFY(hasText(notes, "1 of 3 without a time"));
    QVERIFY(hasText(notes, "No bytes were counted"));
  }

  void whatWasCountedOfTheSourceAloneIsSaid() {
    const CandidateRow source = roofRow(0, 8, 1);
    const Made made({source, roofRow(64, 4, 1)}, {test::roofProfile(source)});
    const auto notes = rooflineNotes(made.points, test::roofDevice(), {{"fp32"}});
    QVERIFY(hasText(notes, "Bytes were counted of the source kernel alone"));
    QVERIFY(!hasText(notes, "No bytes were counted"));
  }

  void appendingGivesWhatBuildingGives() {
    std::vector<CandidateRow> rows;
    for (int i = 1; i <= 300; ++i)
      rows.push_back(roofRow(i, 1 + (i * 37) % 100, 1 + i % 7,
                             i % 9 == 0 ? VerdictKind::wrong : VerdictKind::verified));
    const Made built(rows, {}, RooflinePoints::allCases);
    Made grown({}, {}, RooflinePoints::allCases);
    for (const CandidateRow& row : rows) {
      grown.list.append({row});
      grown.points.append(grown.list);
    }
    QCOMPARE(grown.points.points().size(), built.points.points().size());
    QCOMPARE(grown.points.paths(), built.points.paths());
    QCOMPARE(grown.points.y(), built.points.y());
    QCOMPARE(grown.points.failed(), built.points.failed());
  }

  void withoutOperationsBytesASecondAreShown() {
    const Made made({roofRow(32, 8, 1), roofRow(64, 4, 1)}, {}, 0, false);
    QVERIFY(made.points.isBandwidth());
    QVERIFY(near(made.points.points()[1].y, 2e12));  // 8e9 bytes in 4 ms
    QVERIFY(
        hasText(rooflineNotes(made.points, test::roofDevice(), {}), "No operations are stated"));
    const auto roofs = roofsOf(test::roofDevice(), {});
    QVERIFY(near(attainable(made.points.points()[1], roofs, made.points), 4.5e12));
  }

  void nothingIsPlottedWithoutAWorkModel() {
    Problem problem = test::roofProblem(false);
    problem.work.bytes.reset();
    CandidateList list;
    list.append({roofRow(64, 4, 1)});
    RooflinePoints points;
    points.build(list, {&problem, test::roofDevice(), {}}, 0);
    QVERIFY(points.empty());
    QCOMPARE(points.withoutTime(), size_t{1});
    points.build(list, {}, 0);
    QVERIFY(points.empty());
  }

  void theSentenceSaysWhatIsMeasuredAndWhatModelled() {
    const CandidateRow row = roofRow(64, 4, 1);
    const Made made({row});
    // 8e9 bytes at 4.5 TB/s are 1.778 ms; 4 / 1.7778 = 2.25.
    QCOMPARE(rooflineText(row, 0, "large", made.points.works()[0], nullptr),
             std::string("BLOCK=64 on large: not profiled; by the work model, memory bandwidth "
                         "bounds it (modelled); it takes 4.000 ms (measured), 2.25× its floor of "
                         "1.778 ms (modelled: 8.00 GB at the measured 4.50 TB/s), and reaches 44.4 "
                         "% of the roof."));
    Profile profile = test::roofProfile(row);
    // Of other peaks than those measured since: one share of one roof is said.
    profile.values["share_of_roof"] = {52.69, "%", Provenance::modelled, ""};
    QVERIFY(rooflineText(row, 0, "large", made.points.works()[0], &profile).find("52.69") ==
            std::string::npos);
    QVERIFY(rooflineText(row, 0, "large", made.points.works()[0], &profile)
                .starts_with("BLOCK=64 on large is memory-bound: DRAM bandwidth"));
    QVERIFY(rooflineText(roofRow(64, 1, 1), 0, "large", made.points.works()[0], nullptr)
                .find("less than the floor of 1.778 ms") != std::string::npos);
    QCOMPARE(rooflineText(roofRow(64, 0, 1), 0, "large", made.points.works()[0], nullptr),
             std::string());
  }

  void arithmeticBoundsWhatComputesMuch() {
    Problem problem = test::roofProblem();
    problem.work.flops = *expression::Expression::parse("3000 * n");
    const ModelInput work = modelInput(problem, "large", test::roofDevice(), Evaluation());
    // 3e12 operations at 60 Top/s are 50 ms.
    const std::string text = rooflineText(roofRow(64, 100, 1), 0, "large", work, nullptr);
    QVERIFY2(text.find("fp32 arithmetic bounds it") != std::string::npos, text.c_str());
    QVERIFY2(text.find("50.00 ms (modelled: 3.00 Top of fp32 at the measured 60.0 Top/s)") !=
                 std::string::npos,
             text.c_str());
  }

  void aPointsWordsNameLevelAndProvenance() {
    const CandidateRow row = roofRow(64, 4, 1);
    const Made made({row}, {test::roofProfile(row)});
    const auto roofs = roofsOf(test::roofDevice(), {{"fp32"}});
    const auto texts = pointTexts(made.points.points()[1], row, "large", made.points, roofs);
    QCOMPARE(texts[0], std::string("large: 4.000 ms (measured)"));
    QCOMPARE(texts[1], std::string("500 Gop/s (operations modelled)"));
    QCOMPARE(texts[2], std::string("0.100 operations for each byte of L2 (bytes measured)"));
    QCOMPARE(texts[3], std::string("50.0 % of what the roofs allow there"));  // 10 TB/s × 0.1
  }
};

QTEST_APPLESS_MAIN(TestRooflinePoints)
#include "test_roofline_points.moc"
