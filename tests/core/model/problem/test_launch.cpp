// SPDX-License-Identifier: GPL-3.0-or-later
// Launches, requirements and workspaces made concrete for a configuration.
#include <QTest>

#include "model/problem/problem.h"

using namespace kw;

namespace {

expression::Expression parsed(const char* text) {
  return expression::Expression::parse(text).value();
}

Problem problem() {
  Problem made;
  for (const char* name : {"y", "x", "n"}) {
    Argument argument;
    argument.name = name;
    made.arguments.push_back(argument);
  }
  Argument partial;
  partial.name = "partial";
  partial.role = Role::workspace;
  partial.shape = {parsed("n"), parsed("2")};
  made.arguments.push_back(partial);
  return made;
}

const Configuration configuration({{"BLOCK", int64_t{64}}, {"TYPE", std::string("float")}});

expression::Lookup lookup() {
  return lookupFor({{"n", 1000}}, configuration,
                   [](std::string_view name) -> std::optional<expression::Value> {
                     if (name == "device.sm_count") return int64_t{132};
                     return std::nullopt;
                   });
}

}  // namespace

class TestLaunch : public QObject {
  Q_OBJECT

 private slots:
  void everyExpressionIsEvaluatedAndMacrosInTheFunctionAreReplaced() {
    Launch launch;
    launch.function = "norm<TYPE, BLOCK, TYPED>";
    launch.grid = {parsed("ceil_div(n, BLOCK)"), parsed("device.sm_count")};
    launch.block = {parsed("BLOCK")};
    launch.sharedMemory = parsed("4 * BLOCK");
    launch.cluster = {parsed("1"), parsed("2")};
    launch.cooperative = true;
    const auto made = concrete(launch, problem(), configuration, lookup());
    QVERIFY2(made.has_value(), made ? "" : made.error().text().c_str());
    QCOMPARE(made->function, std::string("norm<float, 64, TYPED>"));
    QVERIFY((made->grid == Dim3{16, 132, 1}));
    QVERIFY((made->block == Dim3{64, 1, 1}));
    QVERIFY((made->cluster == Dim3{1, 2, 1}));
    QVERIFY(made->hasCluster && made->cooperative);
    QCOMPARE(made->sharedMemory, int64_t{256});
    QCOMPARE(made->arguments,
             (std::vector<std::string>{"y", "x", "n", "partial"}));  // all, in order
  }

  void aMemsetIsALaunch() {
    Launch launch;
    launch.memset = "partial";
    launch.memsetValue = 255;
    const auto made = concrete(launch, problem(), configuration, lookup());
    QVERIFY(made.has_value());
    QCOMPARE(made->memset, std::string("partial"));
    QCOMPARE(made->memsetValue, 255);
    QVERIFY(made->function.empty());
  }

  void aLaunchThatCannotBeEvaluatedSaysWhichPart() {
    Launch launch;
    launch.function = "f";
    launch.grid = {parsed("n // (BLOCK - 64)")};
    launch.block = {parsed("1")};
    const auto made = concrete(launch, problem(), configuration, lookup());
    QVERIFY(!made.has_value());
    QVERIFY2(made.error().text().find("launch of f: grid \"n // (BLOCK - 64)\" has no value") !=
                 std::string::npos,
             made.error().text().c_str());
  }

  void theFirstRequirementThatDoesNotHoldIsNamed() {
    Space space;
    space.requirements = {parsed("n > 0"), parsed("n % BLOCK == 0"), parsed("n < 0")};
    QCOMPARE(unmetRequirement(space, lookup()).value(), std::string("n % BLOCK == 0"));
    space.requirements = {parsed("n > 0")};
    QCOMPARE(unmetRequirement(space, lookup()).value(), std::string());
    space.requirements = {parsed("n > m")};
    QVERIFY(!unmetRequirement(space, lookup()).has_value());
  }

  void aTemplateHasLaunchesAndWorkspacesOfItsOwn() {
    Problem made = problem();
    made.launches.resize(1);
    made.space.emplace();
    QCOMPARE(&launchesOf(made, true), &made.launches);
    made.space->launches.resize(2);
    made.space->workspace = {{"partial", parsed("BLOCK * device.sm_count")}};
    QCOMPARE(launchesOf(made, false).size(), size_t{1});
    QCOMPARE(launchesOf(made, true).size(), size_t{2});

    const Argument& partial = made.arguments.back();
    QCOMPARE(layoutOf(argumentFor(made, partial, false), lookup()).value().elements, int64_t{2000});
    QCOMPARE(layoutOf(argumentFor(made, partial, true), lookup()).value().elements,
             int64_t{64 * 132});
  }

  void sizesOfTheHostReplaceThoseOfTheCase() {
    Case which;
    which.sizes = {{"n", 1 << 20}, {"m", 3}};
    which.hostSizes = {{"n", 100}};
    QCOMPARE(sizesOf(which, false), (Sizes{{"n", 1 << 20}, {"m", 3}}));
    QCOMPARE(sizesOf(which, true), (Sizes{{"n", 100}, {"m", 3}}));
  }
};

QTEST_GUILESS_MAIN(TestLaunch)
#include "test_launch.moc"
