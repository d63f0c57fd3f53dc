// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/editors/source_panel.h"

#include <QVBoxLayout>

#include "view/code/line_diff.h"
#include "widgets/editors/code_editor.h"
#include "widgets/editors/editor_pane.h"
#include "widgets/editors/line_marks.h"

namespace kw {

SourcePanel::SourcePanel(Content& content, Selection&, QWidget* parent)
    : QWidget(parent), m_content(content) {
  setObjectName(QStringLiteral("sourcePanel"));
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  m_pane = new EditorPane(QStringLiteral("source"), tr("Source kernel"), this);
  m_pane->editor().setReadOnly(true);
  layout->addWidget(m_pane);
  setFocusProxy(&m_pane->editor());
  m_marks = m_pane->addAction(QStringLiteral("markChanges"),
                              tr("Mark lines that the template changes"), {});
  m_marks->setCheckable(true);
  m_marks->setChecked(true);
  connect(m_marks, &QAction::toggled, this, &SourcePanel::mark);
  connect(&m_content, &Content::problemChanged, this, &SourcePanel::show);
  show();
}

QList<QAction*> SourcePanel::panelActions() const {
  return m_pane->actions();
}

void SourcePanel::show() {
  const auto& problem = m_content.problem();
  if (!problem) {
    m_pane->showEmpty(
        tr("The kernel that is to become faster appears here. Open a problem, a session or a .cu "
           "file."));
    return;
  }
  const QString text = QString::fromStdString(problem->problem.sourceText);
  if (m_pane->isEmpty() || text != m_pane->editor().text()) m_pane->editor().showText(text);
  m_pane->showEditor();
  mark();
}

void SourcePanel::mark() {
  const auto& problem = m_content.problem();
  const bool wanted = m_marks->isChecked() && problem && !problem->problem.templateFile.empty();
  if (!wanted) {
    m_job.cancel();
    m_pane->editor().setLineMarks({});
    return;
  }
  m_job.start(
      [problem](const std::stop_token&) {
        return marksOf(problem->problem.sourceText, problem->problem.templateText);
      },
      [this](SideMarks marks) { m_pane->editor().setLineMarks(marks.left); });
}

void SourcePanel::goToLine(int line) {
  if (!m_pane->isEmpty()) m_pane->editor().goToLine(line - 1);
}

}  // namespace kw
