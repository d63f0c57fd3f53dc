// SPDX-License-Identifier: GPL-3.0-or-later
// Proposals reviewed in the real panel: a program in a model's place, a device that costs nothing
// behind a real runner.
#include <QAction>
#include <QClipboard>
#include <QGuiApplication>
#include <QLineEdit>
#include <QListWidget>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

#include "base/files/files.h"
#include "support/null_problem.h"
#include "widgets/editors/code_editor.h"
#include "widgets/review/hunk_list.h"
#include "widgets/review/prompt_dialog.h"
#include "widgets/review/proposal_diff.h"
#include "widgets/review/propose_form.h"
#include "widgets/review/review_panel.h"
#include "widgets/review/round_model.h"
#include "widgets/review/round_timeline.h"
#include "widgets/theme/theme.h"
#include "widgets/workbench/workbench.h"

using namespace kw;

namespace {

constexpr int patience = 120'000;

// Prints the first of replies/1, 2, … that was not printed yet, and keeps the prompt.
constexpr const char* program = R"(#!/bin/sh
folder=$(dirname "$0")/replies
for number in 1 2 3 4 5 6; do
  if [ -e "$folder/$number" ] && [ ! -e "$folder/$number.prompt" ]; then
    cat > "$folder/$number.prompt"
    exec cat "$folder/$number"
  fi
done
exit 3
)";

std::string reply(const std::string& comment, const std::string& body) {
  return R"json({"reasons": "the index is worked out once",
 "evidence": [{"metric": "host.instructions", "value": 12.5, "says": "few of them"}],
 "expected": {"speedup": 1.1, "why": "fewer instructions"},
 "template": ")json" +
         comment +
         R"json(\nextern \"C\" __global__ void copy(float* out, const float* in, int n) {\n  const int i = blockIdx.x * blockDim.x + threadIdx.x;\n)json" +
         body + R"json(\n}\n// TIME\n",
 "space": {"parameters": [{"name": "TIME", "values": [1], "meaning": "milliseconds"}],
           "constraints": [],
           "launches": [{"function": "copy", "arguments": ["out", "in", "n"],
                         "grid": ["ceil_div(n, 32)"], "block": ["32"], "shared_memory": "0"}]}})json";
}

// One of few candidates, all of which are right.
constexpr const char* spaceText = R"json({"format": "kernelwright-space/1",
 "parameters": [{"name": "TIME", "values": [1, 2], "meaning": "milliseconds"}],
 "launches": [{"function": "copy", "grid": ["ceil_div(n, 32)"], "block": ["32"]}]})json";

constexpr const char* templateText =
    "// As it was.\n"
    "extern \"C\" __global__ void copy(float* out, const float* in, int n) {\n"
    "  const int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
    "  if (i < n) out[i] = in[i];\n"
    "}\n// TIME\n";

// The panel at work on a problem of its own.
struct Bench {
  QTemporaryDir folder;
  Content content;
  Selection selection;
  Workbench workbench{content, selection};
  QWidget window;
  ReviewPanel* panel;
  QStringList faults;

