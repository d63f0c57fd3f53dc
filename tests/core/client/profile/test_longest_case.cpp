// SPDX-License-Identifier: GPL-3.0-or-later
// The case that is profiled where nobody names one.
#include <QTest>

#include "client/profile/longest_case.h"

using namespace kw;

namespace {

Problem problemWith(const char* bytes) {
  Problem problem;
  problem.cases = {{.name = "small", .performance = true, .sizes = {{"n", 10}}},
                   {.name = "checked", .sizes = {{"n", 9000}}},
                   {.name = "large", .performance = true, .sizes = {{"n", 1000}}},
                   {.name = "middle", .performance = true, .sizes = {{"n", 100}}}};
  if (bytes) problem.work.bytes = *expression::Expression::parse(bytes);
  return problem;
}

Evaluation evaluation(bool isTemplate, std::vector<std::pair<std::string, double>> times,
                      VerdictKind verdict = VerdictKind::verified) {
  Evaluation made;
  made.candidate.isTemplate = isTemplate;
  made.verdict.kind = verdict;
  for (const auto& [name, median] : times) {
    Measurement one;
    one.caseName = name;
    one.state = "cold";
    one.median = median;
    made.measurements.push_back(one);
  }
  return made;
}

}  // namespace

class TestLongestCase : public QObject {
  Q_OBJECT

 private slots:
  void itIsTheOneThatTookTheCandidateLongest() {
    const Problem problem = problemWith("n");
    const auto source = evaluation(false, {{"small", 1}, {"large", 2}, {"middle", 3}});
    const auto other =
        evaluation(true, {{"small", 9}, {"large", 2}, {"gone", 99}, {"checked", 50}});
    QCOMPARE(longestCase(problem, source.candidate, {source, other}), std::string("middle"));
    QCOMPARE(longestCase(problem, other.candidate, {source, other}), std::string("small"));
  }

  void whatWasNotTimedIsLikeTheOthers() {
    const Problem problem = problemWith("n");
    const auto other = evaluation(true, {{"small", 9}, {"large", 2}});
    const auto wrong = evaluation(true, {{"middle", 9}}, VerdictKind::wrong);
    QCOMPARE(longestCase(problem, Candidate(), {other, wrong}), std::string("small"));
  }

  // What `kwr profile PROBLEM --ncu FILE` has to go by: nothing was timed yet.
  void withoutAnyTimeItIsTheHeaviest() {
    QCOMPARE(longestCase(problemWith("4 * n"), Candidate(), {}), std::string("large"));
    QCOMPARE(longestCase(problemWith("100000 / n"), Candidate(), {}), std::string("small"));
    QCOMPARE(longestCase(problemWith(nullptr), Candidate(), {}), std::string("small"));
    QCOMPARE(longestCase(Problem(), Candidate(), {}), std::string());
  }
};

QTEST_APPLESS_MAIN(TestLongestCase)
#include "test_longest_case.moc"
