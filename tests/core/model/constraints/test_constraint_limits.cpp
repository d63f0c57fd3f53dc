// SPDX-License-Identifier: GPL-3.0-or-later
// Building a diagram ends where it would take too much, and where it is stopped.
#include <QTest>
#include <thread>

#include "model/constraints/build.h"
#include "model/space/space_conditions.h"
#include "support/large_spaces.h"

using namespace kw;

namespace {

// Nothing merges before the fourth of the five parameters, and little is excluded.
Space tangled() {
  return test::largeSpace("tangled", {60, 60, 60, 60, 60},
                          {"(a * b * c + a * d * e + b * d + c * e * e) % 1009 > 7"})
      .space;
}

Result<constraints::Built> built(const Space& space, const constraints::BuildOptions& options) {
  return constraints::build(domainsOf(space), conditionsOf(space, {}).value(), options);
}

}  // namespace

class TestConstraintLimits : public QObject {
  Q_OBJECT

 private slots:
  void stepsAreLimited() {
    const auto result = built(tangled(), {.mostSteps = 1'000'000});
    QVERIFY(!result.has_value());
    QCOMPARE(result.error().kind, ErrorKind::badInput);
    QVERIFY(result.error().message.find("too many partial configurations") != std::string::npos);
  }

  void memoryIsLimited() {
    const auto result = built(tangled(), {.mostBytes = 1 << 20});
    QVERIFY(!result.has_value());
    QCOMPARE(result.error().kind, ErrorKind::badInput);
  }

  void aStopRequestEndsABuildingThatIsUnderWay() {
    std::stop_source source;
    Result<constraints::Built> result = failCancelled();
    std::thread worker([&] { result = built(tangled(), {.stop = source.get_token()}); });
    source.request_stop();
    worker.join();
    QVERIFY(!result.has_value());
    QCOMPARE(result.error().kind, ErrorKind::cancelled);
  }

  void rowsThatCannotBeEvaluatedAreAmongThoseThatAreLeft() {
    const Space space = test::largeSpace("faulty", {3, 4}, {"b % (a - 1) == 0"}).space;
    const auto result = built(space, {});
    QVERIFY(result.has_value());
    // a = 1: four faults; a = 2: all four hold; a = 3: b = 2 and 4 hold.
    QCOMPARE(result->diagram.count().value_or(0), uint64_t{10});
    QVERIFY(result->faulty.has_value());
    QCOMPARE(result->faulty->front(), uint16_t{0});
  }
};

QTEST_GUILESS_MAIN(TestConstraintLimits)
#include "test_constraint_limits.moc"
