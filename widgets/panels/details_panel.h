// SPDX-License-Identifier: GPL-3.0-or-later
// Everything that is known of the current candidate.
#pragma once

#include <QAction>
#include <QLabel>
#include <QScrollArea>
#include <QStackedWidget>
#include <QWidget>

#include "view/details/candidate_details.h"
#include "widgets/content/content.h"
#include "widgets/selection/selection.h"

namespace kw {

// Shows what the row tells at once, and the rest when the evaluation was fetched.
class DetailsPanel : public QWidget {
  Q_OBJECT

 public:
  DetailsPanel(Content& content, Selection& selection, QWidget* parent = nullptr);

  QList<QAction*> panelActions() const { return {m_copy}; }
  // What is shown; none: the empty state is.
  const std::optional<view::CandidateDetails>& details() const { return m_details; }

 private:
  void showCurrent();
  void showCandidate(view::CandidateId id, const Evaluation* whole);
  void showNothing();
  void rebuild();
  void takeRows();
  void copy() const;

  Content& m_content;
  Selection& m_selection;
  view::CandidateCells m_cells;
  std::optional<view::CandidateId> m_id;
  std::optional<view::CandidateDetails> m_details;
  QStackedWidget* m_pages = nullptr;
  QScrollArea* m_scroll = nullptr;
  QAction* m_copy = nullptr;
};

}  // namespace kw
