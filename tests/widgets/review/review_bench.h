// SPDX-License-Identifier: GPL-3.0-or-later
// The real panel at work on a problem of its own: a program in a model's place, a device that costs
// nothing behind a real runner.
#pragma once

#include <QAction>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <filesystem>
#include <string>
#include <vector>

#include "base/files/files.h"
#include "support/null_problem.h"
#include "widgets/review/prompt_dialog.h"
#include "widgets/review/propose_form.h"
#include "widgets/review/review_panel.h"
#include "widgets/workbench/workbench.h"

namespace kw::test {

inline constexpr int patience = 120'000;

// Prints the first of replies/1, 2, … that was not printed yet, and keeps the prompt.
inline constexpr const char* program = R"(#!/bin/sh
folder=$(dirname "$0")/replies
for number in 1 2 3 4 5 6; do
  if [ -e "$folder/$number" ] && [ ! -e "$folder/$number.prompt" ]; then
    cat > "$folder/$number.prompt"
    exec cat "$folder/$number"
  fi
done
exit 3
)";

inline std::string reply(const std::string& comment, const std::string& body) {
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
inline constexpr const char* spaceText = R"json({"format": "kernelwright-space/1",
 "parameters": [{"name": "TIME", "values": [1, 2], "meaning": "milliseconds"}],
 "launches": [{"function": "copy", "grid": ["ceil_div(n, 32)"], "block": ["32"]}]})json";

inline constexpr const char* templateText =
    "// As it was.\n"
    "extern \"C\" __global__ void copy(float* out, const float* in, int n) {\n"
    "  const int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
    "  if (i < n) out[i] = in[i];\n"
    "}\n// TIME\n";

struct ReviewBench {
  QTemporaryDir folder;
  Content content;
  Selection selection;
  Workbench workbench{content, selection};
  QWidget window;
  ReviewPanel* panel;
  QStringList faults;

  explicit ReviewBench(const std::vector<std::string>& replies) {
    qputenv("XDG_STATE_HOME", folder.path().toUtf8());
    QVERIFY(makeNullProblem(path("copy")).has_value());
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
  // `more`: of the form's other choices, by the names of their fields.
  void choose(const QString& provider, int rounds, const QVariantMap& more = {}) {
    QVariantMap state = more;
    state.insert(QStringLiteral("review.provider"), provider);
    state.insert(QStringLiteral("review.command"), QStringLiteral("'%1/model'").arg(folder.path()));
    state.insert(QStringLiteral("review.budget"), QStringLiteral("1"));
    state.insert(QStringLiteral("review.roundCount"), rounds);
    panel->form().restoreState(state);
  }
  PromptDialog* dialog() const { return panel->findChild<PromptDialog*>(); }
  // Begins, and lets the first prompt go.
  void begin(int rounds, const QVariantMap& more = {}) {
    choose(QStringLiteral("command"), rounds, more);
    action("begin")->trigger();
    QTRY_VERIFY_WITH_TIMEOUT(panel->form().settled(), patience);  // it looks for folders of notes
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

}  // namespace kw::test
