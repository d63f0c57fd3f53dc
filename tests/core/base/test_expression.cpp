// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>

#include <limits>
#include <map>

#include "base/expression/expression.h"
#include "base/expression/tree.h"
#include "support/printing.h"

using namespace kw;
using expression::Expression;
using expression::Value;

namespace {

const std::map<std::string, Value, std::less<>> names = {
    {"a", int64_t{7}},
    {"b", int64_t{-3}},
    {"zero", int64_t{0}},
    {"half", 0.5},
    {"layout", std::string("row")},
    {"padded", true},
    {"device.warp_size", int64_t{32}},
    {"largest", std::numeric_limits<int64_t>::max()},
    {"least", std::numeric_limits<int64_t>::min()},
};

std::optional<Value> lookup(std::string_view name) {
  const auto found = names.find(name);
  if (found == names.end()) return std::nullopt;
  return found->second;
}

Result<Value> evaluate(std::string_view text) {
  KW_ASSIGN(const Expression parsed, Expression::parse(text));
  return parsed.evaluate(lookup);
}

std::string repeated(std::string_view part, int times) {
  std::string all;
  for (int i = 0; i < times; ++i)
    all += part;
  return all;
}

void columns(const char* first, const char* second) {
  QTest::addColumn<QString>(first);
  QTest::addColumn<QString>(second);
}

void row(const char* first, const char* second) {
  QTest::newRow(first) << first << second;
}

}  // namespace

class TestExpression : public QObject {
  Q_OBJECT

 private slots:
  void expressionsHaveTheirValue_data() {
    columns("text", "value");
    // Literals
    row("12", "12");
    row("0x1F", "31");
    row("0", "0");
    row(".5", "0.5");
    row("1.", "1.0");
    row("1e-3", "0.001");
    row("1E3", "1000.0");
    row("1e-400", "0.0");
    row("'it\\'s'", "'it\\'s'");
    row("\"a\\\\b\"", "'a\\\\b'");
    row("True", "true");
    row("false", "false");
    row("9223372036854775807", "9223372036854775807");
    row("-9223372036854775808", "-9223372036854775808");
    // Names
    row("a", "7");
    row("device.warp_size", "32");
    row("layout", "'row'");
    // Arithmetic and precedence
    row("1 + 2 * 3", "7");
    row("(1 + 2) * 3", "9");
    row("10 - 4 - 3", "3");
    row("2 ** 3 ** 2", "512");
    row("-2 ** 2", "-4");
    row("2 ** -1.0", "0.5");
    row("2.0 ** -1", "0.5");
    row("-a", "-7");
    row("--a", "7");
    row("+padded", "1");
    row("padded + 1", "2");
    row("1 + 0.5", "1.5");
    row("a * half", "3.5");
    // Division rounds as in Python; a division that leaves nothing over stays an integer
    row("6 / 3", "2");
    row("7 / 2", "3.5");
    row("7 // 2", "3");
    row("-7 // 2", "-4");
    row("7 // -2", "-4");
    row("-7 % 3", "2");
    row("7 % -3", "-2");
    row("-6 % 3", "0");
    row("7.5 // 2", "3.0");
    row("-7.5 % 2", "0.5");
    row("1.0 // 0.1", "9.0");
    row("least % -1", "0");
    row("largest + least", "-1");
    // Comparisons, chained as in Python
    row("1 < 2", "true");
    row("2 == 2.0", "true");
    row("1 < 2 < 3", "true");
    row("3 > 2 > 2", "false");
    row("1 < 3 > 2", "true");
    row("32 <= a * 10 <= 1024", "true");
    row("1 > 2 < (1 / zero)", "false");
    row("layout == 'row'", "true");
    row("layout != \"col\"", "true");
    row("layout == 1", "false");
    row("'a' < 'b'", "true");
    row("largest < 9223372036854775808.0", "true");
    row("9007199254740993 == 9007199254740992.0", "false");
    row("true == 1", "true");
    // in
    row("a in [1, 7]", "true");
    row("a in (1, 2)", "false");
    row("a not in (1, 2)", "true");
    row("7.0 in (7,)", "true");
    row("a in []", "false");
    row("layout in ['row', 'col']", "true");
    row("not a in [7]", "false");
    // Logic, in both spellings, gives booleans and stops as soon as it can
    row("1 and 2", "true");
    row("0 or ''", "false");
    row("zero != 0 && a % zero == 0", "false");
    row("zero == 0 || a % zero == 0", "true");
    row("zero == 0 or unknown", "true");
    row("not 1 == 2", "true");
    row("!1 == 0", "true");
    row("!padded", "false");
    row("1 or 0 and 0", "true");
    row("'x' and 'y'", "true");
    // Choice
    row("a > 5 ? 'big' : 'small'", "'big'");
    row("'big' if a > 5 else 'small'", "'big'");
    row("0 ? 1 : 0 ? 2 : 3", "3");
    row("1 if 0 else 2 if 0 else 3", "3");
    row("1 ? 2 : 1 / zero", "2");
    row("1 if 1 else 0 ? 5 : 6", "5");
    // Functions
    row("min(3, 1.5, 2)", "1.5");
    row("max(a, 9)", "9");
    row("min(4)", "4");
    row("max(1, 1.0)", "1");
    row("abs(b)", "3");
    row("abs(-0.5)", "0.5");
    row("ceil_div(7, 2)", "4");
    row("ceil_div(-7, 2)", "-3");
    row("ceil_div(6, 2)", "3");
    row("ceil_div(8.0, 3)", "3");
    row("round_up(9, 4)", "12");
    row("round_up(8, 4)", "8");
    row("is_power_of_two(64)", "true");
    row("is_power_of_two(0)", "false");
    row("is_power_of_two(-4)", "false");
    row("log2(1024)", "10");
    row("int(-2.7)", "-2");
    row("int(true)", "1");
    row("floor(-2.5)", "-3");
    row("ceil(2.1)", "3");
    row("min(a, 3,)", "3");
    // White space
    row(" 1\n+\t2 ", "3");
    row("a*2==14", "true");
  }
  void expressionsHaveTheirValue() {
    QFETCH(QString, text);
    QFETCH(QString, value);
    const Result<Value> found = evaluate(test::utf8(text));
    KW_VERIFY_OK(found);
    QCOMPARE(expression::toText(*found), test::utf8(value));
  }

