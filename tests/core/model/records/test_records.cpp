// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>
#include <set>

#include "model/records/records.h"

using namespace kw;

namespace {

DeviceInfo deviceOf(const char* kind) {
  DeviceInfo device;
  device.kind = kind;
  device.limits["threads_per_block"] = 1024;
  return device;
}

}  // namespace

class TestRecords : public QObject {
  Q_OBJECT

 private slots:
  void eachPartOfTheIdentityMakesAnotherKey() {
    const Candidate candidate{true, "t", Configuration({{"A", int64_t{1}}})};
    const EvaluationContext context{"s", "p", "o", "m", "a", "c", "r"};
    std::set<std::string> keys{evaluationKey(candidate, context)};
    const auto isNew = [&](const Candidate& other, const EvaluationContext& changed) {
      return keys.insert(evaluationKey(other, changed)).second;
    };
    QVERIFY(isNew({false, "t", candidate.configuration}, context));
    QVERIFY(isNew({true, "u", candidate.configuration}, context));
    QVERIFY(isNew({true, "t", Configuration({{"A", int64_t{2}}})}, context));
    QVERIFY(isNew({true, "t", {}}, context));
    for (const auto member : {&EvaluationContext::sourceHash, &EvaluationContext::problemHash,
                              &EvaluationContext::oracleHash, &EvaluationContext::deviceModel,
                              &EvaluationContext::deviceArchitecture, &EvaluationContext::compiler,
                              &EvaluationContext::protocol}) {
      EvaluationContext changed = context;
      changed.*member += "x";
      QVERIFY(isNew(candidate, changed));
    }
    QVERIFY(!isNew(candidate, context));  // the same again
    QCOMPARE(keys.begin()->size(), size_t{64});
  }

  void textThatMovesFromOneFieldToTheNextMakesAnotherKey() {
    const Candidate candidate;
    QVERIFY(evaluationKey(candidate, {"ab", "c", "", "", "", "", ""}) !=
            evaluationKey(candidate, {"a", "bc", "", "", "", "", ""}));
  }

  void defaultProtocolsGoByTheKindOfDevice() {
    const Protocol cuda = defaultProtocol(deviceOf("cuda"));
    QCOMPARE(cuda.warmups, 10);
    QCOMPARE(cuda.launches, 100);
    QCOMPARE(cuda.caseSeconds, 0.0);
    QVERIFY(cuda.flush && !cuda.warm);
    const Protocol host = defaultProtocol(deviceOf("host"));
    QCOMPARE(host.warmups, 2);
    QCOMPARE(host.launches, 20);
    QCOMPARE(host.caseSeconds, 0.25);
    QCOMPARE(host.leastLaunches, 5);
    QVERIFY(cuda.precision > 0 && host.precision > 0);
    QVERIFY(host.flush);
    const Protocol null = defaultProtocol(deviceOf("null"));
    QCOMPARE(null.warmups, 0);
    QCOMPARE(null.launches, 1);
  }

  void theTextOfAProtocolTellsAllThatDiffers() {
    std::set<std::string> texts;
    const auto isNew = [&](const Protocol& protocol) {
      return texts.insert(protocol.text()).second;
    };
    QVERIFY(isNew({}));
    QVERIFY(isNew({.warmups = 11}));
    QVERIFY(isNew({.launches = 101}));
    QVERIFY(isNew({.caseSeconds = 0.5}));
    QVERIFY(isNew({.caseSeconds = 0.5, .leastLaunches = 6}));
    QVERIFY(isNew({.precision = 0.005}));
    QVERIFY(isNew({.precision = 0.01}));
    QVERIFY(isNew({.precision = 0.01, .leastLaunches = 6}));
    QVERIFY(isNew({.flush = false}));
    QVERIFY(isNew({.warm = true}));
    QVERIFY(!isNew({.leastLaunches = 6}));  // without a limit on time it changes nothing
    QCOMPARE(Protocol().text(), std::string("10 warm-ups, 100 launches, L2 flushed"));
  }

  void limitsOfADeviceAreNamesOfExpressions() {
    const DeviceInfo device = deviceOf("cuda");
    const expression::Lookup lookup = deviceLookup(device);
    QVERIFY(lookup("device.threads_per_block") == expression::Value(int64_t{1024}));
    QVERIFY(!lookup("threads_per_block").has_value());
    QVERIFY(!lookup("device.thread_per_block").has_value());
    QCOMPARE(device.limit("threads_per_block"), int64_t{1024});
    QCOMPARE(device.limit("anything"), int64_t{0});
  }

  void verdictsHaveNamesThatReadBack() {
    for (int i = 0; i < 8; ++i) {
      const auto kind = static_cast<VerdictKind>(i);
      QVERIFY(verdictKind(name(kind)) == kind);
    }
    QCOMPARE(std::string(name(VerdictKind::failedToCompile)), std::string("failed to compile"));
    QVERIFY(!verdictKind("fine").has_value());
  }

  void candidatesHaveLabels() {
    QCOMPARE(Candidate().label(), std::string("source"));
    QCOMPARE(
        (Candidate{true, "", Configuration({{"A", int64_t{1}}, {"B", std::string("x")}})}).label(),
        std::string("A=1,B=x"));
  }
};

QTEST_GUILESS_MAIN(TestRecords)
#include "test_records.moc"
