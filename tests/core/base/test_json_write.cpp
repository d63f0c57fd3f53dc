// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>

#include <limits>

#include "base/json/text.h"
#include "support/printing.h"

using namespace kw;
using json::Value;

class TestJsonWrite : public QObject {
  Q_OBJECT

 private slots:
  void aLineHasNoSpacesAndKeepsTheOrder() {
    const Value value =
        Value::object({{"b", 1}, {"a", Value::array({true, nullptr, "x"})}, {"o", json::Object()}});
    QCOMPARE(json::writeLine(value), std::string(R"({"b":1,"a":[true,null,"x"],"o":{}})"));
  }

  void numbersAreWrittenShortAndReadBackTheSame_data() {
    QTest::addColumn<double>("value");
    QTest::addColumn<QString>("text");
    QTest::newRow("integral") << 1.0 << "1.0";
    QTest::newRow("tenth") << 0.1 << "0.1";
    QTest::newRow("third") << 1.0 / 3 << "0.3333333333333333";
    QTest::newRow("large") << 1e300 << "1e+300";
    QTest::newRow("denormal") << 5e-324 << "5e-324";
    QTest::newRow("minus zero") << -0.0 << "-0.0";
    QTest::newRow("float32") << double{0.1f} << "0.10000000149011612";
  }
  void numbersAreWrittenShortAndReadBackTheSame() {
    QFETCH(double, value);
    QFETCH(QString, text);
    const std::string written = json::writeLine(Value(value));
    QCOMPARE(written, test::utf8(text));
    const auto read = json::parse(written);
    KW_VERIFY_OK(read);
    QVERIFY(*read == Value(value));
    QVERIFY(read->isReal());
  }

  void whatIsNoNumberIsWrittenAsAWordThatAsRealReads() {
    constexpr double infinity = std::numeric_limits<double>::infinity();
    const Value value =
        Value::array({infinity, -infinity, std::numeric_limits<double>::quiet_NaN()});
    const std::string written = json::writeLine(value);
    QCOMPARE(written, std::string(R"(["inf","-inf","nan"])"));
    const auto read = json::parse(written);
    KW_VERIFY_OK(read);
    QCOMPARE(read->asArray()[0].asReal(), infinity);
    QCOMPARE(read->asArray()[1].asReal(), -infinity);
    QVERIFY(read->asArray()[2].asReal() != read->asArray()[2].asReal());
  }

  void stringsAreEscapedAndReadBackTheSame_data() {
    QTest::addColumn<QByteArray>("content");
    QTest::addColumn<QByteArray>("written");
    QTest::newRow("plain") << QByteArray("abc") << QByteArray("\"abc\"");
    QTest::newRow("quotes") << QByteArray("a\"b\\c") << QByteArray("\"a\\\"b\\\\c\"");
    QTest::newRow("lines") << QByteArray("a\n\tb\r") << QByteArray("\"a\\n\\tb\\r\"");
    QTest::newRow("control") << QByteArray("\x01\x1f\x7f") << QByteArray("\"\\u0001\\u001f\x7f\"");
    QTest::newRow("NUL") << QByteArray("a\0b", 3) << QByteArray("\"a\\u0000b\"");
    QTest::newRow("2, 3 and 4 bytes") << QByteArray("é€😀") << QByteArray("\"é€😀\"");
  }
  void stringsAreEscapedAndReadBackTheSame() {
    QFETCH(QByteArray, content);
    QFETCH(QByteArray, written);
    const std::string text = json::writeLine(Value(content.toStdString()));
    QCOMPARE(text, written.toStdString());
    const auto read = json::parse(text);
    KW_VERIFY_OK(read);
    QCOMPARE(read->asString(), content.toStdString());
  }

  void bytesThatAreNoUtf8AreReplacedSoThatTheLineCanBeRead_data() {
    QTest::addColumn<QByteArray>("content");
    QTest::addColumn<QString>("readBack");
    QTest::newRow("stray byte") << QByteArray(
                                       "a\xff"
                                       "b")
                                << "a�b";
    QTest::newRow("cut off") << QByteArray("x\xe2\x82") << "x��";
    QTest::newRow("overlong") << QByteArray("\xc0\x80") << "��";
    QTest::newRow("surrogate") << QByteArray("\xed\xa0\x80") << "���";
    QTest::newRow("above U+10FFFF") << QByteArray("\xf4\x90\x80\x80") << "����";
  }
  void bytesThatAreNoUtf8AreReplacedSoThatTheLineCanBeRead() {
    QFETCH(QByteArray, content);
    QFETCH(QString, readBack);
    const auto read = json::parse(json::writeLine(Value(content.toStdString())));
    KW_VERIFY_OK(read);
    QCOMPARE(test::quoted(read->asString()), readBack);
  }

  void filesAreIndentedAndShortArraysStayOnOneLine() {
    Value value;
    value.set("name", "x");
    value.set("values", Value::array({1, 2, 4}));
    value.set("parts", Value::array({Value::object({{"a", 1}}), json::Array()}));
    value.set("none", json::Object());
    QCOMPARE(json::writePretty(value), std::string("{\n"
                                                   "  \"name\": \"x\",\n"
                                                   "  \"values\": [1, 2, 4],\n"
                                                   "  \"parts\": [\n"
                                                   "    {\n"
                                                   "      \"a\": 1\n"
                                                   "    },\n"
                                                   "    []\n"
                                                   "  ],\n"
                                                   "  \"none\": {}\n"
                                                   "}\n"));
  }

  void longArraysHaveALineForEachElement() {
    Value value;
    for (int i = 0; i < 40; ++i)
      value.push(1'000'000 + i);
    const std::string text = json::writePretty(value);
    QVERIFY(text.starts_with("[\n  1000000,\n  1000001,\n"));
    const auto read = json::parse(text);
    KW_VERIFY_OK(read);
    QVERIFY(*read == value);
  }

  void setReplacesAndPushAppends() {
    Value object;
    object.set("a", 1);
    object.set("b", 2);
    object.set("a", "again");
    QCOMPARE(json::writeLine(object), std::string(R"({"a":"again","b":2})"));
    Value array;
    array.push(1);
    array.push("x");
    QCOMPARE(json::writeLine(array), std::string(R"([1,"x"])"));
  }

  void accessorsFallBackWhereTheKindIsAnother() {
    QCOMPARE(Value("x").asInteger(7), int64_t{7});
    QCOMPARE(Value(2.0).asInteger(7), int64_t{2});
    QCOMPARE(Value(2.5).asInteger(7), int64_t{7});
    QCOMPARE(Value(1e300).asInteger(7), int64_t{7});
    QCOMPARE(Value(0x1p63).asInteger(7), int64_t{7});
    QCOMPARE(Value(3).asReal(), 3.0);
    QCOMPARE(Value(1).asBool(true), true);
    QVERIFY(Value(1).asString().empty());
    QVERIFY(Value(1).asArray().empty());
    QVERIFY(Value(1).find("a") == nullptr);
    QCOMPARE(Value(json::Object()).kindName(), std::string_view("an object"));
  }
};

QTEST_APPLESS_MAIN(TestJsonWrite)
#include "test_json_write.moc"