  void faultsNameTheColumnAndWhatStandsThere_data() {
    columns("text", "message");
    row("", "expected a number, a name or '(', found the end at column 1 of \"\"");
    row("1 +", "found the end at column 4 of \"1 +\"");
    row("a * * b", "found '*' at column 5");
    row("a b", "expected an operator or the end, found 'b' at column 3");
    row("(1 + 2", "expected ',' or ')', found the end at column 7");
    row("1)", "found ')' at column 2");
    row("a = 1", "a comparison is written == at column 3");
    row("a & b", "write && or and at column 3");
    row("a | b", "write || or or at column 3");
    row("a # b", "found '#', which has no meaning here at column 3");
    row("a \xc3\x97 b", "a character that is not ASCII text");
    row("'abc", "the text is not closed by another ' at column 1");
    row("12abc", "expected a number, found '12abc'");
    row("1.2.3", "expected a number, found '1.2.3'");
    row("0x", "expected a number, found '0x'");
    row("1e", "expected a number, found '1e'");
    row("010", "begins with 0");
    row("9223372036854775808", "outside the 64-bit integers");
    row("99999999999999999999", "outside the 64-bit integers");
    row("1e999", "too large for a real");
    row("minn(1, 2)",
        "there is no function 'minn' at column 1 of \"minn(1, 2)\" (did you mean min?)");
    row("banana(1)", "known are min max");
    row("ceil_div(1)", "ceil_div takes 2 arguments, found 1 at column 1");
    row("min()", "min takes 1 or more arguments, found 0");
    row("1 ? 2", "expected ':' of the '?' in column 3");
    row("1 if 2", "expected 'else' of the 'if' in column 3");
    row("[1, 2]", "a list may only stand to the right of `in`");
    row("1 + (1, 2)", "a list may only stand to the right of `in`; found one at column 5");
    row("1 == [1]", "a list may only stand to the right of `in`; found one at column 6");
    row("a in 7", "expected a list such as [1, 2] after `in` at column 6");
    row("a in (7)", "expected a list");
    row("a in [1] < 2", "a list may only stand to the right of `in`");
    row("a in [(1, 2)]", "a list may only stand to the right of `in`");
    row("not", "found the end");
    row("a if", "found the end");
    row("if", "found 'if'");
  }
  void faultsNameTheColumnAndWhatStandsThere() {
    QFETCH(QString, text);
    QFETCH(QString, message);
    const Result<Expression> parsed = Expression::parse(test::utf8(text));
    QVERIFY(!parsed);
    QCOMPARE(parsed.error().kind, ErrorKind::badInput);
    KW_VERIFY_CONTAINS(parsed.error().text(), test::utf8(message));
  }

