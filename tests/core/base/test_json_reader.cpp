// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>

#include "base/json/reader.h"
#include "base/json/text.h"
#include "support/printing.h"

using namespace kw;
using json::Faults;
using json::ObjectReader;

namespace {

json::Value value(std::string_view text) {
  return json::parse(text).value();
}

// Reads one member in the way that the kind says.
void readMember(ObjectReader& reader, const std::string& kind) {
  if (kind == "string") reader.string("x");
  if (kind == "optional string") reader.optionalString("x");
  if (kind == "integer") reader.integer("x", 1, 9);
  if (kind == "optional integer") reader.optionalInteger("x", 5, 1);
  if (kind == "real") reader.real("x");
  if (kind == "bool") reader.optionalBool("x", false);
  if (kind == "array") reader.array("x");
  if (kind == "optional array") reader.optionalArray("x");
  if (kind == "strings") reader.optionalStrings("x");
  if (kind == "one of") reader.oneOf("x", {"input", "output", "inout"});
}

}  // namespace

class TestJsonReader : public QObject {
  Q_OBJECT

 private slots:
  void membersAreReadWithTheirDefaults() {
    const json::Value text = value(
        R"({"s":"a","i":3,"whole":4.0,"r":2,"b":true,"list":["x","y"],"role":"output","items":[1]})");
    Faults faults("f.json");
    ObjectReader reader(text, "", faults);
    QCOMPARE(reader.string("s"), std::string("a"));
    QCOMPARE(reader.integer("i", 0, 10), int64_t{3});
    QCOMPARE(reader.integer("whole"), int64_t{4});
    QCOMPARE(reader.real("r"), 2.0);
    QCOMPARE(reader.optionalBool("b", false), true);
    QCOMPARE(reader.optionalStrings("list").size(), size_t{2});
    QCOMPARE(reader.oneOf("role", {"input", "output"}), std::string("output"));
    QCOMPARE(reader.array("items").size(), size_t{1});
    QCOMPARE(reader.optionalString("none", "d"), std::string("d"));
    QCOMPARE(reader.optionalInteger("none", 8), int64_t{8});
    QCOMPARE(reader.optionalReal("none", 0.5), 0.5);
    QCOMPARE(reader.oneOf("none", {"a", "b"}, "b"), std::string("b"));
    QVERIFY(reader.optionalArray("none").empty());
    QVERIFY(!reader.has("none"));
    reader.finish();
    QVERIFY(faults.empty());
  }

  void aMemberOfTheWrongKindIsAFault_data() {
    QTest::addColumn<QString>("kind");
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("message");
    const auto row = [](const char* kind, const char* text, const char* message) {
      QTest::addRow("%s of %s", kind, text) << kind << text << message;
    };
    row("string", R"({"x":1})", "f.json:1:6: p.x: expected a string, found an integer, 1");
    row("string", R"({"y":1})", "f.json:1:1: p.x: \"x\" is missing");
    row("optional string", R"({"x":null})", "expected a string, found null");
    row("integer", R"({"x":0})",
        "expected an integer of at least 1 and at most 9, found an integer, 0");
    row("integer", R"({"x":10})", "at most 9");
    row("integer", R"({"x":2.5})", "found a number, 2.5");
    row("integer", R"({"x":"2"})", "found a string, \"2\"");
    row("optional integer", R"({"x":0})", "expected an integer of at least 1, found");
    row("real", R"({"x":true})", "expected a number, found a boolean, true");
    row("bool", R"({"x":1})", "expected true or false");
    row("array", R"({"x":{}})", "expected an array, found an object");
    row("array", R"({})", "\"x\" is missing");
    row("optional array", R"({"x":3})", "expected an array");
    row("strings", R"({"x":["a",2]})", "f.json:1:11: p.x[1]: expected a string");
    row("one of", R"({"x":"outptu"})",
        "expected \"input\", \"output\" or \"inout\", found a string, \"outptu\" (did you mean "
        "\"output\"?)");
    row("one of", R"({"x":7})", "expected \"input\", \"output\" or \"inout\"");
  }
  void aMemberOfTheWrongKindIsAFault() {
    QFETCH(QString, kind);
    QFETCH(QString, text);
    QFETCH(QString, message);
    const json::Value object = value(test::utf8(text));
    Faults faults("f.json");
    ObjectReader reader(object, "p", faults);
    readMember(reader, test::utf8(kind));
    QCOMPARE(faults.size(), size_t{1});
    KW_VERIFY_CONTAINS(faults.take().text(), test::utf8(message));
  }

  void unknownKeysAreFaultsThatNameTheNearestKnownOne() {
    const json::Value text = value("{\"name\":\"a\",\n\"shpae\":1,\n\"banana\":2}");
    Faults faults("problem.json");
    ObjectReader reader(text, "arguments[0]", faults);
    reader.string("name");
    reader.optionalArray("shape");
    reader.finish();
    const std::string all = faults.take().text();
    KW_VERIFY_CONTAINS(all,
                       "problem.json:2:9: arguments[0].shpae: the key \"shpae\" is unknown here "
                       "(did you mean \"shape\"?)");
    KW_VERIFY_CONTAINS(all, "problem.json:3:10: arguments[0].banana");
  }

  void whatIsNoObjectIsOneFaultAndTheRestIsSilent() {
    const json::Value text = value("[1]");
    Faults faults("f.json");
    ObjectReader reader(text, "cases[2]", faults);
    QVERIFY(reader.string("name").empty());
    QCOMPARE(reader.integer("n", 3, 9), int64_t{3});
    QVERIFY(reader.array("a").empty());
    QCOMPARE(reader.oneOf("role", {"input"}), std::string("input"));
    reader.finish();
    QCOMPARE(faults.size(), size_t{1});
    KW_VERIFY_CONTAINS(faults.take().text(), "cases[2]: expected an object, found an array");
  }

  void allFaultsAreReportedAtOnce() {
    const json::Value text = value(R"({"a":1,"b":"x"})");
    Faults faults("f.json");
    ObjectReader reader(text, "", faults);
    reader.string("a");
    reader.integer("b");
    reader.real("c");
    reader.fault("b", "and this", "do that");
    const Error error = faults.take();
    QCOMPARE(error.kind, ErrorKind::badInput);
    QCOMPARE(error.further.size(), size_t{3});
    KW_VERIFY_CONTAINS(error.text(), "f.json:1:12: b: and this (do that)");
  }
};

QTEST_APPLESS_MAIN(TestJsonReader)
#include "test_json_reader.moc"
