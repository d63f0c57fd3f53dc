// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>

#include "base/json/text.h"
#include "client/language_model/extract_json.h"
#include "support/printing.h"

using namespace kw;
using namespace kw::language;

class TestExtractJson : public QObject {
  Q_OBJECT

 private slots:
  void theObjectIsFound_data() {
    QTest::addColumn<QString>("reply");
    QTest::addColumn<QString>("object");
    QTest::newRow("alone") << " {\"a\": 1}\n"
                           << "{\"a\":1}";
    QTest::newRow("fenced") << "Here:\n```json\n{\"a\": 1}\n```\nDone {really}."
                            << "{\"a\":1}";
    QTest::newRow("in prose") << "I put {tiles} into {\"a\": {\"b\": \"}\"}}, you see"
                              << "{\"a\":{\"b\":\"}\"}}";
    QTest::newRow("a fence within") << "```\n{\"code\": \"```cpp\\nint a[] = {1};\\n```\"}\n```"
                                    << "{\"code\":\"```cpp\\nint a[] = {1};\\n```\"}";
    QTest::newRow("the longest") << "For {\"a\":1} I say {\"answer\":2} not {\"b\":3}"
                                 << "{\"answer\":2}";
    QTest::newRow("the last of two") << "First {\"a\":1}, better {\"a\":2}"
                                     << "{\"a\":2}";
    QTest::newRow("inside what is broken") << "{ broken {\"a\": 1}"
                                           << "{\"a\":1}";
    QTest::newRow("inside prose in brackets") << "{as I said: {\"a\": 1} is the answer}"
                                              << "{\"a\":1}";
    QTest::newRow("beside a faulty one") << "Not {\"b\": {}, } but {\"a\": {\"c\": 1}}, {good}"
                                         << "{\"a\":{\"c\":1}}";
    QTest::newRow("escapes") << "{\"a\": \"\\\\\\\"}\"}"
                             << "{\"a\":\"\\\\\\\"}\"}";
  }
  void theObjectIsFound() {
    QFETCH(QString, reply);
    QFETCH(QString, object);
    const std::string text = test::utf8(reply);
    const auto found = extractJson(text);
    KW_VERIFY_OK(found);
    QCOMPARE(json::writeLine(found->value), test::utf8(object));
    QCOMPARE(text.substr(found->begin, 1), std::string("{"));
    QCOMPARE(text.substr(found->end - 1, 1), std::string("}"));
  }

  void nothingIsRepaired_data() {
    QTest::addColumn<QString>("reply");
    QTest::addColumn<QString>("said");
    QTest::newRow("none") << "I cannot do that."
                          << "expected a JSON object in the reply, found none";
    QTest::newRow("empty") << ""
                           << "found none in its 0 bytes";
    QTest::newRow("a list") << "[1, 2]"
                            << "found none";
    QTest::newRow("cut") << "Here:\n{\"a\": [1, 2"
                         << "the reply:2:";
    QTest::newRow("a comma") << "Here:\n  {\"a\": 1,}"
                             << "the reply:2:11";
    QTest::newRow("a line break") << "{\"a\": \"one\ntwo\"}"
                                  << "the reply:1:";
    // The part that is good by itself is not what was meant.
    QTest::newRow("a stray string") << "So:\n{\"a\": {\"b\": 1}, \"c\" \"d\", \"e\": 2}"
                                    << "the reply:2:21";
    QTest::newRow("infinity") << "{\"a\": {\"b\": 1, \"c\": 2}, \"d\": Infinity}"
                              << "the reply:1:30";
    QTest::newRow("a bare key") << "{a: {\"b\": 1}}"
                                << "the reply:1:2";
    QTest::newRow("a key given twice") << "{\"a\": 1, \"a\": 2}"
                                       << "\"a\"";
  }
  void nothingIsRepaired() {
    QFETCH(QString, reply);
    QFETCH(QString, said);
    const auto found = extractJson(test::utf8(reply));
    QVERIFY(!found);
    QVERIFY(found.error().kind == ErrorKind::badInput);
    KW_VERIFY_CONTAINS(test::errorText(found), test::utf8(said));
  }

  void bracketsWithoutEndTakeNoTime() {
    QVERIFY(!extractJson(std::string(1'000'000, '{')));
    QVERIFY(!extractJson(std::string(500'000, '{') + std::string(500'000, '}')));
  }
};

QTEST_APPLESS_MAIN(TestExtractJson)
#include "test_extract_json.moc"