  void evaluationFaultsNameTheColumn_data() {
    columns("text", "message");
    row("a + unknown", "the name 'unknown' is unknown at column 5 of \"a + unknown\"");
    row("a / zero", "division by zero at column 3");
    row("a // zero", "division by zero");
    row("a % zero", "division by zero");
    row("half / 0", "division by zero");
    row("half % zero", "division by zero");
    row("ceil_div(a, zero)", "division by zero at column 1");
    row("largest + 1", "outside the 64-bit integers at column 9");
    row("least - 1", "outside the 64-bit integers");
    row("largest * 2", "outside the 64-bit integers");
    row("-least", "outside the 64-bit integers");
    row("abs(least)", "outside the 64-bit integers");
    row("least // -1", "outside the 64-bit integers");
    row("least / -1", "outside the 64-bit integers");
    row("2 ** 63", "outside the 64-bit integers");
    row("3 ** 1000000000000", "outside the 64-bit integers");
    row("round_up(largest, 2)", "outside the 64-bit integers");
    row("2 ** -1", "an integer to a negative power");
    row("1e308 * 10", "no real number");
    row("(0 - 8.0) ** 0.5", "no real number");
    row("layout + 1", "expected a number, found the text 'row' at column 8");
    row("-layout", "expected a number, found the text 'row'");
    row("+layout", "expected a number");
    row("min(1, layout)", "expected a number, found the text 'row'");
    row("layout < 1", "cannot order the text 'row' and the number 1 at column 8");
    row("log2(6)", "log2 needs a power of two, found 6");
    row("log2(0)", "log2 needs a power of two");
    row("ceil_div(1.5, 2)", "expected an integer, found the number 1.5");
    row("floor(1e300)", "expected an integer");
  }
  void evaluationFaultsNameTheColumn() {
    QFETCH(QString, text);
    QFETCH(QString, message);
    const Result<Value> found = evaluate(test::utf8(text));
    QVERIFY(!found);
    QCOMPARE(found.error().kind, ErrorKind::badInput);
    KW_VERIFY_CONTAINS(found.error().text(), test::utf8(message));
  }

