// SPDX-License-Identifier: GPL-3.0-or-later
// What a proposal changes, side by side: the template or its space before, and as proposed. Parts
// that are left out lose their marks. The text can be edited in the same place.
#pragma once

#include <QPointer>
#include <QWidget>
#include <array>
#include <string>
#include <vector>

#include "view/review/review_state.h"
#include "widgets/editors/side_by_side.h"
#include "widgets/jobs/job.h"

class QLabel;
class QStackedWidget;
class QTabBar;

namespace kw {

class CodeEditor;
class EditorPane;

class ProposalDiff : public QWidget {
  Q_OBJECT

 public:
  explicit ProposalDiff(QWidget* parent);

  void setHeadings(const QString& before, const QString& after);
  // The texts and what is taken of them; the same texts again keep their place on the screen.
  void showState(const view::ReviewState& state);
  void showWords(const QString& words);  // in place of the texts

  view::ReviewPart part() const;
  void setPart(view::ReviewPart part);
  // Counted from 0; -1: none was gone to yet.
  int currentHunk() const { return m_at; }
  void goToHunk(int hunk);
  void step(bool forward);

  // In place of both texts; finishEditing() gives what it has become by edited().
  void beginEditing(const std::string& text);
  bool isEditing() const;
  void finishEditing(bool keep);

  CodeEditor& left() const;
  CodeEditor& right() const;
  CodeEditor& editedText() const;
  bool settled() const { return !m_job.running(); }
  const QList<QAction*>& paneActions() const { return m_paneActions; }

 Q_SIGNALS:
  void partChanged();
  void currentHunkChanged(int hunk);
  void toggleWanted(int hunk);
  void edited(kw::view::ReviewPart part, const std::string& text);
  void editingChanged(bool editing);

 private:
  struct PartState {
    std::string before, after;
    std::vector<view::Hunk> hunks;
    std::vector<bool> taken;
  };
  QWidget* makeComparison();
  EditorPane* addPane(const char* name, const QString& accessibleName, QLabel*& heading,
                      QWidget* parent);
  void couple();
  void readState(const view::ReviewState& state);
  void compare();
  void take(const SideBySide& both);
  void markTaken();
  void nameTabs();
  int hunkAt(int line) const;
  const PartState& now() const { return m_parts[static_cast<size_t>(part())]; }

  std::array<PartState, 2> m_parts;
  SideBySide m_both;
  std::string m_shownBefore, m_shownAfter;
  bool m_isShown = false;  // these texts are in the editors
  int m_at = -1;
  bool m_coupling = false;
  QString m_afterHeading;
  QTabBar* m_tabs;
  QStackedWidget* m_pages;
  QLabel *m_words, *m_leftHeading = nullptr, *m_rightHeading = nullptr;
  EditorPane *m_leftPane = nullptr, *m_rightPane = nullptr, *m_editPane = nullptr;
  QList<QAction*> m_paneActions;
  Job m_job;
};

}  // namespace kw
