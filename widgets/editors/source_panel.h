// SPDX-License-Identifier: GPL-3.0-or-later
// The source kernel, read-only; lines that the template does differently are marked.
#pragma once

#include <QWidget>

#include "widgets/content/content.h"
#include "widgets/jobs/job.h"
#include "widgets/selection/selection.h"

namespace kw {

class EditorPane;

class SourcePanel : public QWidget {
  Q_OBJECT

 public:
  SourcePanel(Content& content, Selection& selection, QWidget* parent = nullptr);

  QList<QAction*> panelActions() const;
  EditorPane& pane() { return *m_pane; }
  void goToLine(int line);  // counted from 1; the keys stay where they are

 private:
  void show();
  void mark();

  Content& m_content;
  EditorPane* m_pane = nullptr;
  QAction* m_marks = nullptr;
  Job m_job;
};

}  // namespace kw
