// SPDX-License-Identifier: GPL-3.0-or-later
// The source and the template as panels: edits go out, revisions and messages come in.
#include <QAction>
#include <QCheckBox>
#include <QRegularExpression>
#include <QSignalSpy>
#include <QTest>

#include "support/sample_evaluations.h"
#include "widgets/editors/code_editor.h"
#include "widgets/editors/editor_pane.h"
#include "widgets/editors/source_panel.h"
#include "widgets/editors/template_panel.h"
#include "widgets/theme/theme.h"

using namespace kw;

namespace {

Content::ProblemPtr sampleProblem() {
  static const auto problem = std::make_shared<const LoadedProblem>(test::libraryProblem());
  return problem;
}

// As the workbench would read it again.
Content::ProblemPtr withTemplate(const std::string& text) {
  auto changed = std::make_shared<LoadedProblem>(*sampleProblem());
  changed->problem.templateText = text;
  changed->templateHash = "hash of " + text;
  return changed;
}

struct Bench {
  Content content;
  Selection selection;
  std::vector<Evaluation> evaluations = test::sampleEvaluations(*sampleProblem(), 40, false);

  Bench() {
    content.setProblem(sampleProblem());
    content.setDevice(test::sampleDevice());
    std::vector<view::CandidateRow> rows;
    for (const Evaluation& one : evaluations)
      rows.push_back(view::rowOf(one, content.caseNames()));
    content.resetCandidates(std::move(rows));
    QObject::connect(&content, &Content::detailsWanted, &content, [this](Content::Id id) {
      content.setDetails(id, std::make_shared<const Evaluation>(evaluations[id]));
    });
  }
  Content::Id find(VerdictKind kind) const {
    for (Content::Id id = 1; id < evaluations.size(); ++id)
      if (evaluations[id].verdict.kind == kind) return id;
    return 0;
  }
};

QAction* action(const QList<QAction*>& actions, const char* name) {
  for (QAction* one : actions)
    if (one->objectName() == QLatin1String(name)) return one;
  return nullptr;
}

bool hasMarker(const CodeEditor& editor) {
  for (int line = 0; line < editor.lines(); ++line)
    if (const_cast<CodeEditor&>(editor).markersAtLine(line) != 0) return true;
  return false;
}

}  // namespace

class TestTemplatePanel : public QObject {
  Q_OBJECT

 private slots:
  void init() {
    QTest::failOnWarning(QRegularExpression(QStringLiteral("^(?!This plugin does not support)")));
    Theme::instance().apply();
  }

  void anEditIsSentOnceAfterTheLastKey() {
    Bench bench;
    TemplatePanel panel(bench.content, bench.selection);
    QSignalSpy sent(&bench.content, &Content::partEdited);
    CodeEditor& editor = panel.pane().editor();
    editor.setCursorPosition(0, 0);
    for (const char* key : {"/", "/", "x"})
      editor.insert(QString::fromLatin1(key));
    QCOMPARE(sent.size(), 0);
    QTRY_COMPARE(sent.size(), 1);
    QCOMPARE(sent[0][0].toString(), QStringLiteral("template.cu"));
    QCOMPARE(sent[0][1].toString(), editor.text());
    QCoreApplication::processEvents();
    action(panel.panelActions(), "template.apply")->trigger();
    QCOMPARE(sent.size(), 1);  // nothing that was not sent
  }

  void anEditIsSentAtOnceWhenAsked() {
    Bench bench;
    TemplatePanel panel(bench.content, bench.selection);
    QSignalSpy sent(&bench.content, &Content::partEdited);
    panel.pane().editor().insert(QStringLiteral("// a\n"));
    action(panel.panelActions(), "template.apply")->trigger();
    QCOMPARE(sent.size(), 1);
    panel.pane().editor().insert(QStringLiteral("// b\n"));
    Q_EMIT panel.pane().editor().focusLost();
    QCOMPARE(sent.size(), 2);
  }

  void ourOwnRevisionLeavesCaretAndHistoryAlone() {
    Bench bench;
    TemplatePanel panel(bench.content, bench.selection);
    CodeEditor& editor = panel.pane().editor();
    editor.setCursorPosition(3, 2);
    editor.insert(QStringLiteral("/* */"));
    editor.setCursorPosition(3, 4);
    const std::string edited = editor.text().toStdString();
    action(panel.panelActions(), "template.apply")->trigger();
    editor.insert(QStringLiteral("later"));
    bench.content.setProblem(withTemplate(edited));
    int line = 0, column = 0;
    editor.getCursorPosition(&line, &column);
    QCOMPARE(line, 3);
    QVERIFY(editor.text().contains(QStringLiteral("later")));
    editor.undo();
    editor.undo();
    QCOMPARE(editor.text().toStdString(), sampleProblem()->problem.templateText);
  }

  void anotherRevisionTakesItsPlaceAndCanBeUndone() {
    Bench bench;
    TemplatePanel panel(bench.content, bench.selection);
    QSignalSpy sent(&bench.content, &Content::partEdited);
    bench.content.setProblem(withTemplate("// another\n"));
    QCOMPARE(panel.pane().editor().text(), QStringLiteral("// another\n"));
    QCoreApplication::processEvents();
    QCOMPARE(sent.size(), 0);
    action(panel.panelActions(), "template.undo")->trigger();
    QCOMPARE(panel.pane().editor().text().toStdString(), sampleProblem()->problem.templateText);
    QTRY_COMPARE(sent.size(), 1);  // that is an edit like any other
  }

