// SPDX-License-Identifier: GPL-3.0-or-later
// The editor that all code is shown in.
#include <QApplication>
#include <QLineEdit>
#include <QRegularExpression>
#include <QTest>
#include <QToolButton>

#include "widgets/editors/code_editor.h"
#include "widgets/editors/editor_pane.h"
#include "widgets/editors/find_bar.h"
#include "widgets/theme/theme.h"

using namespace kw;

namespace {

const QString sample = QStringLiteral(
    "// größe\n__global__ void k(float* x) {\n  x[threadIdx.x] = 1.0f;\n}\n#define N 4\n");

int styleAt(const CodeEditor& editor, const char* word) {
  const long at = editor.utf8().indexOf(word);
  editor.SendScintilla(QsciScintilla::SCI_COLOURISE, 0UL, -1L);
  return static_cast<int>(editor.SendScintilla(QsciScintilla::SCI_GETSTYLEAT, at));
}

}  // namespace

class TestCodeEditor : public QObject {
  Q_OBJECT

 private slots:
  void init() {
    QTest::failOnWarning(QRegularExpression(QStringLiteral("^(?!This plugin does not support)")));
    Theme::instance().setName(ThemeName::light);
    Theme::instance().apply();
  }

  void cudaWordsAreASetOfTheirOwn() {
    CodeEditor editor;
    editor.showText(sample);
    QCOMPARE(styleAt(editor, "__global__"), static_cast<int>(QsciLexerCPP::KeywordSet2));
    QCOMPARE(styleAt(editor, "threadIdx"), static_cast<int>(QsciLexerCPP::KeywordSet2));
    QCOMPARE(styleAt(editor, "void"), static_cast<int>(QsciLexerCPP::Keyword));
    QCOMPARE(styleAt(editor, "// gr"), static_cast<int>(QsciLexerCPP::CommentLine));
  }

  void aBranchThatDependsOnAParameterKeepsItsColours() {
    CodeEditor editor;
    editor.showText(QStringLiteral("#if STREAM & 1\nvoid f();\n#endif\n"));
    QCOMPARE(styleAt(editor, "void"), static_cast<int>(QsciLexerCPP::Keyword));
  }

  void anotherThemeRestylesTheLexer() {
    CodeEditor editor;
    editor.showText(sample);
    for (const ThemeName name : {ThemeName::dark, ThemeName::light}) {
      Theme::instance().setName(name);
      const Tokens& t = tokensOf(name);
      QCOMPARE(editor.lexer()->color(QsciLexerCPP::KeywordSet2), t.cudaWord);
      QCOMPARE(editor.lexer()->paper(QsciLexerCPP::Comment), t.editorPaper);
      const long paper = editor.SendScintilla(QsciScintilla::SCI_STYLEGETBACK,
                                              static_cast<int>(QsciLexerCPP::Default));
      QCOMPARE(QColor(paper & 0xff, (paper >> 8) & 0xff, (paper >> 16) & 0xff), t.editorPaper);
    }
  }

  void theFontFollowsTheThemesSize() {
    CodeEditor editor;
    const int before = editor.textHeight(0);
    Theme::instance().setFontStep(6);
    QVERIFY(editor.textHeight(0) > before);
    Theme::instance().setFontStep(0);
    QCOMPARE(editor.textHeight(0), before);
  }

  void replacingIsOneStepThatCanBeUndone() {
    CodeEditor editor;
    editor.showText(sample);
    QVERIFY(!editor.isUndoAvailable());
    editor.setCursorPosition(4, 3);
    QString other = sample;
    other.replace(QStringLiteral("größe"), QStringLiteral("grüße\nzwei"));
    editor.replaceText(other);
    QCOMPARE(editor.text(), other);
    int line = 0, column = 0;
    editor.getCursorPosition(&line, &column);
    QCOMPARE(line, 5);
    editor.undo();
    QCOMPARE(editor.text(), sample);
    QVERIFY(!editor.isUndoAvailable());
  }

  void notesStandBelowTheirLines() {
    CodeEditor editor;
    editor.showText(sample);
    editor.setNotes({{2, true, QStringLiteral("error: one")},
                     {2, false, QStringLiteral("warning: two")},
                     {99, true, QStringLiteral("error: behind the end")}});
    QCOMPARE(editor.annotation(2), QStringLiteral("error: one\nwarning: two"));
    QVERIFY(editor.annotation(1).isEmpty());
    QVERIFY(!editor.annotation(editor.lines() - 1).isEmpty());
    editor.setNotes({});
    QVERIFY(editor.annotation(2).isEmpty());
  }

  void theFindBarFindsForwardsBackwardsAndByExpression() {
    QWidget window;
    auto* pane = new EditorPane(QStringLiteral("test"), QStringLiteral("Code"), &window);
    CodeEditor& editor = pane->editor();
    editor.showText(QStringLiteral("one two\nTWO one\ntwo12\n"));
    window.show();
    QVERIFY(QTest::qWaitForWindowExposed(&window));
    pane->findBar().openFind();
    QLineEdit* text = nullptr;
    for (QLineEdit* one : pane->findBar().findChildren<QLineEdit*>())
      if (one->accessibleName() == QStringLiteral("Text to find")) text = one;
    QTest::keyClicks(text, QStringLiteral("two"));
    const auto lineOfMatch = [&editor] {
      const long start = editor.SendScintilla(QsciScintilla::SCI_GETSELECTIONSTART);
      const long end = editor.SendScintilla(QsciScintilla::SCI_GETSELECTIONEND);
      return start == end ? -1L : editor.SendScintilla(QsciScintilla::SCI_LINEFROMPOSITION, start);
    };
    QCOMPARE(text->text(), QStringLiteral("two"));
    QCOMPARE(lineOfMatch(), 0L);
    pane->findBar().findNext();
    QCOMPARE(lineOfMatch(), 1L);
    pane->findBar().findPrevious();
    QCOMPARE(lineOfMatch(), 0L);
    for (QToolButton* button : pane->findBar().findChildren<QToolButton*>())
      if (button->text() == QStringLiteral(".*") || button->text() == QStringLiteral("Aa"))
        button->setChecked(true);
    text->clear();
    QTest::keyClicks(text, QStringLiteral("two[0-9]+"));
    QCOMPARE(lineOfMatch(), 2L);
    QTest::keyClicks(text, QStringLiteral("("));  // no valid expression: nothing happens
    QTest::keyClick(text, Qt::Key_Escape);
    QVERIFY(!pane->findBar().isVisible());
  }

  void everyControlOfTheFindBarHasAName() {
    QWidget window;
    auto* pane = new EditorPane(QStringLiteral("test"), QStringLiteral("Code"), &window);
    for (QWidget* child : pane->findBar().findChildren<QWidget*>())
      if (child->focusPolicy() & Qt::TabFocus && !child->objectName().startsWith(u"qt_"))
        QVERIFY2(!child->accessibleName().isEmpty(), child->metaObject()->className());
  }
};

QTEST_MAIN(TestCodeEditor)
#include "test_code_editor.moc"
