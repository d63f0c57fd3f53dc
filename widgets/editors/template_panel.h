// SPDX-License-Identifier: GPL-3.0-or-later
// The template, to be edited: its parameters, what it changes against the source, faults and
// compilers' messages in place, and what the selected configuration needs of the device.
#pragma once

#include <QTimer>
#include <QWidget>
#include <map>

#include "view/code/part_draft.h"
#include "widgets/content/content.h"
#include "widgets/editors/template_messages.h"
#include "widgets/jobs/job.h"
#include "widgets/selection/selection.h"

class QCheckBox;
class QLabel;

namespace kw {

class EditorPane;

class TemplatePanel : public QWidget {
  Q_OBJECT

 public:
  TemplatePanel(Content& content, Selection& selection, QWidget* parent = nullptr);

  QList<QAction*> panelActions() const;
  EditorPane& pane() { return *m_pane; }
  void goToLine(int line);  // counted from 1; the keys stay where they are
  QString statusText() const;
  // What a tool tip over a parameter says; "" for other words.
  QString parameterHelp(const QString& word) const;

 private:
  void addActions();
  void takeProblem();
  void textEdited();
  void send();
  void showParameters();
  void showChanges();
  void showMessages();
  void showStatus();
  void candidateChanged();
  void goToMessage(bool forward);
  bool hasTemplate() const;
  CompiledText compiled();
  const view::CandidateRow* currentRow() const;

  Content& m_content;
  Selection& m_selection;
  EditorPane* m_pane = nullptr;
  QCheckBox* m_marks = nullptr;
  QLabel* m_elsewhere = nullptr;
  QLabel* m_status = nullptr;
  QTimer m_sendLater, m_showLater;
  bool m_taking = false;   // the text changes because another revision arrived
  bool m_arrived = false;  // details came while they were asked for
  view::PartDraft m_draft;
  std::string m_problemFolder;                 // another one: another problem
  std::map<std::string, std::string> m_texts;  // by template hash, of the revisions seen
  Job m_changesJob, m_messagesJob;
};

}  // namespace kw
