// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>

#include "model/protocol/messages.h"

using namespace kw;

class TestBase64 : public QObject {
  Q_OBJECT

 private slots:
  void agreesWithQt() {
    std::string bytes;
    for (int i = 0; i < 600; ++i) {
      const QByteArray expected = QByteArray::fromStdString(bytes).toBase64();
      QCOMPARE(protocol::toBase64(bytes), expected.toStdString());
      QCOMPARE(protocol::fromBase64(expected.toStdString()).value(), bytes);
      bytes += static_cast<char>(i * 37);
    }
  }

  void refusesWhatNoEncoderWrites() {
    for (const char* text : {"a", "ab", "abc", "ab=c", "a===", "====", "ab\n=", "abc-",
                             "ab==ab==", "QUI\xff", "QR==", "QUF="})
      QVERIFY2(!protocol::fromBase64(text).has_value(), text);
  }
};

QTEST_GUILESS_MAIN(TestBase64)
#include "test_base64.moc"
