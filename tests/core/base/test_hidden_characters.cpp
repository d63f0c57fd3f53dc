// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>

#include "base/text/hidden_characters.h"

using kw::withHiddenShown;

class TestHiddenCharacters : public QObject {
  Q_OBJECT
 private slots:
  void whatHidesIsShown() {
    QCOMPARE(withHiddenShown("if (n) {\u202E /* } */"), std::string("if (n) {<U+202E> /* } */"));
    QCOMPARE(withHiddenShown("\uFEFFa\u200Bb\u2066"), std::string("<U+FEFF>a<U+200B>b<U+2066>"));
  }
  void whatIsSeenStays() {
    const std::string plain = "x\ty\n\u00E4 \u2192 \u4E2D \xFF\xE2\x80";
    QCOMPARE(withHiddenShown(plain), plain);
    QCOMPARE(withHiddenShown(""), std::string());
  }
};

QTEST_APPLESS_MAIN(TestHiddenCharacters)
#include "test_hidden_characters.moc"
