// SPDX-License-Identifier: GPL-3.0-or-later
// Whatever is written or drawn can be read, in both themes.
#include <QTest>

#include "widgets/theme/tokens.h"

using namespace kw;

namespace {

constexpr double textContrast = 4.5, markContrast = 3;

struct Pair {
  const char* name;
  QColor ink, paper;
};

std::vector<Pair> texts(const Tokens& t) {
  return {{"text on window", t.text, t.window},
          {"text on panel", t.text, t.panel},
          {"text on editor paper", t.text, t.editorPaper},
          {"text on selection", t.text, t.selection},
          {"secondary text on window", t.secondaryText, t.window},
          {"secondary text on panel", t.secondaryText, t.panel},
          {"verified on panel", t.verified, t.panel},
          {"warning on panel", t.warning, t.panel},
          {"failed on panel", t.failed, t.panel},
          {"text on accent", t.onAccent, t.accent},
          {"keyword", t.keyword, t.editorPaper},
          {"CUDA word", t.cudaWord, t.editorPaper},
          {"number", t.number, t.editorPaper},
          {"string", t.string, t.editorPaper},
          {"comment", t.comment, t.editorPaper},
          {"preprocessor", t.preprocessor, t.editorPaper},
          {"text on a parameter", t.text, t.parameterPaper},
          {"text on an added line", t.text, t.addedPaper},
          {"text on a removed line", t.text, t.removedPaper},
          {"text on a changed line", t.text, t.changedPaper},
          {"text on a fault", t.text, t.faultPaper},
          {"text on a warning", t.text, t.warningPaper}};
}

std::vector<Pair> marks(const Tokens& t) {
  std::vector<Pair> all = {{"source", t.source, t.panel},
                           {"accent", t.accent, t.panel},
                           {"focus ring", t.focusRing, t.window},
                           {"failed mark", t.failed, t.panel}};
  for (const QColor& color : t.series)
    all.push_back({"series", color, t.panel});
  return all;
}

void themes() {
  QTest::addColumn<int>("theme");
  QTest::newRow("light") << static_cast<int>(ThemeName::light);
  QTest::newRow("dark") << static_cast<int>(ThemeName::dark);
}

void compare(const std::vector<Pair>& pairs, double least) {
  QString faults;
  for (const Pair& pair : pairs)
    if (contrast(pair.ink, pair.paper) < least)
      faults += QStringLiteral("%1: %2 on %3 is %4 to 1\n")
                    .arg(QLatin1String(pair.name), pair.ink.name(), pair.paper.name())
                    .arg(contrast(pair.ink, pair.paper), 0, 'f', 2);
  QVERIFY2(faults.isEmpty(), qPrintable(faults));
}

}  // namespace

class TestTokens : public QObject {
  Q_OBJECT

 private slots:
  void contrastIsThatOfTheStandard() {
    QCOMPARE(contrast(Qt::black, Qt::white), 21.0);
    QCOMPARE(contrast(Qt::white, Qt::white), 1.0);
    QVERIFY(qAbs(contrast(QColor(0x777777), Qt::white) - 4.48) < 0.01);
  }

  void textCanBeRead_data() { themes(); }
  void textCanBeRead() {
    QFETCH(int, theme);
    compare(texts(tokensOf(static_cast<ThemeName>(theme))), textContrast);
  }

  void marksCanBeSeen_data() { themes(); }
  void marksCanBeSeen() {
    QFETCH(int, theme);
    compare(marks(tokensOf(static_cast<ThemeName>(theme))), markContrast);
  }

  void mapsBeginAndEndWhereTheyShould() {
    QCOMPARE(Tokens::sequential(0), QColor(0x440154));
    QCOMPARE(Tokens::sequential(1), QColor(0xfde725));
    const Tokens& t = tokensOf(ThemeName::dark);
    QCOMPARE(t.diverging(0), t.panel);
    QCOMPARE(t.diverging(-2), t.series[0]);
  }
};

QTEST_APPLESS_MAIN(TestTokens)
#include "test_tokens.moc"
