// SPDX-License-Identifier: GPL-3.0-or-later
// Two texts stand level with each other.
#include <QAction>
#include <QCheckBox>
#include <QLabel>
#include <QRegularExpression>
#include <QScrollBar>
#include <QSignalSpy>
#include <QTest>
#include <QThreadPool>
#include <QToolButton>
#include <atomic>
#include <thread>

#include "base/files/files.h"
#include "support/sample_evaluations.h"
#include "widgets/editors/code_comparison.h"
#include "widgets/editors/code_editor.h"
#include "widgets/theme/theme.h"

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

std::string recorded(const char* name) {
  const auto text = files::readText(std::string(KW_TEST_DATA) + "/listings/" + name);
  if (!text) qFatal("%s", text.error().text().c_str());
  return *text;
}

// The source and a candidate, whose listings were made by NVRTC of other kernels.
struct Listings {
  Content content;
  CodeComparison comparison{content};
  QSignalSpy compared{&comparison, &CodeComparison::compared};
  std::string own = recorded("scale.ptx"), other = recorded("half_sum.ptx");
  std::atomic<bool> fails{false}, waits{false}, stopped{false};
  std::atomic<int> asked{0};

  Listings() {
    const LoadedProblem problem = test::libraryProblem();
    content.setProblem(std::make_shared<const LoadedProblem>(problem));
    std::vector<view::CandidateRow> rows;
    for (const Evaluation& one : test::sampleEvaluations(problem, 3, false))
      rows.push_back(view::rowOf(one, content.caseNames()));
    content.resetCandidates(std::move(rows));
    comparison.setLister([this] {
      return
          [this](const Content::ProblemPtr&, const Candidate& candidate, const std::string& format,
                 const std::stop_token& stop) { return list(candidate, format, stop); };
    });
    comparison.resize(800, 500);
    comparison.QWidget::show();
    comparison.show(0, 1);
    [&] { QTRY_COMPARE(compared.size(), 1); }();
  }
  ~Listings() { QThreadPool::globalInstance()->waitForDone(); }

