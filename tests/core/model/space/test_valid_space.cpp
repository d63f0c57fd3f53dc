// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>
#include <algorithm>

#include "model/space/valid_space.h"

using namespace kw;

namespace {

Parameter numbers(const char* name, std::initializer_list<int64_t> values) {
  Parameter parameter{name, {}, {}};
  for (const int64_t value : values)
    parameter.values.emplace_back(value);
  return parameter;
}

Space makeSpace(std::vector<Parameter> parameters, std::initializer_list<const char*> constraints) {
  Space space;
  space.parameters = std::move(parameters);
  for (const char* text : constraints)
    space.constraints.push_back(expression::Expression::parse(text).value());
  return space;
}

std::optional<expression::Value> smallDevice(std::string_view name) {
  if (name == "device.threads_per_block") return int64_t{256};
  return std::nullopt;
}

// Whatever their order.
std::vector<std::string> textsOf(const ValidSpace& space) {
  std::vector<std::string> texts;
  for (size_t i = 0; i < space.size(); ++i)
    texts.push_back(space.at(i).text());
  std::ranges::sort(texts);
  return texts;
}

std::string errorOf(const Space& space) {
  const auto valid = ValidSpace::build(space, smallDevice);
  return valid ? std::string() : valid.error().text();
}

size_t differences(const ValidSpace& space, size_t a, size_t b) {
  const std::vector<uint16_t> one = space.indices(a), two = space.indices(b);
  size_t count = 0;
  for (size_t i = 0; i < one.size(); ++i)
    count += one[i] != two[i];
  return count;
}

// Whether no other neighbour lies between them.
bool isAdjacent(const ValidSpace& space, size_t centre, size_t neighbour,
                const std::vector<size_t>& neighbours) {
  const std::vector<uint16_t> from = space.indices(centre), to = space.indices(neighbour);
  return std::ranges::none_of(neighbours, [&](size_t other) {
    const std::vector<uint16_t> between = space.indices(other);
    if (other == neighbour || differences(space, neighbour, other) != 1) return false;
    for (size_t i = 0; i < from.size(); ++i)
      if (from[i] != to[i] && std::min(from[i], to[i]) < between[i] &&
          between[i] < std::max(from[i], to[i]))
        return true;
    return false;
  });
}

bool mentions(const std::string& text, const char* part) {
  return text.find(part) != std::string::npos;
}

}  // namespace

class TestValidSpace : public QObject {
  Q_OBJECT

 private slots:
  void rowsAscendByTheOrderOfParametersThatTheSpaceStates() {
    const auto valid = ValidSpace::build(
        makeSpace({numbers("A", {4, 2}), numbers("B", {1, 2, 3}), numbers("C", {3, 1})},
                  {"C > B or B == 3"}),
        {});
    QVERIFY(valid.has_value());
    const auto key = [&](size_t index) {
      std::vector<uint16_t> ordered;
      for (const uint32_t parameter : valid->parameterOrder())
        ordered.push_back(valid->indices(index)[parameter]);
      return ordered;
    };
    QCOMPARE(valid->size(), size_t{8});
    for (size_t i = 1; i < valid->size(); ++i)
      QVERIFY(key(i - 1) < key(i));
  }

  void findsEveryConfigurationAtItsIndexAndNoOther() {
    const auto valid =
        ValidSpace::build(makeSpace({numbers("A", {1, 2, 4, 8}), numbers("B", {1, 2, 4, 8})},
                                    {"A * B <= 16", "A >= B"}),
                          {});
    QVERIFY(valid.has_value());
    for (size_t i = 0; i < valid->size(); ++i)
      QCOMPARE(valid->find(valid->at(i)).value_or(999), i);
    QVERIFY(!valid->find(Configuration({{"A", int64_t{1}}, {"B", int64_t{8}}})));  // not valid
    QVERIFY(!valid->find(Configuration({{"A", int64_t{3}}, {"B", int64_t{1}}})));  // no such value
    QVERIFY(!valid->find(
        Configuration(std::vector<std::pair<std::string, ParameterValue>>{{"A", int64_t{1}}})));
  }

  void limitsOfTheDeviceTakePart() {
    const auto valid = ValidSpace::build(
        makeSpace({numbers("BLOCK", {128, 256, 512})}, {"BLOCK <= device.threads_per_block"}),
        smallDevice);
    QVERIFY(valid.has_value());
    QCOMPARE(textsOf(*valid), (std::vector<std::string>{"BLOCK=128", "BLOCK=256"}));
  }

  void aNameThatNothingKnowsIsAFaultThatNamesTheNearest() {
    const std::string error = errorOf(
        makeSpace({numbers("BLOCK", {1})}, {"BLOK < 2", "BLOCK <= device.thread_per_block"}));
    QVERIFY2(mentions(error, "did you mean \"BLOCK\"?"), error.c_str());
    QVERIFY2(mentions(error, "did you mean \"device.threads_per_block\"?"), error.c_str());
  }

  void aLimitThatThisDeviceDoesNotGiveIsAFault() {
    const std::string error =
        errorOf(makeSpace({numbers("BLOCK", {1})}, {"BLOCK <= device.l2_bytes"}));
    QVERIFY2(mentions(error, "which this device does not know"), error.c_str());
  }

  void anEmptiedSpaceNamesTheConstraintThatRemovedTheLast() {
    const Space space = makeSpace({numbers("A", {1, 2, 3}), numbers("B", {1, 2, 3})},
                                  {"A > 1", "B > A", "B < 3", "A + B > 0"});
    const auto valid = ValidSpace::build(space, {});
    QVERIFY(!valid.has_value());
    QCOMPARE(valid.error().kind, ErrorKind::badInput);
    QVERIFY2(mentions(valid.error().message, "\"B < 3\" (number 3)"),
             valid.error().message.c_str());
  }

