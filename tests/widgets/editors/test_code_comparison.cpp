// SPDX-License-Identifier: GPL-3.0-or-later
// Two texts stand level with each other.
#include <QAction>
#include <QRegularExpression>
#include <QScrollBar>
#include <QSignalSpy>
#include <QTest>

#include "support/sample_evaluations.h"
#include "widgets/editors/code_comparison.h"
#include "widgets/editors/code_editor.h"

using namespace kw;

namespace {

Content::ProblemPtr problemOf(const std::string& source, const std::string& text) {
  auto problem = std::make_shared<LoadedProblem>(test::libraryProblem());
  problem->problem.sourceText = source;
  problem->problem.templateText = text;
  return problem;
}

long levelOf(const CodeEditor& editor, const QString& line) {
  for (int i = 0; i < editor.lines(); ++i)
    if (editor.text(i).trimmed() == line)
      return editor.SendScintilla(QsciScintilla::SCI_VISIBLEFROMDOCLINE, i);
  return -1;
}

std::string numbered(const std::string& word, int from, int to) {
  std::string text;
  for (int i = from; i < to; ++i)
    text += word + std::to_string(i) + "\n";
  return text;
}

}  // namespace

class TestCodeComparison : public QObject {
  Q_OBJECT

 private slots:
  void init() {
    QTest::failOnWarning(QRegularExpression(QStringLiteral("^(?!This plugin does not support)")));
  }

  void sameLinesAreOnOneLevel_data() {
    QTest::addColumn<QString>("left");
    QTest::addColumn<QString>("right");
    QTest::newRow("added in the middle") << "a\nb\nc\n"
                                         << "a\nx y\nz\nb\nc\n";
    QTest::newRow("added on top") << "a\nb\nc\n"
                                  << "x\ny\na\nb\nc\n";
    QTest::newRow("removed on top") << "x\ny\na\nb\nc\n"
                                    << "a\nb\nc\n";
    QTest::newRow("both") << "1\na\nb\nQ(1);\n2\n3\nc\n"
                          << "a\nb\n4\nQ(2);\nc\n5\n6";
  }
  void sameLinesAreOnOneLevel() {
    QFETCH(QString, left);
    QFETCH(QString, right);
    Content content;
    CodeComparison comparison(content);
    QSignalSpy compared(&comparison, &CodeComparison::compared);
    content.setProblem(problemOf(left.toStdString(), right.toStdString()));
    QTRY_COMPARE(compared.size(), 1);
    for (const QString& line : {QStringLiteral("a"), QStringLiteral("b"), QStringLiteral("c")}) {
      QVERIFY(levelOf(comparison.left(), line) >= 0);
      QCOMPARE(levelOf(comparison.left(), line), levelOf(comparison.right(), line));
    }
    const auto height = [](const CodeEditor& editor) {
      const int last = editor.lines() - 1;
      return editor.SendScintilla(QsciScintilla::SCI_VISIBLEFROMDOCLINE, last) +
             editor.SendScintilla(QsciScintilla::SCI_WRAPCOUNT, last) +
             editor.SendScintilla(QsciScintilla::SCI_ANNOTATIONGETLINES, last);
    };
    QCOMPARE(height(comparison.left()), height(comparison.right()));
  }

  void panesScrollTogetherAndKeysGoFromDifferenceToDifference() {
    Content content;
    CodeComparison comparison(content);
    comparison.resize(600, 300);
    comparison.QWidget::show();
    QVERIFY(QTest::qWaitForWindowExposed(&comparison));
    QSignalSpy compared(&comparison, &CodeComparison::compared);
    content.setProblem(
        problemOf(numbered("line ", 0, 200), numbered("line ", 0, 50) + "only here\n" +
                                                 numbered("line ", 50, 150) + "and this\n" +
                                                 numbered("line ", 150, 200)));
    QTRY_COMPARE(compared.size(), 1);
    QCOMPARE(comparison.differenceCount(), size_t{2});
    QCOMPARE(comparison.left().mapTo(&comparison, QPoint()).y(),
             comparison.right().mapTo(&comparison, QPoint()).y());
    comparison.left().verticalScrollBar()->setValue(30);
    QCOMPARE(comparison.right().verticalScrollBar()->value(), 30);
    comparison.right().verticalScrollBar()->setValue(60);
    QCOMPARE(comparison.left().verticalScrollBar()->value(), 60);
    comparison.right().setFocus();
    for (const size_t wanted : {size_t{1}, size_t{2}, size_t{1}}) {
      QTest::keyClick(&comparison.right(), Qt::Key_F7);
      QCOMPARE(comparison.currentDifference(), wanted);
      QCOMPARE(comparison.left().verticalScrollBar()->value(),
               comparison.right().verticalScrollBar()->value());
    }
    QTest::keyClick(&comparison.right(), Qt::Key_F7, Qt::ShiftModifier);
    QCOMPARE(comparison.currentDifference(), size_t{2});
    int line = 0, column = 0;
    comparison.right().getCursorPosition(&line, &column);
    QCOMPARE(comparison.right().text(line).trimmed(), QStringLiteral("and this"));
  }

  void candidatesAreComparedWithTheirConfigurationsFilledIn() {
    Content content;
    const LoadedProblem problem = test::libraryProblem();
    content.setProblem(std::make_shared<const LoadedProblem>(problem));
    std::vector<view::CandidateRow> rows;
    for (const Evaluation& one : test::sampleEvaluations(problem, 3, false))
      rows.push_back(view::rowOf(one, content.caseNames()));
    rows[3].candidate.textHash = "of an earlier revision";
    content.resetCandidates(std::move(rows));
    CodeComparison comparison(content);
    QSignalSpy compared(&comparison, &CodeComparison::compared);
    comparison.show(1, 2);
    QTRY_COMPARE(compared.size(), 1);
    QVERIFY(!comparison.left().text().contains(QStringLiteral("__launch_bounds__(BLOCK)")));
    QVERIFY(comparison.left().text().contains(QStringLiteral("__launch_bounds__(")));
    comparison.show(1, 3);
    QVERIFY(comparison.left().text().isEmpty());
  }

  void withoutAProblemItSaysWhatWillAppear() {
    Content content;
    CodeComparison comparison(content);
    QCOMPARE(comparison.differenceCount(), size_t{0});
    for (QAction* action : comparison.panelActions())
      if (action->objectName().contains(QStringLiteral("Difference")))
        QVERIFY(!action->isEnabled());
  }
};

QTEST_MAIN(TestCodeComparison)
#include "test_code_comparison.moc"
