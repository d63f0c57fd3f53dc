// SPDX-License-Identifier: GPL-3.0-or-later
// What other tuners stumble over when they build a space.
#include <QTest>

#include "model/space/space_file.h"
#include "model/space/valid_space.h"
#include "support/brute_force.h"
#include "support/large_spaces.h"

using namespace kw;

namespace {

Space spaceOf(const std::string& parameters, const std::string& constraints) {
  auto space = readSpace(R"({"format": "kernelwright-space/1", "parameters": [)" + parameters +
                             R"(], "constraints": [)" + constraints + "]}",
                         "space.json");
  if (!space) qFatal("%s", space.error().text().c_str());
  return *std::move(space);
}

std::string parameter(const std::string& name, const std::string& values) {
  return R"({"name": ")" + name + R"(", "values": [)" + values + "]}";
}

// "" where the valid space is exactly that of the constraints, and has `count` configurations.
std::string differenceFrom(const Space& space, size_t count) {
  const auto valid = ValidSpace::build(space, {});
  if (!valid) return valid.error().text();
  if (valid->size() != count) return "has " + std::to_string(valid->size());
  return test::differenceFromBruteForce(space, *valid);
}

std::string errorOf(const Space& space) {
  const auto valid = ValidSpace::build(space, {});
  return valid ? std::string("built") : valid.error().text();
}

}  // namespace

class TestSpaceTraps : public QObject {
  Q_OBJECT

 private slots:
  void constraintsOfEveryForm_data() {
    QTest::addColumn<QString>("constraint");
    QTest::addColumn<int>("count");
    // Over a: 1, 2, 4; b: 0, 2, 4; s: 'on', 'off'; r: 0.5, 2.0; one: 3.
    QTest::newRow("multiplied equality") << "a*2==b" << 8;
    QTest::newRow("brackets") << "((a)) == (b)" << 8;
    QTest::newRow("chained") << "1 < a <= b < 5" << 12;
    QTest::newRow("guarded division by zero") << "b == 0 or a % b == 0" << 24;
    QTest::newRow("guarded by the choice") << "(a % b == 0) if b != 0 else False" << 12;
    QTest::newRow("just True") << "True" << 36;
    QTest::newRow("a number as a condition") << "b" << 24;
    QTest::newRow("strings") << "s == 'on' or r < 1" << 27;
    QTest::newRow("strings in a list") << "s in ['off', 'none'] and a not in (1, 2)" << 6;
    QTest::newRow("reals") << "a * r == 1" << 6;
    QTest::newRow("one value") << "one * a > 5" << 24;
    QTest::newRow("order of strings") << "s < 'oh'" << 18;
  }

  void constraintsOfEveryForm() {
    QFETCH(QString, constraint);
    QFETCH(int, count);
    const Space space = spaceOf(parameter("a", "1, 2, 4") + "," + parameter("b", "0, 2, 4") + "," +
                                    parameter("s", R"("on", "off")") + "," +
                                    parameter("r", "0.5, 2.0") + "," + parameter("one", "3"),
                                "\"" + constraint.toStdString() + "\"");
    const std::string difference = differenceFrom(space, static_cast<size_t>(count));
    QVERIFY2(difference.empty(), difference.c_str());
  }

  void parametersMayHaveTheNamesOfResultsAndBeginAlike() {
    const Space space =
        spaceOf(parameter("time", "1, 2") + "," + parameter("grid_size_x", "1, 2, 3") + "," +
                    parameter("grid_size_x2", "1, 2, 3") + "," + parameter("t", "1"),
                R"("time * grid_size_x <= 4", "grid_size_x2 > grid_size_x", "t == 1")");
    const std::string difference = differenceFrom(space, 6);
    QVERIFY2(difference.empty(), difference.c_str());
  }

  void parametersWithOneOrTwoValuesHaveNeighboursOnlyWhereThereAre() {
    const auto valid =
        ValidSpace::build(spaceOf(parameter("a", "1") + "," + parameter("b", "1, 2"), ""), {});
    QVERIFY(valid.has_value());
    QCOMPARE(valid->neighbours(0, ValidSpace::Reach::any), std::vector<size_t>{1});
    const auto single = ValidSpace::build(spaceOf(parameter("a", "1"), ""), {});
    QVERIFY(single && single->size() == 1);
    QVERIFY(single->neighbours(0, ValidSpace::Reach::adjacent).empty());
  }

  void valuesGivenTwiceAreRefused() {
    for (const char* values : {"2, 2", "2, 2.0"}) {
      const auto space = readSpace(R"({"format": "kernelwright-space/1", "parameters": [)" +
                                       parameter("a", values) + R"(], "constraints": []})",
                                   "space.json");
      QVERIFY(!space.has_value());
    }
  }

  void aConstraintThatIsJustFalseIsNamed() {
    const std::string error = errorOf(spaceOf(parameter("a", "1, 2"), R"("a > 0", "False")"));
    QVERIFY2(error.find("\"False\" (number 2) holds for none") != std::string::npos, error.c_str());
  }

  void aDivisionByZeroWithoutParametersIsAFault() {
    const std::string error = errorOf(spaceOf(parameter("a", "1, 2"), R"("1 % 0 == 0", "a > 1")"));
    QVERIFY2(error.find("\"1 % 0 == 0\" cannot be evaluated") != std::string::npos, error.c_str());
  }

  void aFaultOfOneGroupIsNoneWhereAnotherGroupLeavesNothing() {
    const std::string parameters = parameter("a", "0, 1") + "," + parameter("b", "3, 4") + "," +
                                   parameter("c", "1, 2") + "," + parameter("d", "1, 2");
    const std::string empty = errorOf(spaceOf(parameters, R"("b % a == 0", "c + d > 9")"));
    QVERIFY2(empty.find("\"c + d > 9\"") != std::string::npos, empty.c_str());
    const std::string faulty = errorOf(spaceOf(parameters, R"("c + d > 3", "b % a == 0")"));
    QVERIFY2(faulty.find("cannot be evaluated for a=0,b=") != std::string::npos, faulty.c_str());
  }

  void aSpaceOfTenToTheEighteenIsCounted() {
    Space space;
    for (int i = 0; i < 18; ++i)
      space.parameters.push_back(test::counting("p" + std::to_string(i), 10, 0));
    const auto whole = ValidSpace::build(space, {});
    QVERIFY(whole.has_value());
    QCOMPARE(whole->size(), size_t{1'000'000'000'000'000'000});
    QCOMPARE(whole->find(whole->at(987'654'321'987'654'321)).value_or(0),
             size_t{987'654'321'987'654'321});
    space.constraints.push_back(expression::Expression::parse("p0 + p9 + p17 == 27").value());
    const auto one = ValidSpace::build(space, {});
    QVERIFY(one.has_value());
    QCOMPARE(one->size(), size_t{1'000'000'000'000'000});
  }

  void aSpaceThatCannotBeNumberedIsRefusedAtOnce() {
    Space space;
    for (int i = 0; i < 30; ++i)
      space.parameters.push_back(test::counting("p" + std::to_string(i), 10));
    const std::string error = errorOf(space);
    QVERIFY2(error.find("2^63 or more configurations are valid") != std::string::npos,
             error.c_str());
  }
};

QTEST_GUILESS_MAIN(TestSpaceTraps)
#include "test_space_traps.moc"
