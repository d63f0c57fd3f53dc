// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/proposal/round.h"

#include <QTest>

#include "base/json/text.h"
#include "support/printing.h"

using namespace kw;
using namespace kw::test;

namespace {

Round sampleRound() {
  Round round;
  round.parent = 3;
  round.number = 2;
  round.provider = "recorded";
  round.regime = "memory-bound";
  round.calls = {{.prompt = "What now?", .promptHash = "ab", .reply = "{", .fault = "cut"},
                 {.role = CallRole::testing,
                  .prompt = "Again.",
                  .model = "some-model",
                  .reply = "{}",
                  .remark = "right on all",
                  .inputTokens = 10}};
  round.proposal = Proposal{.reasons = "wider loads", .expectedSpeedup = 1.2};
  round.decision = ReviewDecision::edited;
  round.note = "not so wide";
  round.bestBefore = 2;
  round.bestAfter = 1.8;
  round.measuredSpeedup = 1.11;
  round.low = 1.10;
  round.high = 1.12;
  round.ending = RoundEnding::gained;
  return round;
}

}  // namespace

class TestRound : public QObject {
  Q_OBJECT
 private slots:
  void whatIsStoredComesBack() {
    const json::Value stored = toJson(sampleRound());
    const auto parsed = json::parse(json::writeLine(stored));
    KW_VERIFY_OK(parsed);
    const auto again = roundFromJson(*parsed);
    KW_VERIFY_OK(again);
    QCOMPARE(json::writeLine(toJson(*again)), json::writeLine(stored));
    QCOMPARE(again->calls.size(), size_t{2});
    QVERIFY(again->calls[1].role == CallRole::testing);
    QCOMPARE(again->calls[1].remark, std::string("right on all"));
    QVERIFY(again->decision == ReviewDecision::edited);
    QVERIFY(again->ending == RoundEnding::gained);
  }

  // Before there were roles, all calls were for templates.
  void callsWithoutARoleAreTemplating() {
    const auto stored = json::parse(R"({"calls": [{"prompt": "What now?", "reply": "{}"}]})");
    KW_VERIFY_OK(stored);
    const auto round = roundFromJson(*stored);
    KW_VERIFY_OK(round);
    QVERIFY(round->calls.at(0).role == CallRole::templating);
  }

  void unknownWordsAreFaults() {
    json::Value stored = toJson(sampleRound());
    stored.set("ending", "won");
    const auto read = roundFromJson(stored);
    QVERIFY(!read);
    KW_VERIFY_CONTAINS(read.error().text(), "\"won\" is no ending");
  }

  void whatWasExpectedIsHeldAgainstWhatWasMeasured_data() {
    QTest::addColumn<double>("expected");
    QTest::addColumn<double>("measured");
    QTest::addColumn<QString>("text");
    QTest::newRow("less")
        << 1.2 << 1.11 << "expected 1.20×, measured 1.11× (95 %: 1.10 to 1.12): less than expected";
    QTest::newRow("as expected")
        << 1.105 << 1.11 << "expected 1.10×, measured 1.11× (95 %: 1.10 to 1.12): as expected";
    QTest::newRow("more")
        << 1.05 << 1.11
        << "expected 1.05×, measured 1.11× (95 %: 1.10 to 1.12): more than expected";
    QTest::newRow("nothing measured") << 1.2 << 0.0 << "expected 1.20×, nothing measured";
    QTest::newRow("nothing expected") << 0.0 << 1.11 << "measured 1.11× (95 %: 1.10 to 1.12)";
  }
  void whatWasExpectedIsHeldAgainstWhatWasMeasured() {
    QFETCH(double, expected);
    QFETCH(double, measured);
    QFETCH(QString, text);
    Round round = sampleRound();
    round.proposal->expectedSpeedup = expected;
    round.measuredSpeedup = measured;
    QCOMPARE(expectationText(round), utf8(text));
  }
};

QTEST_APPLESS_MAIN(TestRound)
#include "test_round.moc"
