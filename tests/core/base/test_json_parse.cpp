// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>

#include <cmath>

#include "base/json/text.h"
#include "support/printing.h"

using namespace kw;
using json::parse;

namespace {

std::string repeated(std::string_view part, int times) {
  std::string all;
  for (int i = 0; i < times; ++i)
    all += part;
  return all;
}

// "1:1 2:3 …": where each value begins.
std::string placesIn(const json::Value& value) {
  std::string places = std::to_string(value.line()) + ":" + std::to_string(value.column()) + " ";
  for (const json::Value& item : value.asArray())
    places += placesIn(item);
  for (const json::Member& member : value.asObject())
    places += placesIn(member.second);
  return places;
}

// "line 2:7: cases[0].name"
std::string placeOf(const Error& error) {
  return describe(error.place);
}

}  // namespace

class TestJsonParse : public QObject {
  Q_OBJECT

 private slots:
  void everyKindOfValueIsRead() {
    const auto read = parse(R"({"n":null,"t":true,"i":-7,"r":2.5,"s":"xé","a":[1,"two"],"o":{}})");
    KW_VERIFY_OK(read);
    const json::Value& value = *read;
    QVERIFY(value["n"].isNull());
    QCOMPARE(value["t"].asBool(), true);
    QCOMPARE(value["i"].asInteger(), int64_t{-7});
    QCOMPARE(value["r"].asReal(), 2.5);
    QCOMPARE(value["s"].asString(), std::string("xé"));
    QCOMPARE(value["a"].asArray().size(), size_t{2});
    QVERIFY(value["o"].isObject());
    QVERIFY(value["absent"].isNull());
  }

  void everyValueKnowsItsLineAndColumn() {
    const auto read = parse("{\n  \"a\": 1,\n  \"b\": [ true,\n    { \"c\" : \"x\\\"]\" } ]\n}\n");
    KW_VERIFY_OK(read);
    const json::Value& b = (*read)["b"];
    const json::Value& c = b.asArray()[1]["c"];
    QCOMPARE((*read).line(), 1);
    QCOMPARE((*read)["a"].line(), 2);
    QCOMPARE((*read)["a"].column(), 8);
    QCOMPARE(b.line(), 3);
    QCOMPARE(b.asArray()[0].column(), 10);
    QCOMPARE(b.asArray()[1].line(), 4);
    QCOMPARE(b.asArray()[1].column(), 5);
    QCOMPARE(c.column(), 13);
    QCOMPARE(c.asString(), std::string("x\"]"));
  }

  void aTextWithoutFaultsIsReadAlikeByBothParsers_data() {
    QTest::addColumn<QByteArray>("text");
    QTest::newRow("kinds") << QByteArray(" {\"n\": null, \"t\":[true,false], \"s\" :\"\"} ");
    QTest::newRow("escapes") << QByteArray("[\"a\\\"\\\\\\/\\b\\f\\n\\r\\t\", \"\\u00e9\"]");
    QTest::newRow("numbers") << QByteArray(
        "[0,-0,-7,9223372036854775807,-9223372036854775808,0.0,-0.0,1e2,1.5E-3,2e+3,5e-324]");
    QTest::newRow("bytes") << QByteArray("[\"x\xc3\xa9\xe2\x82\xac\xf0\x9f\x98\x80\x7f\"]");
    QTest::newRow("lines") << QByteArray("\r\n{\n\t\"a\" :\n [ 1 ,\n 2 ] }\n");
    std::string keys;
    for (int i = 0; i < 40; ++i)
      keys += (i > 0 ? ",\"" : "\"") + std::to_string(i) + "\":0";
    QTest::newRow("many keys") << QByteArray(("{" + keys + "}").c_str());
    QTest::newRow("depth") << QByteArray(
        (repeated("[", json::maximumDepth) + repeated("]", json::maximumDepth)).c_str());
  }

  void aTextWithoutFaultsIsReadAlikeByBothParsers() {
    QFETCH(QByteArray, text);
    const auto read = parse(text.toStdString());
    const auto thorough = json::parseThoroughly(text.toStdString());
    KW_VERIFY_OK(read);
    KW_VERIFY_OK(thorough);
    QVERIFY(*read == *thorough);
    QCOMPARE(placesIn(*read), placesIn(*thorough));
  }

