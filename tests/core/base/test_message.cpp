// SPDX-License-Identifier: GPL-3.0-or-later
#ifndef Q_MOC_RUN  // it stumbles over <concepts>
#include "base/result/message.h"
#include "base/result/printable.h"
#endif

#include <QTest>

#include "base/result/result.h"

using namespace kw;

class TestMessage : public QObject {
  Q_OBJECT

 private slots:
  void countsInWords() {
    QCOMPARE(counted(1, "thread"), std::string("1 thread"));
    QCOMPARE(counted(0, "thread"), std::string("0 threads"));
    QCOMPARE(counted(size_t{2}, "launch", "launches"), std::string("2 launches"));
  }

  void secondsHaveNoIdleDigits() {
    QCOMPARE(secondsText(10), std::string("10 s"));
    QCOMPARE(secondsText(0.3), std::string("0.3 s"));
  }

  void longWordsLoseTheirMiddle() {
    const std::string name(100'000, 'a');
    const std::string text =
        Status(failInput("\"" + name + "\" is no parameter of the space")).error().text();
    QVERIFY2(text.size() < 300, text.c_str());
    QVERIFY(text.starts_with("\"aaa"));
    QVERIFY(text.ends_with("aaa\" is no parameter of the space"));
  }

  void longLinesLoseTheirMiddle() {
    std::string constraint = "A == 1";
    for (int i = 0; i < 5000; ++i)
      constraint += " or A == 2";
    const std::string text = readable("the constraint " + constraint + " is never met");
    QVERIFY2(text.size() < 1300, text.c_str());
    QVERIFY(text.ends_with("is never met"));
  }

  void shortTextsStayAsTheyAre() {
    const std::string text = "first line\n  second  line, µs\n";
    QCOMPARE(readable(text), text);
  }

  void noCharacterIsCutThrough() {
    std::string text;
    for (int i = 0; i < 500; ++i)
      text += "µ";
    for (size_t most = 10; most < 20; ++most) {
      const QByteArray cut = QByteArray::fromStdString(shortened(text, most));
      QCOMPARE(QString::fromUtf8(cut).toUtf8(), cut);
    }
  }

  void controlCharactersAreShown() {
    QCOMPARE(printable(std::string_view("a\x1b[2J\0b\r\n\tµ\xc2\x9bx", 15)),
             std::string("a\\x1b[2J\\x00b\\x0d\n\tµ\\x9bx"));
    const std::string text = Status(failInput("the name \x1b]0;x\x07 is none")).error().text();
    QCOMPARE(text, std::string("the name \\x1b]0;x\\x07 is none"));
  }

  void anAdviceStaysWhole() {
    const std::string command = "kwr tune " + std::string(500, 'x') + " --resume";
    Error error{ErrorKind::failed, "stopped", {}, command};
    QVERIFY(error.text().find(command) != std::string::npos);
  }
};

QTEST_APPLESS_MAIN(TestMessage)
#include "test_message.moc"
