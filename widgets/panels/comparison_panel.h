// SPDX-License-Identifier: GPL-3.0-or-later
// The selected candidates side by side against the baseline.
#pragma once

#include <QAction>
#include <QLabel>
#include <QStackedWidget>
#include <QTableView>
#include <QWidget>
#include <optional>
#include <utility>
#include <vector>

#include "widgets/models/comparison_model.h"

namespace kw {

class ComparisonPanel : public QWidget {
  Q_OBJECT

 public:
  ComparisonPanel(Content& content, Selection& selection, QWidget* parent = nullptr);

  QList<QAction*> panelActions() const {
    return {m_onlyDiffering, m_turns, m_remove, m_code, m_copyTsv, m_copyMarkdown};
  }
  // Whether only rows that differ are shown.
  QByteArray saveState() const;
  bool restoreState(const QByteArray& state);

  ComparisonModel& model() const { return *m_model; }
  QTableView& table() const { return *m_view; }

 Q_SIGNALS:
  // Their code side by side; the baseline first.
  void codeWanted(const std::vector<kw::view::CandidateId>& ids);

 private:
  void makeActions();
  void layOut();
  void makeView();
  void updatePage();
  void removeColumn(int column);
  void copyAs(bool asMarkdown);
  void sizeColumns();
  void askForDuel();
  // The two columns, where there are two and both are verified.
  std::optional<std::pair<Candidate, Candidate>> pair() const;
  QString duelNote() const;

  Content& m_content;
  Selection& m_selection;
  ComparisonModel* m_model = nullptr;
  QTableView* m_view = nullptr;
  QStackedWidget* m_pages = nullptr;
  QLabel *m_hostHeading = nullptr, *m_note = nullptr;
  QAction *m_onlyDiffering = nullptr, *m_remove = nullptr, *m_code = nullptr, *m_turns = nullptr,
          *m_copyTsv = nullptr, *m_copyMarkdown = nullptr;
};

}  // namespace kw