  void aByteOrderMarkIsPassedOver() {
    const auto read = parse("\xEF\xBB\xBF[1]");
    KW_VERIFY_OK(read);
    QCOMPARE(read->asArray()[0].asInteger(), int64_t{1});
  }

  void integersAreReadExactly_data() {
    QTest::addColumn<QString>("text");
    QTest::addColumn<qlonglong>("value");
    QTest::newRow("0") << "0" << 0LL;
    QTest::newRow("-0") << "-0" << 0LL;
    QTest::newRow("largest") << "9223372036854775807" << LLONG_MAX;
    QTest::newRow("least") << "-9223372036854775808" << LLONG_MIN;
    QTest::newRow("above 2^53") << "9007199254740993" << 9007199254740993LL;
  }
  void integersAreReadExactly() {
    QFETCH(QString, text);
    QFETCH(qlonglong, value);
    const auto read = parse(test::utf8(text));
    KW_VERIFY_OK(read);
    QVERIFY(read->isInteger());
    QCOMPARE(read->asInteger(), int64_t{value});
  }

  void realsAreReadIfTheyKeepTheirValue_data() {
    QTest::addColumn<QString>("text");
    QTest::addColumn<double>("value");
    QTest::newRow("tenth") << "0.1" << 0.1;
    QTest::newRow("more digits than held") << "0.1000000000000000055511151231257827" << 0.1;
    QTest::newRow("1e23") << "1e23" << 1e23;
    QTest::newRow("2^53") << "9007199254740992.0" << 0x1p53;
    QTest::newRow("2^70 in full") << "1180591620717411303424.0" << 0x1p70;
    QTest::newRow("100e20") << "100e20" << 1e22;
    QTest::newRow("denormal") << "5e-324" << 5e-324;
    QTest::newRow("minus zero") << "-0.0" << -0.0;
    QTest::newRow("largest") << "1.7976931348623157e308" << 1.7976931348623157e308;
  }
  void realsAreReadIfTheyKeepTheirValue() {
    QFETCH(QString, text);
    QFETCH(double, value);
    const auto read = parse(test::utf8(text));
    KW_VERIFY_OK(read);
    QVERIFY(read->isReal());
    QVERIFY(read->asReal() == value);
    QCOMPARE(std::signbit(read->asReal()), std::signbit(value));
  }

