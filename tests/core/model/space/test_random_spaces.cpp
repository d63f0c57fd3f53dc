// SPDX-License-Identifier: GPL-3.0-or-later
// Small spaces with constraints made at random: the valid space holds what evaluating each
// constraint for each configuration gives, and reports a fault exactly where there is one.
#include <QTest>
#include <random>

#include "support/brute_force.h"

using namespace kw;

namespace {

class RandomSpaces {
 public:
  explicit RandomSpaces(uint32_t seed) : m_random(seed) {}

  Space next() {
    Space space;
    m_parameters = 2 + pick(4);
    for (size_t i = 0; i < m_parameters; ++i)
      space.parameters.push_back({"p" + std::to_string(i), values(), {}});
    const size_t constraints = 1 + pick(4);
    for (size_t i = 0; i < constraints; ++i) {
      auto parsed = expression::Expression::parse(condition(3));
      if (parsed) space.constraints.push_back(*std::move(parsed));
    }
    return space;
  }

 private:
  size_t pick(size_t below) { return m_random() % below; }
  std::string oneOf(const std::vector<std::string>& texts) { return texts[pick(texts.size())]; }

  std::vector<ParameterValue> values() {
    static const std::vector<std::vector<ParameterValue>> domains = {
        {int64_t{0}, int64_t{1}},
        {int64_t{1}, int64_t{2}, int64_t{4}, int64_t{8}, int64_t{16}},
        {int64_t{-3}, int64_t{-1}, int64_t{0}, int64_t{2}, int64_t{5}},
        {int64_t{7}},
        {false, true},
        {0.5, 1.0, 2.5, -1.5},
        {std::string("float"), std::string("half"), std::string()},
        {int64_t{1}, 1.5, std::string("x"), true},
        {int64_t{3037000500}, int64_t{-9223372036854775807}, int64_t{9223372036854775807}},
        {int64_t{1}, int64_t{2}, int64_t{3}, int64_t{4}, int64_t{5}, int64_t{6}},
        {int64_t{32}, int64_t{64}, int64_t{96}},
    };
    return domains[m_random() % 2 == 0 ? std::vector<size_t>{0, 1, 9, 10}[pick(4)]
                                       : pick(domains.size())];
  }

  std::string parameter() { return "p" + std::to_string(pick(m_parameters)); }

  std::string number(int depth) {
    if (depth == 0 || pick(4) == 0)
      return pick(3) == 0 ? oneOf({"0", "1", "2", "3", "16", "-2", "0.5", "97", "'float'"})
                          : parameter();
    const std::string a = number(depth - 1), b = number(depth - 1);
    switch (pick(12)) {
      case 0:
        return "min(" + a + ", " + b + ")";
      case 1:
        return oneOf({"abs", "int", "floor", "ceil", "log2", "is_power_of_two"}) + "(" + a + ")";
      case 2:
        return oneOf({"ceil_div", "round_up", "max"}) + "(" + a + ", " + b + ")";
      case 3:
        return "(" + a + " if " + condition(depth - 1) + " else " + b + ")";
      case 4:
        return "-(" + a + ")";
      case 5:
        return "(" + a + oneOf({" // ", " % ", " / ", " ** "}) + b + ")";
      case 6:
        return "((" + a + " + " + b + ") % " + oneOf({"2", "3", "7"}) + ")";
      default:
        return "(" + a + oneOf({" + ", " - ", " * ", " * "}) + b + ")";
    }
  }

  std::string condition(int depth) {
    if (depth > 0 && pick(3) == 0) {
      const std::string a = condition(depth - 1), b = condition(depth - 1);
      return oneOf({"(" + a + " and " + b + ")", "(" + a + " or " + b + ")", "(not " + a + ")"});
    }
    const std::string a = number(2), b = number(1), c = number(1);
    switch (pick(6)) {
      case 0:
        return "(" + a + " in [" + b + ", " + c + ", 4])";
      case 1:
        return "(" + c + " <= " + a + " <= " + b + ")";
      case 2:
        return "(" + b + " == 0 or " + a + " % " + b + " == 0)";
      case 3:
        return a;
      default:
        return "(" + a + oneOf({" < ", " <= ", " > ", " >= ", " == ", " != "}) + b + ")";
    }
  }

  std::mt19937 m_random;
  size_t m_parameters = 0;
};

// How many rows there are of each outcome.
struct Tally {
  size_t holds = 0, faulty = 0;
};

Tally tallyOf(const Space& space) {
  Tally tally;
  std::vector<uint16_t> row(space.parameters.size());
  do {
    const test::Outcome outcome = test::outcomeOf(space, row);
    tally.holds += outcome == test::Outcome::holds;
    tally.faulty += outcome == test::Outcome::faulty;
  } while (test::nextRow(space, row));
  return tally;
}

std::string textOf(const Space& space) {
  std::string text;
  for (const Parameter& parameter : space.parameters) {
    text += parameter.name + ":";
    for (const ParameterValue& value : parameter.values)
      text += " " + expression::toText(value);
    text += "; ";
  }
  for (const expression::Expression& constraint : space.constraints)
    text += "\n  " + constraint.text();
  return text;
}

std::string troubleWith(const Space& space) {
  const Tally tally = tallyOf(space);
  const auto valid = ValidSpace::build(space, {});
  if (tally.faulty > 0) {
    const bool isReported =
        !valid && valid.error().message.find("cannot be evaluated") != std::string::npos;
    return isReported ? "" : "a fault was not reported";
  }
  if (tally.holds == 0) {
    const bool isReported =
        !valid && valid.error().message.find("no configuration is left") != std::string::npos;
    return isReported ? "" : "that nothing is left was not reported";
  }
  if (!valid) return "refused: " + valid.error().text();
  return test::differenceFromBruteForce(space, *valid);
}

}  // namespace

class TestRandomSpaces : public QObject {
  Q_OBJECT

 private slots:
  void agreeWithEvaluatingEveryConfiguration_data() {
    QTest::addColumn<int>("seed");
    for (int seed = 1; seed <= 20; ++seed)
      QTest::addRow("seed %d", seed) << seed;
  }

  void agreeWithEvaluatingEveryConfiguration() {
    QFETCH(int, seed);
    RandomSpaces spaces(static_cast<uint32_t>(seed));
    for (int i = 0; i < 100; ++i) {
      const Space space = spaces.next();
      const std::string trouble = troubleWith(space);
      QVERIFY2(trouble.empty(), (trouble + "\n" + textOf(space)).c_str());
    }
  }
};

QTEST_GUILESS_MAIN(TestRandomSpaces)
#include "test_random_spaces.moc"