  void aConstraintThatHoldsForNothingIsToldApart() {
    const std::string error = errorOf(makeSpace({numbers("A", {1, 2})}, {"A < 5", "A > 64"}));
    QVERIFY2(mentions(error, "\"A > 64\" (number 2) holds for none"), error.c_str());
  }

  void aConstraintThatCannotBeEvaluatedNamesItsConfiguration() {
    const std::string error =
        errorOf(makeSpace({numbers("A", {8}), numbers("B", {2, 0})}, {"A % B == 0"}));
    QVERIFY2(mentions(error, "\"A % B == 0\" cannot be evaluated for A=8,B=0"), error.c_str());
  }

  void aConstraintThatAnotherOneGuardsIsNoFault() {
    // B = 0 has its value before the guard, which also needs A, can be judged.
    const auto valid = ValidSpace::build(
        makeSpace({numbers("B", {2, 0}), numbers("A", {1, 8})}, {"A * B != 0", "8 % B == 0"}), {});
    QVERIFY2(valid.has_value(), valid ? "" : valid.error().text().c_str());
    QCOMPARE(textsOf(*valid), (std::vector<std::string>{"B=2,A=1", "B=2,A=8"}));
  }

  void stringsAndRealsAreValuesToo() {
    Space space =
        makeSpace({numbers("N", {1, 2})}, {"TYPE == 'float' or N == 1", "SCALE * N < 1.5"});
    space.parameters.push_back({"TYPE", {std::string("float"), std::string("half")}, {}});
    space.parameters.push_back({"SCALE", {0.5, 1.0}, {}});
    const auto valid = ValidSpace::build(space, {});
    QVERIFY2(valid.has_value(), valid ? "" : valid.error().text().c_str());
    QCOMPARE(textsOf(*valid),
             (std::vector<std::string>{"N=1,TYPE=float,SCALE=0.5", "N=1,TYPE=float,SCALE=1.0",
                                       "N=1,TYPE=half,SCALE=0.5", "N=1,TYPE=half,SCALE=1.0",
                                       "N=2,TYPE=float,SCALE=0.5"}));
  }

  void aStopRequestEndsTheBuildingAsCancelled() {
    std::stop_source source;
    source.request_stop();
    const auto valid =
        ValidSpace::build(makeSpace({numbers("A", {1, 2, 3})}, {"A > 1"}), {}, source.get_token());
    QVERIFY(!valid.has_value());
    QCOMPARE(valid.error().kind, ErrorKind::cancelled);
  }

  void recordedRowsAreNumberedByTheParametersAsDeclared() {
    const Space space = makeSpace({numbers("A", {1, 2, 3}), numbers("B", {1, 2})}, {"A > 100"});
    const auto valid = ValidSpace::ofRows(space, {{2, 1}, {0, 0}, {2, 0}, {2, 1}});
    QVERIFY(valid.has_value());
    QCOMPARE(valid->size(), size_t{3});
    QCOMPARE(valid->indices(0), (std::vector<uint16_t>{0, 0}));
    QCOMPARE(valid->indices(1), (std::vector<uint16_t>{2, 0}));
    QCOMPARE(valid->indices(2), (std::vector<uint16_t>{2, 1}));
    QVERIFY(!valid->find(std::vector<uint16_t>{1, 0}));
    QVERIFY(!ValidSpace::ofRows(space, {}).has_value());
    QVERIFY(!ValidSpace::ofRows(space, {{0, 2}}).has_value());
    QVERIFY(!ValidSpace::ofRows(space, {{0}}).has_value());
  }

  void neighboursAreTheValidConfigurationsThatDifferInOneParameter() {
    const Space space = makeSpace({numbers("A", {1, 2, 3, 4, 5, 6}), numbers("B", {1, 2, 3, 4}),
                                   numbers("C", {0, 1}), numbers("D", {7})},
                                  {"A % B == 0 or C == 1", "A * B != 6", "A != 4 or B > 1"});
    const auto valid = ValidSpace::build(space, {});
    QVERIFY(valid.has_value());
    for (size_t i = 0; i < valid->size(); ++i) {
      std::vector<size_t> all, adjacent;
      for (size_t other = 0; other < valid->size(); ++other)
        if (differences(*valid, i, other) == 1) all.push_back(other);
      for (const size_t other : all)
        if (isAdjacent(*valid, i, other, all)) adjacent.push_back(other);
      QCOMPARE(valid->neighbours(i, ValidSpace::Reach::any), all);
      QCOMPARE(valid->neighbours(i, ValidSpace::Reach::adjacent), adjacent);
    }
  }

  void theNearestConfigurationIsAValidOneAndAValidOneIsItsOwnNearest() {
    const auto valid = ValidSpace::build(
        makeSpace({numbers("A", {1, 2, 4, 8}), numbers("B", {1, 2, 4, 8}), numbers("C", {0, 1})},
                  {"A * B <= 16", "A >= B or C == 1"}),
        {});
    QVERIFY(valid.has_value());
    for (size_t i = 0; i < valid->size(); ++i) {
      const std::vector<uint16_t> row = valid->indices(i);
      QCOMPARE(valid->nearest({row.begin(), row.end()}), i);
    }
    QVERIFY(valid->nearest({-5.0, 100.0, 0.4}) < valid->size());
  }

  void aSpaceWithoutParametersOrValuesIsRefused() {
    QVERIFY(mentions(errorOf(Space()), "at least one parameter"));
    QVERIFY(mentions(errorOf(makeSpace({numbers("A", {})}, {})), "has 0 values"));
  }
};

QTEST_GUILESS_MAIN(TestValidSpace)
#include "test_valid_space.moc"
