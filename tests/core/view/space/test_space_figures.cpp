// SPDX-License-Identifier: GPL-3.0-or-later
// Counts of a space agree with judging every configuration.
#include <QTest>
#include <random>

#include "model/space/valid_space.h"
#include "support/printing.h"
#include "view/space/space_figures.h"

using namespace kw;

namespace {

Parameter numbers(const std::string& name, int count) {
  Parameter parameter{name, {}, {}};
  for (int i = 1; i <= count; ++i)
    parameter.values.emplace_back(int64_t{i});
  return parameter;
}

expression::Expression parsed(const std::string& text) {
  return expression::Expression::parse(text).value();
}

Space sample() {
  Space space;
  space.parameters = {numbers("A", 8), numbers("B", 4), numbers("C", 3)};
  space.constraints = {parsed("A * B <= 16"), parsed("C < 3"), parsed("A % C == 0")};
  return space;
}

std::optional<DeviceInfo> device() {
  DeviceInfo info;
  info.limits = {{"threads_per_block", 4}};
  return info;
}

double holdingFor(const Space& space) {
  const auto valid = ValidSpace::build(space, {});
  return valid ? static_cast<double>(valid->size()) : 0;
}

}  // namespace

class TestSpaceFigures : public QObject {
  Q_OBJECT

 private slots:
  void countsAreThoseOfTheValidSpace() {
    const Space space = sample();
    const auto figures = view::figuresOf(space, {}).value();
    QCOMPARE(figures.cartesian, 96.0);
    QCOMPARE(figures.valid, holdingFor(space));
    for (size_t i = 0; i < space.constraints.size(); ++i) {
      Space alone = space, without = space;
      alone.constraints = {space.constraints[i]};
      without.constraints.erase(without.constraints.begin() + static_cast<ptrdiff_t>(i));
      QCOMPARE(figures.constraints[i].removesAlone.value(), 96.0 - holdingFor(alone));
      QCOMPARE(figures.constraints[i].addsWithout.value(), holdingFor(without) - figures.valid);
    }
  }

  void hugeSpacesAreCountedToo() {
    Space space = sample();
    for (int i = 0; i < 50; ++i)
      space.parameters.push_back(numbers("P" + std::to_string(i), 200));
    const auto figures = view::figuresOf(space, {}).value();
    const double expected = holdingFor(sample()) * std::pow(200.0, 50);
    QVERIFY(std::abs(figures.valid / expected - 1) < 1e-12);
    QCOMPARE(figures.constraints[1].removesAlone.value() / figures.cartesian, 1.0 / 3);
    QVERIFY(!figures.constraints[1].addsWithout);  // has more digits than a number here holds
  }

  void aConstraintOverManyCombinationsIsCountedExactly() {
    Space space;
    space.parameters = {numbers("A", 370), numbers("B", 370), numbers("C", 1000)};
    space.constraints = {parsed("A != 1 or B == 1"), parsed("C != 7")};
    const auto figures = view::figuresOf(space, {}).value();
    QCOMPARE(figures.constraints[0].removesAlone.value(), 369.0 * 1000);
    QCOMPARE(figures.constraints[0].addsWithout.value(), 369.0 * 999);
    QCOMPARE(figures.valid, (370.0 * 370 - 369) * 999);
    space.parameters = {numbers("A", 37), numbers("B", 6), numbers("C", 1000), numbers("D", 100)};
    space.constraints = {parsed("A * B <= 93")};
    const auto alone = view::figuresOf(space, {}).value().constraints[0].removesAlone.value();
    QCOMPARE(alone, 22'200'000 - view::figuresOf(space, {}).value().valid);
  }

  void theConstraintThatEmptiesTheSpaceIsNamed() {
    Space space = sample();
    space.constraints = {parsed("A < 4"), parsed("A > 2"), parsed("A != 3"), parsed("B == 1")};
    const auto figures = view::figuresOf(space, {}).value();
    QCOMPARE(figures.valid, 0.0);
    QVERIFY(!figures.constraints[1].empties);
    QVERIFY(figures.constraints[2].empties);
    QVERIFY(!figures.constraints[3].empties);
  }

  void withoutADeviceItsLimitsAreNotJudged() {
    Space space = sample();
    space.constraints = {parsed("A <= device.threads_per_block"), parsed("C < 3")};
    const auto blind = view::figuresOf(space, {}).value();
    QVERIFY(!blind.allJudged && blind.constraints[0].needsDevice);
    QCOMPARE(blind.valid, 64.0);
    const auto seeing = view::figuresOf(space, device()).value();
    QVERIFY(seeing.allJudged);
    QCOMPARE(seeing.valid, 32.0);
    QCOMPARE(view::limitsUsed(space, device()).front().second, int64_t{4});
    QCOMPARE(view::limitsUsed(space, {}).front().second, int64_t{-1});
  }

  void aFaultIsOneOnlyWhereTheOthersHold() {
    Space space;
    space.parameters = {numbers("A", 3), {"B", {int64_t{0}, int64_t{1}}, {}}};
    space.constraints = {parsed("A % B == 0")};
    const auto faulty = view::figuresOf(space, {}).value();
    QVERIFY(!faulty.trouble.empty() && !faulty.constraints[0].fault.empty());
    space.constraints.push_back(parsed("B != 0"));
    const auto guarded = view::figuresOf(space, {}).value();
    QVERIFY(guarded.trouble.empty());
    QCOMPARE(guarded.valid, 3.0);
  }

  void countingStopsWhenAsked() {
    std::stop_source stop;
    stop.request_stop();
    Space space;
    space.parameters = {numbers("A", 1000), numbers("B", 1000)};
    space.constraints = {parsed("A * B > 3")};
    const auto figures = view::figuresOf(space, {}, stop.get_token());
    QVERIFY(!figures && figures.error().kind == ErrorKind::cancelled);
  }

  void theConstraintThatAConfigurationViolatesIsFound() {
    const Configuration bad({{"A", int64_t{8}}, {"B", int64_t{4}}, {"C", int64_t{1}}});
    const Configuration good({{"A", int64_t{2}}, {"B", int64_t{4}}, {"C", int64_t{1}}});
    QCOMPARE(view::violatedConstraint(sample(), {}, bad), std::string("A * B <= 16"));
    QCOMPARE(view::violatedConstraint(sample(), {}, good), std::string());
  }
};

QTEST_APPLESS_MAIN(TestSpaceFigures)
#include "test_space_figures.moc"