  Result<CodeListing> list(const Candidate& candidate, const std::string& format,
                           const std::stop_token& stop) {
    ++asked;
    if (fails)
      return failMissing("neither nvdisasm nor cuobjdump is here",
                         "pip install nvidia-cuda-nvdisasm");
    while (waits && !stop.stop_requested())
      std::this_thread::yield();
    if (stop.stop_requested()) stopped = true;
    return CodeListing{format,
                       candidate.isTemplate ? other : own,
                       candidate.isTemplate ? "half_sum.cu" : "scale.cu",
                       "sm_90a",
                       "NVRTC 13.0",
                       false};
  }
  QString words() {
    QString all;
    for (const QLabel* label : comparison.findChildren<QLabel*>())
      if (label->isVisible()) all += label->text() + QLatin1Char('\n');
    return all;
  }
};

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

  void listingsAreTiedToTheirSourceLines() {
    Listings shown;
    shown.comparison.setForm(QStringLiteral("ptx"));
    QTRY_COMPARE(shown.compared.size(), 2);
    QVERIFY(shown.comparison.left().text().contains(QStringLiteral("bar.sync")));
    QVERIFY(shown.comparison.right().text().contains(QStringLiteral("cvt.f32.f16")));
    QVERIFY(!shown.comparison.left().text().contains(QStringLiteral(".loc")));
    QVERIFY(shown.words().contains(QStringLiteral("Source kernel · sm_90a, NVRTC 13.0")));
    QSignalSpy chosen(&shown.comparison, &CodeComparison::sourceLineChosen);
    const auto goTo = [](CodeEditor& editor, const QString& words) {
      for (int line = 0; line < editor.lines(); ++line)
        if (editor.text(line).contains(words)) return editor.setCursorPosition(line, 0);
      QFAIL(qPrintable(words));
    };
    goTo(shown.comparison.left(), QStringLiteral("bar.sync"));
    // The editor tells of its caret when it is painted.
    const auto last = [&] { return chosen.isEmpty() ? QVariantList() : chosen.constLast(); };
    QTRY_COMPARE(last(), (QVariantList{false, 9}));
    goTo(shown.comparison.right(), QStringLiteral("fma.rn.f32"));
    QTRY_COMPARE(last(), (QVariantList{true, 4}));
    const auto* where = shown.comparison.findChild<QLabel*>(QStringLiteral("comparison.where"));
    QVERIFY(where->text().startsWith(QStringLiteral("template.cu:4   ")));
    // Back in the texts, that line is where the caret stands.
    shown.comparison.setForm(QStringLiteral("cuda"));
    QTRY_COMPARE(shown.compared.size(), 3);
    int line = 0, column = 0;
    shown.comparison.right().getCursorPosition(&line, &column);
    QVERIFY(line >= 3);
    QVERIFY(where->isHidden());
  }

  void registerNamesAreDifferencesWhereTheyAreWanted() {
    Listings shown;
    shown.other = "\tadd.f32 \t%f2, %f1, %f9;\n\tmul.f32 \t%f3, %f3, %f3;\n";
    shown.own = "\tadd.f32 \t%f6, %f5, %f4;\n\tmul.f32 \t%f3, %f3, %f3;\n";
    shown.comparison.setForm(QStringLiteral("ptx"));
    QTRY_COMPARE(shown.compared.size(), 2);
    QCOMPARE(shown.comparison.differenceCount(), size_t{0});
    auto* ignores =
        shown.comparison.findChild<QCheckBox*>(QStringLiteral("comparison.ignoreNames"));
    QVERIFY(ignores->isChecked() && !ignores->isHidden());
    ignores->click();
    QTRY_COMPARE(shown.compared.size(), 3);
    QCOMPARE(shown.comparison.differenceCount(), size_t{1});
    QCOMPARE(shown.asked.load(), 2);  // what was compiled once is kept
  }

  void whatCannotBeListedSaysWhyAndTheTextsComeBack() {
    Listings shown;
    shown.fails = true;
    shown.comparison.setForm(QStringLiteral("sass"));
    QTRY_COMPARE(shown.compared.size(), 2);
    QVERIFY(shown.words().contains(QStringLiteral("neither nvdisasm nor cuobjdump")));
    QVERIFY(shown.words().contains(QStringLiteral("pip install")));
    shown.comparison.setForm(QStringLiteral("cuda"));
    QTRY_COMPARE(shown.compared.size(), 3);
    QVERIFY(!shown.comparison.left().text().isEmpty());
  }

  void compilingCanBeStopped() {
    Listings shown;
    shown.waits = true;
    shown.comparison.setForm(QStringLiteral("ptx"));
    auto* stop = shown.comparison.findChild<QToolButton*>(QStringLiteral("comparison.stop"));
    QTRY_VERIFY(shown.asked.load() == 1);
    QVERIFY(!stop->isHidden());
    stop->click();
    QCOMPARE(shown.comparison.form(), QStringLiteral("cuda"));
    QTRY_COMPARE(shown.compared.size(), 2);
    QTRY_VERIFY(shown.stopped.load());
    QVERIFY(stop->isHidden());
  }

  void aTemplateWithoutAConfigurationHasNoCode() {
    Content content;
    content.setProblem(std::make_shared<const LoadedProblem>(test::libraryProblem()));
    CodeComparison comparison(content);
    comparison.setForm(QStringLiteral("ptx"));
    QTRY_VERIFY(comparison.findChildren<QLabel*>().size() > 0);
    const auto labels = comparison.findChildren<QLabel*>();
    QVERIFY(std::any_of(labels.begin(), labels.end(), [](const QLabel* label) {
      return label->text().contains(QStringLiteral("before its parameters have values"));
    }));
  }

  void theAssemblyOfTheCpuIsOfferedForItsResults() {
    Content content;
    CodeComparison comparison(content);
    comparison.setForm(QStringLiteral("assembly"));
    QCOMPARE(comparison.form(), QStringLiteral("cuda"));
    DeviceInfo host;
    host.kind = "host";
    content.setDevice(host);
    comparison.setForm(QStringLiteral("assembly"));
    QCOMPARE(comparison.form(), QStringLiteral("assembly"));
    content.setDevice(test::sampleDevice());
    QCOMPARE(comparison.form(), QStringLiteral("cuda"));
  }

  // With KW_SHOTS=FOLDER, pictures to look at.
  void picturesToLookAt() {
    const QString folder = qEnvironmentVariable("KW_SHOTS");
    if (folder.isEmpty()) QSKIP("KW_SHOTS names no folder");
    for (const ThemeName theme : {ThemeName::light, ThemeName::dark})
      for (const QSize size : {QSize(1000, 640), QSize(460, 320)}) {
        Theme::instance().setName(theme);
        Theme::instance().apply();
        Listings shown;
        shown.comparison.resize(size);
        shown.comparison.setForm(QStringLiteral("ptx"));
        QTRY_COMPARE(shown.compared.size(), 2);
        shown.comparison.left().setCursorPosition(30, 0);
        QTest::qWait(50);
        shown.comparison.grab().save(QStringLiteral("%1/listing-%2-%3.png")
                                         .arg(folder, theme == ThemeName::dark ? "dark" : "light")
                                         .arg(size.width()));
      }
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
