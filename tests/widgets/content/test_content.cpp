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
