// SPDX-License-Identifier: GPL-3.0-or-later
// All candidates as a table that can be sorted, filtered and copied.
#pragma once

#include <QAction>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QStackedWidget>
#include <QTimer>
#include <QWidget>
#include <memory>
#include <vector>

#include "widgets/models/candidates_model.h"
#include "widgets/panels/candidates_view.h"
#include "widgets/panels/column_layout.h"

namespace kw {

class NsightAction;
class ProfileAction;
class WordBar;

class CandidatesPanel : public QWidget {
  Q_OBJECT

 public:
  using Id = view::CandidateId;
  CandidatesPanel(Content& content, Selection& selection, QWidget* parent = nullptr);

  QList<QAction*> panelActions() const { return m_actions; }
  // Columns and order. Restoring before a problem is open is fine.
  QByteArray saveState() const;
  bool restoreState(const QByteArray& state);

  CandidatesView& table() const { return *m_view; }
  CandidatesModel& model() const { return *m_model; }
  // By row; those that are selected in the table.
  std::vector<Id> selectedByRow() const;
  bool eventFilter(QObject* watched, QEvent* event) override;  // keys of the filter

 Q_SIGNALS:
  void detailsRequested();  // of Selection::current
  void compareRequested();  // of Selection::selected
  void exportWanted(kw::view::CandidateId id);
  void nsightWanted(const kw::Candidate& candidate);

 private:
  void makeActions();
  QAction* addPanelAction(const char* name, const QString& text, const QKeySequence& shortcut);
  void layOut();
  WordBar* makeToolBar();
  void showContextMenu(const QPoint& at);
  void showColumnMenu(const QPoint& globalAt);
  void applyFilter();
  void tellCounts();
  void updateActions();
  void updatePage();
  void takeColumns();
  void layColumns();
  void showKnownColumns();
  bool filterKey(int key);
  void enterTable();
  void sortBy(std::optional<size_t> column);
  void pinBaseline();
  void copyAs(bool asMarkdown);
  void verifyAgain();
  std::vector<size_t> shownColumns() const;

  Content& m_content;
  Selection& m_selection;
  CandidatesModel* m_model = nullptr;
  CandidatesView* m_view = nullptr;
  std::unique_ptr<ColumnLayout> m_columns;
  // Of the column that is sorted by, the fastest first to begin with; "" for the order of
  // completion.
  QString m_sortId = QStringLiteral("geomean");
  bool m_takingColumns = false;
  std::vector<bool> m_shownByDefault;  // when the columns were laid out

  QStackedWidget* m_pages = nullptr;
  QLabel* m_empty = nullptr;
  QLabel* m_hostHeading = nullptr;
  QLineEdit* m_filter = nullptr;
  WordBar* m_bar = nullptr;
  QLabel* m_message = nullptr;
  QLabel* m_counts = nullptr;
  QTimer m_filterDelay;

  QList<QAction*> m_actions;
  ProfileAction* m_profile = nullptr;  // the window's own has the keys
  NsightAction* m_nsight = nullptr;
  QAction *m_pin = nullptr, *m_compare = nullptr, *m_verify = nullptr, *m_export = nullptr,
          *m_copyTsv = nullptr, *m_copyMarkdown = nullptr, *m_chooseColumns = nullptr,
          *m_focusFilter = nullptr, *m_details = nullptr, *m_sort = nullptr,
          *m_sortByTime = nullptr;
};

}  // namespace kw
