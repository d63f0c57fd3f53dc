// SPDX-License-Identifier: GPL-3.0-or-later
// Two texts side by side, level with each other.
#pragma once

#include <QWidget>
#include <map>
#include <optional>
#include <string>

#include "widgets/content/content.h"
#include "widgets/editors/side_by_side.h"
#include "widgets/jobs/job.h"

class QHBoxLayout;
class QLabel;

namespace kw {

class CodeEditor;
class EditorPane;

class CodeComparison : public QWidget {
  Q_OBJECT

 public:
  using Id = Content::Id;
  explicit CodeComparison(Content& content, QWidget* parent = nullptr);

  // Follows edits of the template.
  void showSourceAgainstTemplate();
  // Each candidate's template with its configuration filled in; the source as it is.
  void show(Id left, Id right);
  using QWidget::show;

  QList<QAction*> panelActions() const;
  CodeEditor& left() { return *m_left; }
  CodeEditor& right() { return *m_right; }
  // The difference that was last gone to, counted from 1; 0: none yet.
  size_t currentDifference() const { return m_at; }
  size_t differenceCount() const { return m_starts.size(); }

 Q_SIGNALS:
  void compared();  // both texts are shown

 private:
  struct Side {
    QString heading;
    std::string text;
  };
  void fillHeader(QHBoxLayout& header);
  void addAction(const char* name, const QString& text, const QKeySequence& key, bool forward);
  void start(Side left, Side right);
  void take(const SideBySide& both);
  void problemChanged();
  void showNothing(const QString& words);
  void goToDifference(bool forward);
  void couple(CodeEditor& from, CodeEditor& to);
  void showCount();
  std::optional<Side> sideOf(Id id) const;

  Content& m_content;
  EditorPane* m_leftPane = nullptr;
  EditorPane* m_rightPane = nullptr;
  CodeEditor* m_left = nullptr;
  CodeEditor* m_right = nullptr;
  QLabel* m_leftHeading = nullptr;
  QLabel* m_rightHeading = nullptr;
  QLabel* m_count = nullptr;
  QList<QAction*> m_actions;
  bool m_followsTemplate = false;
  bool m_coupling = false;                     // one pane moves because the other did
  std::map<std::string, std::string> m_texts;  // of templates, by hash, of the revisions seen
  std::vector<SideBySide::Start> m_starts;     // of the differences
  size_t m_at = 0;
  Job m_job;
};

}  // namespace kw
