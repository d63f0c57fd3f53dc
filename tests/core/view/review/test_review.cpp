// SPDX-License-Identifier: GPL-3.0-or-later
// Parts of a change that are taken or left, a review's steps, and rounds as rows.
#include <QTest>
#include <random>

#include "view/review/hunks.h"
#include "view/review/review_state.h"
#include "view/review/round_rows.h"

using namespace kw;
using namespace kw::view;

namespace {

constexpr auto kernel = ReviewPart::kernel;
constexpr auto space = ReviewPart::space;

std::string randomText(std::mt19937& random) {
  static const std::vector<std::string> lines{"int a = 1;", "int b = 2;", "}", "", "return a + b;"};
  static const std::vector<std::string> ends{"\n", "\n", "\n", "\r\n"};
  std::string text;
  const size_t count = random() % 12;
  for (size_t i = 0; i < count; ++i)
    text += lines[random() % lines.size()] + ends[random() % ends.size()];
  if (!text.empty() && random() % 3 == 0) text.pop_back();
  return text;
}

ReviewState state() {
  Proposal proposal;
  proposal.reasons = "why";
  proposal.templateText = "one\nTWO\nthree\nFOUR\n";
  proposal.spaceText = "{}\n";
  return {
      {"one\ntwo\nthree\nfour\n", "{}\n"}, {proposal.templateText, proposal.spaceText}, proposal};
}

Round round(int64_t id, int64_t parent, double low, double high) {
  Round round;
  round.id = id;
  round.parent = parent;
  round.number = static_cast<int>(id);
  round.proposal = Proposal{};
  round.proposal->expectedSpeedup = 1.5;
  round.proposal->templateText = "text of " + std::to_string(id);
  round.templateBefore = "hash of " + std::to_string(parent);
  round.templateAfter = "hash of " + std::to_string(id);
  round.measuredSpeedup = (low + high) / 2;
  round.low = low;
  round.high = high;
  round.ending = RoundEnding::gained;
  return round;
}

}  // namespace

class TestReview : public QObject {
  Q_OBJECT

 private slots:
  void allHunksGiveTheNewTextAndNoneTheOld() {
    std::mt19937 random(3);
    for (int i = 0; i < 500; ++i) {
      const std::string left = randomText(random), right = randomText(random);
      const std::vector<Hunk> hunks = hunksOf(left, right);
      QCOMPARE(withHunks(left, right, hunks, std::vector<bool>(hunks.size(), true)), right);
      if (!hunks.empty())
        QCOMPARE(withHunks(left, right, hunks, std::vector<bool>(hunks.size(), false)), left);
    }
  }

  // Taking some, and then the rest of what still differs, leads to the new text, line by line.
  void someHunksLeaveTheOthers() {
    std::mt19937 random(5);
    for (int i = 0; i < 500; ++i) {
      const std::string left = randomText(random), right = randomText(random);
      const std::vector<Hunk> hunks = hunksOf(left, right);
      std::vector<bool> some;
      for (size_t hunk = 0; hunk < hunks.size(); ++hunk)
        some.push_back(random() % 2 == 0);
      const std::string between = withHunks(left, right, hunks, some);
      const std::vector<Hunk> rest = hunksOf(between, right);
      QCOMPARE(withHunks(between, right, rest, std::vector<bool>(rest.size(), true)), right);
    }
  }

  void aHunkIsTakenByItself() {
    const std::string left = "a\nb\nc\nd\n", right = "a\nB\nc\nd\ne";
    const std::vector<Hunk> hunks = hunksOf(left, right);
    QCOMPARE(hunks.size(), size_t{2});
    QCOMPARE(withHunks(left, right, hunks, {true, false}), std::string("a\nB\nc\nd\n"));
    QCOMPARE(withHunks(left, right, hunks, {false, true}), std::string("a\nb\nc\nd\ne"));
    QCOMPARE(hunkText(hunks[0]), std::string("line 2 changed"));
    QCOMPARE(hunkText(hunks[1]), std::string("1 line added after line 4"));
    QCOMPARE(hunkText(hunksOf("a\nb\nc\n", "c\n").front()), std::string("lines 1 to 2 removed"));
    QCOMPARE(hunkText(hunksOf("c\n", "a\nb\nc\n").front()),
             std::string("2 lines added at the top"));
  }