  explicit Bench(const std::vector<std::string>& replies) {
    qputenv("XDG_STATE_HOME", folder.path().toUtf8());
    QVERIFY(test::makeNullProblem(path("copy")).has_value());
    write("copy/space.json", spaceText);
    write("copy/template.cu", templateText);
    std::filesystem::create_directories(path("replies"));
    for (size_t i = 0; i < replies.size(); ++i)
      write("replies/" + std::to_string(i + 1), replies[i]);
    write("model", program);
    std::filesystem::permissions(path("model"), std::filesystem::perms::owner_all);
    window.resize(1200, 800);
    panel = new ReviewPanel(content, workbench.agent(), &window);
    panel->resize(window.size());
    QObject::connect(panel, &ReviewPanel::proposeWanted, &workbench, &Workbench::propose);
    QObject::connect(panel, &ReviewPanel::stopWanted, &workbench, &Workbench::stop);
    QObject::connect(&workbench, &Workbench::failed, [this](const QString& what, const Error& e) {
      faults.push_back(what + u' ' + QString::fromStdString(e.text()));
    });
    RunChoices choices;
    choices.device = QStringLiteral("null");
    choices.runners = {QStringLiteral("'" KW_NULL_RUNNER "'")};
    workbench.setRequest(choices);
    window.show();
  }
  std::filesystem::path path(const std::string& name) const {
    return std::filesystem::path(folder.path().toStdString()) / name;
  }
  void write(const std::string& name, const std::string& text) const {
    QVERIFY(files::writeAtomically(path(name), text).has_value());
  }
  void open() {
    QSignalSpy opened(&workbench, &Workbench::opened);
    workbench.open(QString::fromStdString(path("copy").string()));
    QTRY_VERIFY_WITH_TIMEOUT(!opened.isEmpty() || !faults.isEmpty(), patience);
    QVERIFY2(faults.isEmpty(), qPrintable(faults.join(u'\n')));
  }
  QAction* action(const char* name) const {
    for (QAction* one : panel->panelActions())
      if (one->objectName() == QLatin1String("review.") + QLatin1String(name)) return one;
    return nullptr;
  }
  template <class Widget>
  Widget* find(const char* name) const {
    return window.findChild<Widget*>(QLatin1String("review.") + QLatin1String(name));
  }
  void choose(const QString& provider, int rounds) {
    panel->form().restoreState(
        {{QStringLiteral("review.provider"), provider},
         {QStringLiteral("review.command"), QStringLiteral("'%1/model'").arg(folder.path())},
         {QStringLiteral("review.budget"), QStringLiteral("1")},
         {QStringLiteral("review.roundCount"), rounds}});
  }
  PromptDialog* dialog() const { return panel->findChild<PromptDialog*>(); }
  // Begins, and lets the first prompt go.
  void begin(int rounds) {
    choose(QStringLiteral("command"), rounds);
    action("begin")->trigger();
    QTRY_VERIFY_WITH_TIMEOUT(dialog() || action("accept")->isEnabled() || !workbench.agent().busy(),
                             patience);
    QVERIFY2(faults.isEmpty(), qPrintable(faults.join(u'\n')));
    if (dialog()) dialog()->accept();
  }
  void waitForProposal() {
    QTRY_VERIFY_WITH_TIMEOUT(action("accept")->isEnabled() || !workbench.agent().busy(), patience);
    QVERIFY2(action("accept")->isEnabled(), qPrintable(faults.join(u'\n')));
    QTRY_VERIFY_WITH_TIMEOUT(panel->settled(), patience);
  }
  void waitForEnd() { QTRY_VERIFY_WITH_TIMEOUT(workbench.isSettled(), patience); }
  std::string promptOf(int number) const {
    return files::readText(path("replies/" + std::to_string(number) + ".prompt")).value_or("");
  }
};

}  // namespace

class TestReviewPanel : public QObject {
  Q_OBJECT

 private slots:
  void initTestCase() { Theme::instance().apply(); }

  void whileNothingIsOpenItSaysWhatToDo() {
    Bench bench({});
    QVERIFY(!bench.action("begin")->isEnabled());
    QVERIFY(!bench.action("accept")->isEnabled());
    bench.open();
    QVERIFY(bench.action("begin")->isEnabled());
  }

  void whatIsNotToLeaveDoesNot() {
    Bench bench({reply("// new", "  if (i < n) out[i] = *(in + i);")});
    bench.open();
    bench.choose(QStringLiteral("command"), 1);
    bench.action("begin")->trigger();
    QTRY_VERIFY_WITH_TIMEOUT(bench.dialog() || !bench.workbench.agent().busy(), patience);
    QVERIFY2(bench.dialog(), qPrintable(bench.faults.join(u'\n')));
    QVERIFY(bench.dialog()->text().toPlainText().contains(QStringLiteral("blockDim.x")));
    bench.dialog()->reject();
    bench.waitForEnd();
    QVERIFY(bench.promptOf(1).empty());
    QVERIFY2(bench.faults.isEmpty(), qPrintable(bench.faults.join(u'\n')));

    // Carried by hand: the dialog has the prompt, and takes the reply.
    bench.choose(QStringLiteral("paste"), 1);
    bench.action("begin")->trigger();
    QTRY_VERIFY_WITH_TIMEOUT(bench.dialog() && bench.dialog()->replyField(), patience);
    auto* copy = bench.dialog()->findChild<QPushButton*>(QStringLiteral("prompt.copy"));
    copy->click();
    QVERIFY(QGuiApplication::clipboard()->text().contains(QStringLiteral("blockDim.x")));
    bench.dialog()->replyField()->setPlainText(
        QString::fromStdString(reply("// new", "  if (i < n) out[i] = *(in + i);")));
    bench.dialog()->accept();
    bench.waitForProposal();
    bench.action("stop")->trigger();
    bench.waitForEnd();
  }

