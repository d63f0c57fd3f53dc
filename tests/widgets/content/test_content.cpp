// SPDX-License-Identifier: GPL-3.0-or-later
// Panels are told what changed, and ids keep their meaning until everything is replaced.
#include <QSignalSpy>
#include <QTest>

#include "support/sample_evaluations.h"
#include "widgets/content/content.h"
#include "widgets/selection/selection.h"

using namespace kw;

namespace {

std::vector<view::CandidateRow> rows(size_t count) {
  const LoadedProblem problem = test::libraryProblem();
  std::vector<view::CandidateRow> rows;
  for (const Evaluation& evaluation : test::sampleEvaluations(problem, count))
    rows.push_back(view::rowOf(evaluation, view::performanceCases(problem.problem)));
  return rows;
}

Profile profileOf(const view::CandidateRow& row, const std::string& leaf) {
  Profile profile;
  profile.candidate = row.candidate;
  profile.deviceModel = test::sampleDevice().model;
  profile.leaf = leaf;
  return profile;
}

}  // namespace

class TestContent : public QObject {
  Q_OBJECT

 private slots:
  void appendingTellsWhichRowsAreNew() {
    Content content;
    QSignalSpy appended(&content, &Content::candidatesAppended);
    std::vector<view::CandidateRow> all = rows(20);
    content.appendCandidates({all.begin(), all.begin() + 5});
    content.appendCandidates(all);
    QCOMPARE(appended.size(), 2);
    QCOMPARE(appended.at(1).at(0).value<size_t>(), size_t{5});
    QCOMPARE(appended.at(1).at(1).value<size_t>(), size_t{16});
    content.appendCandidates(all);  // nothing that is not there
    QCOMPARE(appended.size(), 2);
  }

  void theListKnowsSourceBestAndCounts() {
    Content content;
    content.resetCandidates(rows(50));
    const view::CandidateList& list = content.candidates();
    QCOMPARE(list.source(), std::optional<view::CandidateId>(0));
    QCOMPARE(list.verified() + list.failed(), size_t{50});
    QVERIFY(list.failed() > 0);
    QVERIFY(list.best().has_value());
    for (const view::CandidateRow& row : list.all())
      QVERIFY(!row.timed() || row.geomean >= list[*list.best()].geomean);
    QCOMPARE(list.find(list[7].key), std::optional<view::CandidateId>(7));
  }

  void detailsAreAskedForOnce() {
    Content content;
    content.resetCandidates(rows(3));
    QSignalSpy wanted(&content, &Content::detailsWanted);
    QVERIFY(!content.details(2));
    QCOMPARE(wanted.size(), 1);
    content.setDetails(2, std::make_shared<Evaluation>());
    QVERIFY(content.details(2) != nullptr);
    QCOMPARE(wanted.size(), 1);
    QVERIFY(!content.details(99));  // no such candidate: nobody is asked
    QCOMPARE(wanted.size(), 1);
  }

  void aProfileGrowsInItsPlaceAndTheLastOneCounts() {
    Content content;
    content.setDevice(test::sampleDevice());
    content.resetCandidates(rows(3));
    const view::CandidateRow &row = content.candidates()[1], &other = content.candidates()[2];
    content.setProfiles({profileOf(row, "first"), profileOf(other, "other")});
    QSignalSpy changed(&content, &Content::profilesChanged);
    content.growProfile(profileOf(row, ""));
    content.growProfile(profileOf(row, ""));
    QVERIFY(content.isProfiling());
    QCOMPARE(content.profiles().size(), size_t{3});
    QCOMPARE(content.profileOf(row.candidate)->leaf, std::string());
    content.takeProfile(profileOf(row, "second"));
    QVERIFY(!content.isProfiling());
    QCOMPARE(content.profiles().size(), size_t{3});
    QCOMPARE(content.profileOf(row.candidate)->leaf, std::string("second"));
    QCOMPARE(content.profileOf(other.candidate)->leaf, std::string("other"));
    QVERIFY(!content.profileOf(content.candidates()[0].candidate));
    QCOMPARE(changed.size(), 3);
  }

  void aProfileThatIsGivenUpLeavesTheOneBefore() {
    Content content;
    content.resetCandidates(rows(3));
    content.setProfiles({profileOf(content.candidates()[1], "first")});
    content.growProfile(profileOf(content.candidates()[1], ""));
    content.dropGrowingProfile();
    QVERIFY(!content.isProfiling());
    QCOMPARE(content.profileOf(content.candidates()[1].candidate)->leaf, std::string("first"));
    QSignalSpy changed(&content, &Content::profilesChanged);
    content.dropGrowingProfile();  // there is none
    QCOMPARE(changed.size(), 0);
  }

  void profilesOfAnotherDeviceAreNotShownBesideTheseResults() {
    Content content;
    content.resetCandidates(rows(3));
    content.setProfiles({profileOf(content.candidates()[1], "first")});
    DeviceInfo other = test::sampleDevice();
    other.model = "another";
    content.setDevice(other);
    QVERIFY(!content.profileOf(content.candidates()[1].candidate));
    content.setDevice(test::sampleDevice());
    QVERIFY(content.profileOf(content.candidates()[1].candidate) != nullptr);
  }

  void selectingTwiceIsOneChange() {
    Selection selection;
    QSignalSpy changed(&selection, &Selection::selectionChanged);
    selection.select({3, 1, 3});
    QCOMPARE(selection.selected(), (std::vector<view::CandidateId>{3, 1}));
    QCOMPARE(selection.current(), std::optional<view::CandidateId>(1));
    selection.select({3, 1});
    QCOMPARE(changed.size(), 1);
    selection.toggle(3);
    QCOMPARE(selection.selected(), (std::vector<view::CandidateId>{1}));
  }
};

QTEST_GUILESS_MAIN(TestContent)
#include "test_content.moc"