  void aDraftsFaultsStandAtTheirLines() {
    Bench bench;
    TemplatePanel panel(bench.content, bench.selection);
    Error fault{ErrorKind::badInput,
                "the macro TILE is not defined",
                Place{"template.cu", 8, 3, {}},
                "add it",
                {}};
    fault.further.push_back(
        {ErrorKind::badInput, "of the space", Place{"space.json", 2, 1, {}}, {}});
    bench.content.setDraftFaults({fault});
    QTRY_VERIFY(panel.pane().editor().annotation(7).contains(QStringLiteral("TILE")));
    QCOMPARE(panel.pane().editor().notes().size(), size_t{1});
    bench.content.setDraftFaults({});
    QTRY_VERIFY(panel.pane().editor().notes().empty());
  }

  void messagesOfTheSelectedCandidateAreHeadedWithItsLabel() {
    Bench bench;
    TemplatePanel panel(bench.content, bench.selection);
    const Content::Id failed = bench.find(VerdictKind::failedToCompile);
    QVERIFY(failed > 0);
    bench.selection.selectOnly(failed);
    CodeEditor& editor = panel.pane().editor();
    QTRY_VERIFY(editor.annotation(11).contains(QStringLiteral("undefined_thing")));
    QString note = editor.annotation(11);  // broken to the editor's width
    note.replace(QStringLiteral("\n    "), QStringLiteral(" "));
    QVERIFY(note.remove(u' ').startsWith(
        QStringLiteral("Compiling") +
        QString::fromStdString(bench.evaluations[failed].candidate.label())));
    QVERIFY(editor.annotation(19).contains(QStringLiteral("warning")));
    bench.selection.selectOnly(bench.find(VerdictKind::verified));
    QTRY_VERIFY(editor.notes().empty());
  }

  void messagesFollowTheirLines() {
    Bench bench;
    TemplatePanel panel(bench.content, bench.selection);
    bench.content.setProblem(
        withTemplate("// new\n// lines\n" + sampleProblem()->problem.templateText));
    bench.selection.selectOnly(bench.find(VerdictKind::failedToCompile));
    QTRY_VERIFY(panel.pane().editor().annotation(13).contains(QStringLiteral("undefined_thing")));
  }

  void theKeyboardGoesFromMessageToMessage() {
    Bench bench;
    TemplatePanel panel(bench.content, bench.selection);
    bench.selection.selectOnly(bench.find(VerdictKind::failedToCompile));
    CodeEditor& editor = panel.pane().editor();
    QTRY_COMPARE(editor.notes().size(), size_t{2});
    const auto lineAfter = [&](const char* name) {
      action(panel.panelActions(), name)->trigger();
      int line = 0, column = 0;
      editor.getCursorPosition(&line, &column);
      return line;
    };
    QCOMPARE(lineAfter("template.nextMessage"), 11);
    QCOMPARE(lineAfter("template.nextMessage"), 19);
    QCOMPARE(lineAfter("template.nextMessage"), 11);
    QCOMPARE(lineAfter("template.previousMessage"), 19);
  }

  void theStatusNamesResourcesOfTheSelectedConfiguration() {
    Bench bench;
    TemplatePanel panel(bench.content, bench.selection);
    QVERIFY(panel.statusText().contains(QStringLiteral("Select a candidate")));
    bench.selection.selectOnly(bench.find(VerdictKind::verified));
    QVERIFY(panel.statusText().contains(QStringLiteral("registers")));
    QVERIFY(panel.statusText().contains(QStringLiteral("% occupancy")));
  }

  void aParameterSaysItsValuesMeaningAndTheSelectedOne() {
    Bench bench;
    TemplatePanel panel(bench.content, bench.selection);
    QVERIFY(panel.parameterHelp(QStringLiteral("width")).isEmpty());
    const QString alone = panel.parameterHelp(QStringLiteral("BLOCK"));
    QVERIFY(alone.contains(QStringLiteral("threads per block")) &&
            alone.contains(QStringLiteral("192")));
    QVERIFY(!alone.contains(QStringLiteral("Selected")));
    bench.selection.selectOnly(1);
    QVERIFY(panel.parameterHelp(QStringLiteral("BLOCK")).contains(QStringLiteral("Selected")));
  }

  void changesAgainstTheSourceAreMarkedWhileWanted() {
    Bench bench;
    TemplatePanel panel(bench.content, bench.selection);
    SourcePanel source(bench.content, bench.selection);
    QTRY_VERIFY(hasMarker(panel.pane().editor()));
    QTRY_VERIFY(hasMarker(source.pane().editor()));
    panel.findChild<QCheckBox*>()->setChecked(false);
    QVERIFY(!hasMarker(panel.pane().editor()));
    QVERIFY(source.pane().editor().isReadOnly());
  }

  void withoutAProblemOrATemplateThePanelsSayWhatWillAppear() {
    Content content;
    Selection selection;
    TemplatePanel panel(content, selection);
    SourcePanel source(content, selection);
    QVERIFY(panel.pane().isEmpty() && source.pane().isEmpty());
    auto bare = std::make_shared<LoadedProblem>(*sampleProblem());
    bare->problem.templateFile.clear();
    bare->problem.templateText.clear();
    bare->problem.space.reset();
    content.setProblem(bare);
    QVERIFY(panel.pane().isEmpty() && !source.pane().isEmpty());
    content.setProblem(sampleProblem());
    QVERIFY(!panel.pane().isEmpty());
    content.setProblem(nullptr);
    QVERIFY(panel.pane().isEmpty() && source.pane().isEmpty());
  }
};

QTEST_MAIN(TestTemplatePanel)
#include "test_template_panel.moc"
