// SPDX-License-Identifier: GPL-3.0-or-later
// The language against Python itself, whose results lie in tests/data/expressions.
#include <QTest>

#include <map>

#include "base/expression/expression.h"
#include "base/files/files.h"
#include "base/json/text.h"
#include "support/printing.h"

using namespace kw;
using expression::Expression;
using expression::Value;

namespace {

const json::Value& data(const std::string& name) {
  static std::map<std::string, json::Value> read;
  if (!read.contains(name)) {
    const std::string path = std::string(KW_TEST_DATA) + "/expressions/" + name;
    read[name] = json::parse(files::readText(path).value(), path).value();
  }
  return read[name];
}

Value toValue(const json::Value& value) {
  if (value.isBool()) return value.asBool();
  if (value.isInteger()) return value.asInteger();
  if (value.isReal()) return value.asReal();
  return value.asString();
}

using Names = std::map<std::string, Value, std::less<>>;

expression::Lookup lookupIn(const Names& names) {
  return [&names](std::string_view name) -> std::optional<Value> {
    const auto found = names.find(name);
    return found == names.end() ? std::nullopt : std::optional<Value>(found->second);
  };
}

}  // namespace

class TestExpressionPython : public QObject {
  Q_OBJECT

 private slots:
  void randomExpressionsGiveWhatPythonGives_data() {
    QTest::addColumn<int>("row");
    const json::Array& rows = data("python_results.json")["rows"].asArray();
    for (size_t i = 0; i < rows.size(); ++i)
      QTest::newRow(rows[i]["expression"].asString().c_str()) << static_cast<int>(i);
  }
  void randomExpressionsGiveWhatPythonGives() {
    QFETCH(int, row);
    const json::Value& all = data("python_results.json");
    const json::Value& wanted = all["rows"].asArray()[static_cast<size_t>(row)];
    Names names;
    for (const auto& [name, value] : all["names"].asObject())
      names[name] = toValue(value);
    const auto parsed = Expression::parse(wanted["expression"].asString());
    KW_VERIFY_OK(parsed);
    const Result<Value> found = parsed->evaluate(lookupIn(names));
    if (const json::Value* error = wanted.find("error")) {
      QVERIFY(!found);
      KW_VERIFY_CONTAINS(found.error().text(), error->asString());
      return;
    }
    KW_VERIFY_OK(found);
    const Value value = toValue(wanted["value"]);
    QVERIFY2(expression::equal(*found, value),
             (expression::toText(*found) + " is not " + expression::toText(value)).c_str());
  }

  void publishedRestrictionsWorkUnchanged_data() {
    QTest::addColumn<int>("row");
    const json::Array& all = data("restrictions.json")["restrictions"].asArray();
    QVERIFY(all.size() > 50);
    for (size_t i = 0; i < all.size(); ++i)
      QTest::newRow(all[i]["expression"].asString().c_str()) << static_cast<int>(i);
  }
  void publishedRestrictionsWorkUnchanged() {
    QFETCH(int, row);
    const json::Value& all = data("restrictions.json");
    const json::Value& restriction = all["restrictions"].asArray()[static_cast<size_t>(row)];
    const auto parsed = Expression::parse(restriction["expression"].asString());
    KW_VERIFY_OK(parsed);
    const json::Array& parameters = restriction["names"].asArray();
    QCOMPARE(parsed->names().size(), parameters.size());
    for (const json::Value& values : restriction["rows"].asArray()) {
      Names names;
      for (size_t i = 0; i < parameters.size(); ++i)
        names[parameters[i].asString()] = toValue(values.asArray()[i]);
      const Result<Value> found = parsed->evaluate(lookupIn(names));
      KW_VERIFY_OK(found);
      QVERIFY2(expression::equal(*found, toValue(values.asArray().back())),
               json::writeLine(values).c_str());
    }
  }
};

QTEST_APPLESS_MAIN(TestExpressionPython)
#include "test_expression_python.moc"