  // Reject with a note, accept in part, cancel while it waits, and leave while it waits.
  void proposalsAreReviewedStepByStep() {
    const std::string right = "  if (i < n) out[i] = *(in + i);";
    Bench bench({reply("// first", right), reply("// second", right), reply("// third", right),
                 reply("// fourth", right)});
    bench.open();
    bench.begin(2);
    bench.waitForProposal();
    QVERIFY(bench.content.runState() == RunState::starting);
    bench.action("reject")->trigger();
    auto* note = bench.find<QLineEdit>("note");
    note->setText(QStringLiteral("comments are to stay"));
    QTest::keyClick(note, Qt::Key_Return);

    QTRY_VERIFY_WITH_TIMEOUT(bench.content.rounds().size() == 2, patience);
    bench.waitForProposal();
    QVERIFY(bench.content.rounds().front().ending == RoundEnding::rejected);
    QVERIFY(bench.promptOf(2).find("comments are to stay") != std::string::npos);
    acceptInPart(bench);
    bench.waitForEnd();
    const Round done = bench.content.rounds().back();
    QVERIFY(done.decision == ReviewDecision::edited);
    QVERIFY2(done.measuredSpeedup > 0, done.message.c_str());
    QVERIFY(done.proposal->templateText.find("*(in + i)") != std::string::npos);
    QVERIFY(done.proposal->templateText.find("// second") == std::string::npos);
    QCOMPARE(bench.panel->timeline().model().rowCount(), 2);

    cancelWhileItWaits(bench);
    lookAgain(bench);
    // The panel and the workbench go while a proposal waits for an answer.
    bench.begin(1);
    bench.waitForProposal();
  }

 private:
  static void acceptInPart(Bench& bench) {
    auto* hunks = bench.find<HunkList>("hunks");
    QVERIFY2(hunks->count() >= 2, qPrintable(QString::number(hunks->count())));
    hunks->setFocus();
    hunks->setCurrentRow(0);
    QTest::keyClick(hunks, Qt::Key_Space);
    QVERIFY(!bench.panel->state().isTaken(view::ReviewPart::kernel, 0));
    bench.action("undo")->trigger();
    QVERIFY(bench.panel->state().isTaken(view::ReviewPart::kernel, 0));
    bench.action("redo")->trigger();
    bench.action("edit")->trigger();
    CodeEditor& editor = bench.panel->diff().editedText();
    QVERIFY(!bench.action("accept")->isEnabled());
    editor.append(QStringLiteral("// by hand\n"));
    bench.action("takeEdit")->trigger();
    QTRY_VERIFY_WITH_TIMEOUT(bench.action("accept")->isEnabled() && bench.panel->settled(),
                             patience);
    QVERIFY(bench.panel->state().text(view::ReviewPart::kernel).find("// by hand") !=
            std::string::npos);
    bench.action("accept")->trigger();
  }

  static void cancelWhileItWaits(Bench& bench) {
    bench.begin(1);
    bench.waitForProposal();
    bench.action("stop")->trigger();
    bench.waitForEnd();
    QVERIFY(!bench.content.isRunning());
    QVERIFY(!bench.action("accept")->isEnabled());
    QVERIFY2(bench.faults.isEmpty(), qPrintable(bench.faults.join(u'\n')));
  }

  // A session that is opened shows its rounds.
  static void lookAgain(Bench& bench) {
    const size_t rounds = bench.content.rounds().size();
    bench.workbench.close();
    QCOMPARE(bench.content.rounds().size(), size_t{0});
    bench.open();
    QCOMPARE(bench.content.rounds().size(), rounds);
    bench.panel->timeline().choose(bench.content.rounds()[1].id);
    QTRY_VERIFY_WITH_TIMEOUT(bench.panel->settled(), patience);
    QVERIFY(!bench.panel->state().hunks(view::ReviewPart::kernel).empty());
    QVERIFY(!bench.action("accept")->isEnabled());
    QVERIFY(bench.action("branch")->isEnabled());
    bench.action("prompts")->trigger();
    QVERIFY(bench.dialog()->text().toPlainText().contains(QStringLiteral("comments are to stay")));
    bench.dialog()->reject();
    QTRY_VERIFY(!bench.dialog());
  }
};

QTEST_MAIN(TestReviewPanel)
#include "test_review_panel.moc"
