// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>

#include "client/language_model/whole_characters.h"
#include "client/language_model/wire/duration_text.h"
#include "client/language_model/wire/event_splitter.h"
#include "support/printing.h"

using namespace kw;
using namespace kw::language;

namespace {

// "name:data|name:data|", after cutting the text at `cut`.
std::string eventsIn(std::string_view text, size_t cut = 0) {
  std::string all;
  EventSplitter splitter(1000);
  const auto note = [&](const Event& event) { all += event.name + ":" + event.data + "|"; };
  if (!splitter.feed(text.substr(0, cut), note) || !splitter.feed(text.substr(cut), note))
    return "too long";
  splitter.finish(note);
  return all;
}

}  // namespace

class TestEventSplitter : public QObject {
  Q_OBJECT

 private slots:
  void eventsAreTakenApart_data() {
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("events");
    QTest::newRow("plain") << "data: a\n\ndata: b\n\n"
                           << ":a|:b|";
    QTest::newRow("returns") << "data: a\r\rdata: b\r\r"
                             << ":a|:b|";
    QTest::newRow("both") << "data: a\r\n\r\ndata: b\r\n\r\n"
                          << ":a|:b|";
    QTest::newRow("mixed") << "data: a\r\n\ndata: b\n\r\n"
                           << ":a|:b|";
    QTest::newRow("several lines") << "data: a\ndata:b\ndata:  c\n\n"
                                   << ":a\nb\n c|";
    QTest::newRow("names") << "event: x\ndata: a\n\ndata: b\n\n"
                           << "x:a|:b|";
    QTest::newRow("comments") << ": hello\n\ndata: a\n:\n\n"
                              << ":a|";
    QTest::newRow("other fields") << "id: 1\nretry: 5\ndata: a\nnothing\n\n"
                                  << ":a|";
    QTest::newRow("an empty line of data") << "data\n\ndata:\n\n"
                                           << ":|:|";
    QTest::newRow("a name alone") << "event: x\n\ndata: a\n\n"
                                  << ":a|";
    QTest::newRow("a byte order mark") << QString::fromUtf8("\xef\xbb\xbf") + "data: a\n\n"
                                       << ":a|";
    QTest::newRow("without its end") << "data: a\n\ndata: b"
                                     << ":a|:b|";
    QTest::newRow("with a colon") << "data: {\"a\": 1}\n\n"
                                  << ":{\"a\": 1}|";
  }
  void eventsAreTakenApart() {
    QFETCH(QString, text);
    QFETCH(QString, events);
    const std::string bytes = test::utf8(text);
    for (size_t cut = 0; cut <= bytes.size(); ++cut)
      QCOMPARE(eventsIn(bytes, cut), test::utf8(events));
  }

  void nothingMayBeEndless() {
    QCOMPARE(eventsIn("data: " + std::string(2000, 'x')), std::string("too long"));
    QCOMPARE(eventsIn("data: " + std::string(2000, 'x') + "\n\n"), std::string("too long"));
    std::string lines;
    for (int i = 0; i < 1000; ++i)
      lines += "data: x\n";
    QCOMPARE(eventsIn(lines), std::string("too long"));
    QCOMPARE(eventsIn(lines + "\n"), std::string("too long"));
  }

  void charactersAreWhole() {
    const std::string text = "a\xc3\xbc\xe2\x82\xac\xf0\x9f\x98\x80z";
    for (size_t cut = 0; cut <= text.size(); ++cut) {
      WholeCharacters characters;
      const std::string first = characters.feed(text.substr(0, cut));
      QVERIFY(text.starts_with(first) && cut - first.size() < 4);
      const std::string rest = characters.feed(text.substr(cut));
      QCOMPARE(first + rest, text);
      QVERIFY(characters.finish().empty());
    }
  }

  void bytesThatAreNoCharactersAreReplaced_data() {
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<QString>("text");
    const QString mark(QChar(0xfffd));
    QTest::newRow("stray") << QByteArray("a\xffz") << "a" + mark + "z";
    QTest::newRow("cut") << QByteArray("a\xe2\x82") << "a" + mark + mark;
    QTest::newRow("broken off") << QByteArray("\xe2\x82z") << mark + mark + "z";
    QTest::newRow("overlong") << QByteArray("\xc0\xafz") << mark + mark + "z";
    QTest::newRow("surrogate") << QByteArray("\xed\xa0\x80z") << mark + mark + mark + "z";
  }
  void bytesThatAreNoCharactersAreReplaced() {
    QFETCH(QByteArray, bytes);
    QFETCH(QString, text);
    for (qsizetype cut = 0; cut <= bytes.size(); ++cut) {
      WholeCharacters characters;
      std::string all = characters.feed(bytes.left(cut).toStdString());
      all += characters.feed(bytes.mid(cut).toStdString());
      QCOMPARE(all + characters.finish(), test::utf8(text));
    }
  }

  void durationsAreRead() {
    using std::chrono::milliseconds;
    QVERIFY(durationOf("37") == milliseconds(37'000));
    QVERIFY(durationOf(" 1.5s") == milliseconds(1500));
    QVERIFY(durationOf("250ms") == milliseconds(250));
    QVERIFY(durationOf("6m0s") == milliseconds(360'000));
    QVERIFY(durationOf("1h2m3.5s") == milliseconds(3'723'500));
    for (const char* wrong : {"", "s", "-1", "1x", "soon", "1.2.3", "99999999999", "ms"})
      QVERIFY2(!durationOf(wrong), wrong);
  }
};

QTEST_APPLESS_MAIN(TestEventSplitter)
#include "test_event_splitter.moc"