  void nestingAndLengthAreLimited_data() {
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QString>("message");
    const auto add = [](const char* name, const std::string& text, const char* message) {
      QTest::newRow(name) << QByteArray::fromStdString(text) << message;
    };
    add("brackets", repeated("(", 10'000), "nested more than");
    add("minus", repeated("-", 10'000) + "1", "nested more than");
    add("not", repeated("not ", 10'000) + "1", "nested more than");
    add("powers", repeated("2 ** ", 10'000) + "1", "nested more than");
    add("choices", repeated("1 ? 1 : ", 5'000) + "1", "nested more than");
    add("if", repeated("1 if 0 else ", 4'000) + "1", "nested more than");
    add("calls", repeated("min(", 5'000), "nested more than");
    add("lists", repeated("1 in [", 5'000), "nested more than");
    add("sums", "1" + repeated(" + 1", 5'000), "operations in a row");
    add("length", repeated(" ", 70'000) + "1", "at most 65536");
  }
  void nestingAndLengthAreLimited() {
    QFETCH(QByteArray, text);
    QFETCH(QString, message);
    const Result<Expression> parsed = Expression::parse(text.toStdString());
    QVERIFY(!parsed);
    KW_VERIFY_CONTAINS(parsed.error().text(), test::utf8(message));
    QVERIFY(parsed.error().text().size() < 300);
  }

  void longConditionsAreFine() {
    KW_VERIFY_OK(evaluate("1" + repeated(" + 1", 200)));
    KW_VERIFY_OK(evaluate("a == 0" + repeated(" or a == 1", 5'000)));
    KW_VERIFY_OK(evaluate(repeated("(", 100) + "1" + repeated(")", 100)));
  }

  void eachNameIsListedOnce() {
    const auto parsed = Expression::parse("b * a + device.warp_size - a if c else min(b, d)");
    KW_VERIFY_OK(parsed);
    QCOMPARE(parsed->names().size(), size_t{5});
    QVERIFY(!parsed->isConstant());
    QVERIFY(Expression::parse("2 * min(3, 4)")->isConstant());
  }

  void aDefaultMadeExpressionIsZero() {
    const Expression expression;
    QCOMPARE(expression.text(), std::string("0"));
    QCOMPARE(expression.evaluateInteger({}).value(), int64_t{0});
    QVERIFY(expression == Expression::parse("0").value());
  }

  void constantsReadBackAsTheirText_data() {
    QTest::addColumn<int>("which");
    for (int i = 0; i < 8; ++i)
      QTest::addRow("%d", i) << i;
  }
  void constantsReadBackAsTheirText() {
    static const Value values[] = {
        int64_t{5}, int64_t{-5}, std::numeric_limits<int64_t>::min(), 0.1,
        2.0,        1e300,       std::string("it's a\\b\n"),          true};
    QFETCH(int, which);
    const Value& value = values[which];
    const Expression constant = Expression::constant(value);
    QVERIFY(constant.evaluate({}).value() == value);
    const auto again = Expression::parse(constant.text());
    KW_VERIFY_OK(again);
    QVERIFY(again->evaluate({}).value() == value);
  }

  void plainTextIsForMacros() {
    QCOMPARE(expression::toPlainText(std::string("float")), std::string("float"));
    QCOMPARE(expression::toPlainText(true), std::string("1"));
    QCOMPARE(expression::toPlainText(false), std::string("0"));
    QCOMPARE(expression::toPlainText(int64_t{-4}), std::string("-4"));
    QCOMPARE(expression::toPlainText(2.0), std::string("2.0"));
  }

  void wantedKindsAreChecked() {
    const auto as = [](std::string_view text) { return Expression::parse(text).value(); };
    QCOMPARE(as("7 / 3.5").evaluateInteger(lookup).value(), int64_t{2});
    KW_VERIFY_CONTAINS(as("7 / 2").evaluateInteger(lookup).error().text(),
                       "expected an integer, found the number 3.5");
    KW_VERIFY_CONTAINS(as("a > 1").evaluateInteger(lookup).error().text(),
                       "expected an integer, found true");
    KW_VERIFY_CONTAINS(as("layout").evaluateInteger(lookup).error().text(),
                       "expected an integer, found the text 'row'");
    QCOMPARE(as("a").evaluateReal(lookup).value(), 7.0);
    KW_VERIFY_CONTAINS(as("layout").evaluateReal(lookup).error().text(), "expected a number");
    QCOMPARE(as("a").evaluateBool(lookup).value(), true);
    QCOMPARE(as("zero").evaluateBool(lookup).value(), false);
    QCOMPARE(as("layout").evaluateBool(lookup).value(), true);
  }

  void equalityGoesByValue() {
    QVERIFY(expression::equal(int64_t{2}, 2.0));
    QVERIFY(expression::equal(true, int64_t{1}));
    QVERIFY(!expression::equal(std::string("1"), int64_t{1}));
    QVERIFY(expression::equal(std::string("x"), std::string("x")));
  }

  void theTreeIsOpenToOtherEvaluators() {
    const auto parsed = Expression::parse("a <= 2 < b");
    KW_VERIFY_OK(parsed);
    const expression::Node& node = parsed->tree();
    QCOMPARE(node.operation, expression::Operation::compare);
    QCOMPARE(node.operands.size(), size_t{3});
    QCOMPARE(node.comparisons[1], expression::Comparison::less);
    QCOMPARE(node.operands[0].name, std::string("a"));
    QCOMPARE(node.operands[2].column, 10);
  }
};

QTEST_APPLESS_MAIN(TestExpression)
#include "test_expression.moc"
