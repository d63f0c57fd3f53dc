// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/checks.h"

#include <QTest>

using namespace kw;

class TestChecks : public QObject {
  Q_OBJECT
 private slots:
  void aFailureHasItsCommand();
  void wordsOfTheCommandAreQuotedForAShell();
  void theDepthComesWithItsCost();
  void distancesAreToldInRanges();
  void anOutputsErrorsAreOneSentence();
  void aMapShowsWhereTheMostIsWrong();
};

void TestChecks::aFailureHasItsCommand() {
  Evaluation evaluation;
  evaluation.seed = 7;
  evaluation.checkSeed = 93;
  evaluation.depth = Depth::full;
  QCOMPARE(reproducingCommand("rmsnorm", "cuda:0", evaluation),
           std::string("kwr verify rmsnorm --device cuda:0 --seed 7 --check-seed 93 --depth full "
                       "--source"));
  evaluation.candidate.isTemplate = true;
  evaluation.candidate.configuration = Configuration({{"BLOCK", 256}, {"VEC", 4}});
  evaluation.checkSeed = 0;
  evaluation.depth = Depth::quick;
  QCOMPARE(reproducingCommand("rmsnorm", "host", evaluation),
           std::string("kwr verify rmsnorm --device host --seed 7 --depth quick --config "
                       "BLOCK=256,VEC=4"));
}

void TestChecks::wordsOfTheCommandAreQuotedForAShell() {
  const std::string command = reproducingCommand("my kernel's folder", "host", {});
  QVERIFY2(command.starts_with("kwr verify 'my kernel'\\''s folder' --device host"),
           command.c_str());
}

void TestChecks::theDepthComesWithItsCost() {
  Evaluation evaluation;
  QCOMPARE(depthText(evaluation), std::string("quick"));
  evaluation.costs.verify = 300;
  QCOMPARE(depthText(evaluation), std::string("quick, 300 ms"));
  evaluation.depth = Depth::thorough;
  evaluation.costs.thorough = 500;
  QCOMPARE(depthText(evaluation), std::string("thorough, 800 ms (quick 300 ms, thorough 500 ms)"));
}

void TestChecks::distancesAreToldInRanges() {
  ErrorHistogram histogram;
  histogram.counts = {10, 4, 3, 0, 1};
  histogram.incomparable = 2;
  std::string text;
  for (const UlpRange& range : ulpRanges(histogram))
    text += range.range + ": " + std::to_string(range.elements) + "; ";
  QCOMPARE(text, std::string("0: 10; 1: 4; 2 to 3: 3; 4 to 7: 0; 8 to 15: 1; "
                             "NaN or infinity on one side: 2; "));
}

void TestChecks::anOutputsErrorsAreOneSentence() {
  ErrorHistogram histogram{.caseName = "tail", .argument = "out", .counts = {8}};
  QCOMPARE(errorsText(histogram),
           std::string("out of case tail: all elements as rounded from the oracle"));
  histogram.counts = {6, 2};
  histogram.worst = 1;
  QCOMPARE(errorsText(histogram),
           std::string("out of case tail: 75.0 % equal, the largest distance 1 ULP"));
  QCOMPARE(errorsText({"tail", "out", {65535, 1}, 0, 1}),
           std::string("out of case tail: all but 1 equal, the largest distance 1 ULP"));
  histogram.counts = {6};
  histogram.worst = 0;
  histogram.incomparable = 2;
  QVERIFY(errorsText(histogram).ends_with("2 with NaN or infinity on one side only"));
}

void TestChecks::aMapShowsWhereTheMostIsWrong() {
  const WrongMap map{.rows = 2, .columns = 3, .wrong = {0, 10, 0, 1, 5, 9}};
  QCOMPARE(mapLines(map), (std::vector<std::string>{".#.", "159"}));
  QVERIFY(mapLines({}).empty());
}

QTEST_GUILESS_MAIN(TestChecks)
#include "test_checks.moc"