  void whatIsTakenAsItIsIsAccepted() {
    ReviewState review = state();
    QCOMPARE(review.hunks(kernel).size(), size_t{2});
    QVERIFY(review.hunks(space).empty());
    QVERIFY(review.decision() == ReviewDecision::accepted);
    review.toggle(kernel, 1);
    QVERIFY(review.decision() == ReviewDecision::edited);
    QCOMPARE(review.proposal().templateText, std::string("one\nTWO\nthree\nfour\n"));
    QCOMPARE(review.proposal().reasons, std::string("why"));
    QCOMPARE(review.takenCount(kernel), size_t{1});
    review.takeAll(kernel, false);
    QVERIFY(review.takesNothing());
    review.takeAll(kernel, true);
    QVERIFY(review.decision() == ReviewDecision::accepted);
  }

  void stepsAreUndone() {
    ReviewState review = state();
    QVERIFY(!review.canUndo());
    review.takeAll(kernel, true);  // as it is already
    QVERIFY(!review.canUndo());
    review.toggle(kernel, 0);
    review.edit(kernel, "one\nmine\nthree\n");
    QCOMPARE(review.text(kernel), std::string("one\nmine\nthree\n"));
    QVERIFY(review.decision() == ReviewDecision::edited);
    review.undo();
    QCOMPARE(review.text(kernel), std::string("one\ntwo\nthree\nFOUR\n"));
    review.undo();
    QVERIFY(review.isUnchanged() && !review.canUndo() && review.canRedo());
    review.redo();
    QVERIFY(!review.isTaken(kernel, 0));
    review.toggle(kernel, 1);
    QVERIFY(!review.canRedo());
    review.edit(space, "{ }\n");
    QCOMPARE(review.proposal().spaceText, std::string("{ }\n"));
  }

  // A text that was typed back to the model's own is the model's.
  void anEditThatChangesNothingIsNone() {
    ReviewState review = state();
    review.edit(kernel, "other\n");
    review.edit(kernel, "one\nTWO\nthree\nFOUR\n");
    QVERIFY(review.decision() == ReviewDecision::accepted);
  }

  void aRoundIsAChangeOfTheOneThatItGoesOnFrom() {
    LoadedProblem problem;
    problem.problem.sourceText = "source";
    std::vector<Round> rounds{round(1, 0, 1.1, 1.2), round(2, 1, 1.1, 1.2)};
    rounds[0].templateBefore.clear();
    QCOMPARE(beforeOf(rounds[0], rounds, problem).texts.templateText, std::string("source"));
    const RoundBefore second = beforeOf(rounds[1], rounds, problem);
    QCOMPARE(second.texts.templateText, std::string("text of 1"));
    QVERIFY(second.isExact);
    rounds[1].templateBefore = "of nobody";
    QVERIFY(!beforeOf(rounds[1], rounds, problem).isExact);
    problem.problem.templateText = "template";
    problem.templateHash = "of nobody";
    QCOMPARE(beforeOf(rounds[1], rounds, problem).texts.templateText, std::string("template"));
  }

  void rowsSayWhatCameOfRounds() {
    std::vector<Round> rounds{round(1, 0, 1.1, 1.3), round(2, 1, 0.9, 0.95)};
    rounds[1].ending = RoundEnding::open;
    rounds[1].measuredSpeedup = 0;
    const std::vector<RoundRow> rows = roundRows(rounds);
    QCOMPARE(rows[0].branch, std::string("from the start"));
    QCOMPARE(rows[0].measured, std::string("1.20× (1.10 to 1.30)"));
    QCOMPARE(rows[1].branch, std::string("from round 1"));
    QCOMPARE(rows[1].ending, std::string("waits for review"));
    QVERIFY(rows[1].measured.empty());
    const RatioRange range = ratioRange(rows);
    QVERIFY(range.place(1.1) < range.place(1.3));
    QVERIFY(range.place(0.9) > 0 && range.place(1.5) < 1);
    QCOMPARE(range.place(1000), 1.0);
  }
};

QTEST_APPLESS_MAIN(TestReview)
#include "test_review.moc"
