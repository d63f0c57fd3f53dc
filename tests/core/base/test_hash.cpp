// SPDX-License-Identifier: GPL-3.0-or-later
#include <QCryptographicHash>
#include <QTest>

#include "base/files/hash.h"
#include "support/printing.h"

using namespace kw;

class TestHash : public QObject {
  Q_OBJECT

 private slots:
  // The examples of NIST's "Secure Hash Standard", FIPS 180-4.
  void publishedExamplesHold_data() {
    QTest::addColumn<QByteArray>("content");
    QTest::addColumn<QString>("hash");
    QTest::newRow("empty") << QByteArray("")
                           << "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";
    QTest::newRow("abc") << QByteArray("abc")
                         << "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
    QTest::newRow("two blocks")
        << QByteArray("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq")
        << "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1";
    QTest::newRow("a million")
        << QByteArray(1'000'000, 'a')
        << "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0";
  }
  void publishedExamplesHold() {
    QFETCH(QByteArray, content);
    QFETCH(QString, hash);
    QCOMPARE(files::contentHash(content.toStdString()), test::utf8(hash));
  }

  void everyLengthAroundABlockAgreesWithQt() {
    for (int length = 0; length < 200; ++length) {
      const QByteArray content(length, static_cast<char>(length));
      const QByteArray wanted =
          QCryptographicHash::hash(content, QCryptographicHash::Sha256).toHex();
      QCOMPARE(files::contentHash(content.toStdString()), wanted.toStdString());
    }
  }

  void piecesGiveTheSameAsTheWhole() {
    const std::string content(1000, 'x');
    for (const size_t piece : {1u, 7u, 63u, 64u, 65u, 200u}) {
      files::Sha256 hash;
      for (size_t at = 0; at < content.size(); at += piece)
        hash.update(std::string_view(content).substr(at, piece));
      QCOMPARE(hash.finish(), files::contentHash(content));
    }
  }
};

QTEST_APPLESS_MAIN(TestHash)
#include "test_hash.moc"
