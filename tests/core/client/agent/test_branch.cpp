// SPDX-License-Identifier: GPL-3.0-or-later
#include "client/agent/branch.h"

#include <QTest>

#include "client/agent/proposed_problem.h"
#include "client/agent/starting_point.h"
#include "core/model/formats/sample_session.h"
#include "support/printing.h"

using namespace kw;
using namespace kw::test;

namespace {

Proposal proposal(int width) {
  Proposal one;
  one.templateText = "// " + std::to_string(width) +
                     "\n__global__ void scale(float* y, const float* x, int n) {\n"
                     "  const int i = blockIdx.x * WIDTH + threadIdx.x;\n"
                     "  if (i < n) y[i] = 2.0f * x[i];\n}\n";
  one.spaceText = R"json({"format": "kernelwright-space/1",
"parameters": [{"name": "WIDTH", "values": [64, 128], "meaning": "threads"}], "constraints": [],
"launches": [{"function": "scale", "grid": ["ceil_div(n, WIDTH)"], "block": ["WIDTH"]}]})json";
  return one;
}

std::string numbers(const std::vector<Round>& rounds) {
  std::string text;
  for (const Round& round : rounds)
    text += std::to_string(round.number) + " ";
  return text;
}

}  // namespace

class TestBranch : public QObject {
  Q_OBJECT
 private slots:
  // 1 gained; 2 was level after it; 3 gained after it; 4 gained in another branch from 1; 5 came to
  // nothing after 3.
  void initTestCase() {
    m_problem = sample::load("tests/data/problems/slow_source");
    add(0, RoundEnding::gained, 4);
    add(1, RoundEnding::level, 4.1);
    add(1, RoundEnding::gained, 2);
    add(1, RoundEnding::gained, 3);
    add(3, RoundEnding::unfit, 0);
  }

  void statesAreWhatWasMeasured() {
    QCOMPARE(*stateAfter(m_rounds, 3), int64_t{3});
    QCOMPARE(*stateAfter(m_rounds, 2), int64_t{2});
    QCOMPARE(*stateAfter(m_rounds, 5), int64_t{3});
    QCOMPARE(*stateAfter(m_rounds, 0), int64_t{0});
    QVERIFY(!stateAfter(m_rounds, 9));
    QCOMPARE(*roundNumbered(m_rounds, 4), int64_t{4});
    const auto none = roundNumbered(m_rounds, 9);
    QVERIFY(!none);
    KW_VERIFY_CONTAINS(none.error().text(), "it has: 1, 2, 3, 4, 5");
  }

  void otherBranchesAreLeftOut() {
    QCOMPARE(numbers(branchOf(m_rounds, 3)), std::string("1 2 3 5 "));
    // Round 2 came to nothing after the state of 1, of which 4 is another branch.
    QCOMPARE(numbers(branchOf(m_rounds, 4)), std::string("1 2 4 "));
    QCOMPARE(numbers(branchOf(m_rounds, 1)), std::string("1 2 "));
    QCOMPARE(numbers(branchOf(m_rounds, 2)), std::string("1 2 "));
    QCOMPARE(numbers(branchOf(m_rounds, 0)), std::string());
  }

  void theFastestOfOtherBranchesIsFound() {
    const Round* other = fastestGain(m_rounds, 4, {}, 3);
    QVERIFY(other);
    QCOMPARE(other->number, 3);
    QVERIFY(!fastestGain(m_rounds, 4, {}, 1.9));
    // What leads to the state itself does not count.
    QCOMPARE(fastestGain(m_rounds, 3, {}, 9)->number, 4);
  }

  void runsBeginWhereTheyAreTold() {
    const auto last = startingPoint(m_problem, m_rounds, std::nullopt, "model");
    KW_VERIFY_OK(last);
    QCOMPARE(last->head, int64_t{4});
    const auto first = startingPoint(m_problem, m_rounds, 1, "model");
    KW_VERIFY_OK(first);
    QCOMPARE(first->head, int64_t{1});
    QCOMPARE(first->problem.problem.templateText, proposal(1).templateText);
    const auto before = startingPoint(m_problem, m_rounds, 0, "model");
    KW_VERIFY_OK(before);
    QCOMPARE(before->problem.templateHash, m_problem.templateHash);
    const LoadedProblem other = *withProposal(m_problem, proposal(99));
    const auto aside = startingPoint(other, m_rounds, std::nullopt, "model");
    KW_VERIFY_OK(aside);
    QCOMPARE(aside->head, int64_t{0});
    KW_VERIFY_CONTAINS(aside->remarks.at(0), "is left aside");
  }

  void anOpenRoundIsGoneOnWithByTheSameModelAlone() {
    std::vector<Round> rounds = m_rounds;
    Round open;
    open.id = 6;
    open.number = 6;
    open.parent = 3;
    open.provider = "model";
    open.templateBefore = withProposal(m_problem, proposal(3))->templateHash;
    rounds.push_back(open);
    const auto same = startingPoint(m_problem, rounds, std::nullopt, "model");
    KW_VERIFY_OK(same);
    QCOMPARE(same->resumed, int64_t{6});
    QCOMPARE(same->head, int64_t{3});
    QCOMPARE(startingPoint(m_problem, rounds, std::nullopt, "another")->resumed, int64_t{0});
    QCOMPARE(startingPoint(m_problem, rounds, 1, "model")->resumed, int64_t{0});
    rounds.back().templateBefore = "another";
    QCOMPARE(startingPoint(m_problem, rounds, std::nullopt, "model")->resumed, int64_t{0});
  }

 private:
  void add(int64_t parent, RoundEnding ending, double milliseconds) {
    Round round;
    round.id = static_cast<int64_t>(m_rounds.size()) + 1;
    round.number = static_cast<int>(round.id);
    round.parent = parent;
    round.ending = ending;
    round.bestAfter = milliseconds;
    round.templateBefore = parent == 0 ? m_problem.templateHash
                                       : m_rounds[static_cast<size_t>(parent) - 1].templateAfter;
    if (ending != RoundEnding::unfit) {
      round.proposal = proposal(round.number);
      round.templateAfter = withProposal(m_problem, *round.proposal)->templateHash;
    }
    m_rounds.push_back(round);
  }

  LoadedProblem m_problem;
  std::vector<Round> m_rounds;
};

QTEST_APPLESS_MAIN(TestBranch)
#include "test_branch.moc"