  void faultsNamePlaceAndReason_data() {
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QString>("place");
    QTest::addColumn<QString>("reason");
    const auto row = [](const char* name, QByteArray text, const char* place, const char* reason) {
      QTest::newRow(name) << text << place << reason;
    };
    row("nothing", "", "line 1:1", "end of input");
    row("only space", " \n ", "line 2:2", "end of input");
    row("integer too large", "{\"a\":[0,9223372036854775808]}", "line 1:9: a[1]", "64-bit range");
    row("integer far too large", "{\"a\":100000000000000000000000}", "line 1:6: a", "64-bit range");
    row("integer too small", "[-9223372036854775809]", "line 1:2: [0]", "64-bit range");
    row("real too large", "{\"a\":1e999}", "line 1:6: a", "1e999 is larger than");
    row("real that loses digits", "{\"a\":9007199254740993.0}", "line 1:6: a",
        "9007199254740992.0");
    row("exponent that loses digits", "[12345678901234567891e1]", "line 1:2: [0]",
        "would be changed");
    row("duplicate key", "{\"a\":{\"b\":1,\n\"b\":2}}", "line 2:1: a.b", "was given before");
    row("text after it", "{} x", "line 1:4", "invalid literal");
    row("second value", "1 2", "line 1:3", "expected");
    row("NUL after it", QByteArray("[1]\0[2]", 7), "line 1:4", "nothing after the JSON value");
    row("NUL inside", QByteArray("[1,\0]", 5), "line 1:4: [1]", "");
    row("missing colon", "{\"a\" 1}", "line 1:6: a", "expected ':'");
    row("missing comma", "{\"arguments\":[{},{\"type\":\"x\" \"name\":1}]}",
        "line 1:30: arguments[1]", "expected '}'");
    row("comma at the end", "{\"a\":1,}", "line 1:8", "found '}'");
    row("comma at the end of an array", "[1,]", "line 1:4: [1]", "found ']'");
    row("wrong bracket", "{\"a\":[1}", "line 1:8: a[1]", "expected ']'");
    row("unfinished", "{\"a\":[1,", "line 1:9: a[1]", "end of input");
    row("unfinished string", "{\"a\":\"x", "line 1:8: a", "invalid string");
    row("newline in a string", "[\"a\nb\"]", "line 1:4: [0]", "control character");
    row("bad escape", "[\"\\x\"]", "line 1:4: [0]", "invalid string");
    row("lone surrogate", "[\"\\ud800\"]", "line 1:9: [0]", "surrogate");
    row("invalid UTF-8", "[\"a\xff\"]", "line 1:4: [0]", "UTF-8");
    row("overlong UTF-8", "[\"\xc0\xaf\"]", "line 1:3: [0]", "UTF-8");
    row("literal", "[nul]", "line 1:5: [0]", "invalid literal");
    row("comment", "[1] // x", "line 1:5", "");
    row("leading zero", "[01]", "line 1:4: [1]", "expected");
    row("string where a comma is due", "[1\n, {} \"a,b\"]", "line 2:6: [2]",
        "found string literal");
    row("number where a key is due", "{ 12 : 1}", "line 1:3",
        "expected string literal, found number literal");
    row("colon in an array", "[1 : 2]", "line 1:4: [1]", "found ':'");
    row("NaN", "[NaN]", "line 1:2: [0]", "invalid literal");
    row("single quotes", "['a']", "line 1:2: [0]", "invalid literal");
  }
  void faultsNamePlaceAndReason() {
    QFETCH(QByteArray, text);
    QFETCH(QString, place);
    QFETCH(QString, reason);
    const auto read = parse(std::string_view(text.data(), static_cast<size_t>(text.size())), "");
    QVERIFY(!read);
    QCOMPARE(read.error().kind, ErrorKind::badInput);
    KW_VERIFY_CONTAINS(read.error().text(), test::utf8(reason));
    QCOMPARE(placeOf(read.error()), test::utf8(place));
    QVERIFY2(read.error().message.find("json.exception") == std::string::npos,
             read.error().message.c_str());
  }

  void aFaultNamesTheFile() {
    const auto read = parse("[", "space.json");
    QVERIFY(!read);
    KW_VERIFY_CONTAINS(read.error().text(), "space.json:1:2: [0]: ");
  }

  void nestingIsLimited() {
    KW_VERIFY_OK(parse(repeated("[", json::maximumDepth) + repeated("]", json::maximumDepth)));
    const auto tooDeep = parse(repeated("{\"a\":", json::maximumDepth + 1) + "1");
    QVERIFY(!tooDeep);
    KW_VERIFY_CONTAINS(tooDeep.error().message, "more than 64 levels");
    QVERIFY(!parse(repeated("[", 1'000'000)));
  }

  void duplicateKeysAreFoundAmongMany() {
    std::string text = "{";
    for (int i = 0; i < 1000; ++i)
      text += "\"key" + std::to_string(i) + "\":0,";
    KW_VERIFY_OK(parse(text + "\"other\":0}"));
    QVERIFY(!parse(text + "\"key3\":0}"));
    QVERIFY(!parse(text + "\"key999\":0}"));
  }

  void anObjectKeepsTheOrderOfItsMembers() {
    const auto read = parse(R"({"z":1,"a":2,"m":3})");
    KW_VERIFY_OK(read);
    QCOMPARE(read->asObject()[0].first, std::string("z"));
    QCOMPARE(read->asObject()[1].first, std::string("a"));
    QCOMPARE(read->asObject()[2].first, std::string("m"));
  }
};

QTEST_APPLESS_MAIN(TestJsonParse)
#include "test_json_parse.moc"
