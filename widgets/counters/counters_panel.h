// SPDX-License-Identifier: GPL-3.0-or-later
// What the last profile of the selected candidate says: what bounds it, its metrics beside the
// baseline's, what is missing and why, and what it cost.
#pragma once

#include <QAction>
#include <QWidget>
#include <optional>
#include <set>

#include "view/counters/counter_sheet.h"
#include "widgets/content/content.h"
#include "widgets/jobs/job.h"
#include "widgets/selection/selection.h"

class QLabel;
class QLineEdit;
class QStackedWidget;
class QTreeView;

namespace kw {

class CountersModel;
class ProfileAction;

class CountersPanel : public QWidget {
  Q_OBJECT

 public:
  CountersPanel(Content& content, Selection& selection, QWidget* parent = nullptr);

  QList<QAction*> panelActions() const { return {m_copy, m_copyAll, m_export, m_focusFilter}; }
  CountersModel& model() const { return *m_model; }
  QTreeView& table() const { return *m_view; }
  // The profile that is shown; null where there is none.
  const Profile* shown() const { return m_shown; }
  // Writes what is shown as CSV; exported() follows.
  void exportTo(const QString& path);
  // Selects the metric, whatever the filter; false where the profile that is shown has none of it.
  bool goToMetric(const QString& id);
  bool settled() const { return !m_job.running(); }
  bool eventFilter(QObject* watched, QEvent* event) override;

 Q_SIGNALS:
  void exported(const QString& path, const kw::Status& status);

 private:
  void makeActions();
  void makeView();
  void layOut();
  void listen();
  bool filterKey(QKeyEvent& press);
  // counters_update.cpp
  void refresh();
  void follow();  // rows came: another one may be the best now
  view::CounterBaseline baseline() const;
  void showSheet();
  void showWords();
  void showEmpty();
  void sizeColumns();
  void applyFilter();
  void restorePlace(const std::string& id);
  void copy(bool all);
  void askAndExport();

  Content& m_content;
  Selection& m_selection;
  CountersModel* m_model;
  ProfileAction* m_profile;
  const Profile* m_shown = nullptr;  // of the content, until its profiles change
  std::optional<Candidate> m_candidate;
  std::set<std::string> m_collapsed;  // groups
  QTreeView* m_view = nullptr;
  QStackedWidget* m_pages = nullptr;
  QLineEdit* m_filter = nullptr;
  QLabel *m_empty = nullptr, *m_hostHeading = nullptr, *m_regime = nullptr, *m_advice = nullptr,
         *m_collector = nullptr, *m_filtered = nullptr, *m_below = nullptr;
  QAction *m_copy = nullptr, *m_copyAll = nullptr, *m_export = nullptr, *m_focusFilter = nullptr;
  Job m_job;
};

}  // namespace kw
