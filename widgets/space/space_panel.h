// SPDX-License-Identifier: GPL-3.0-or-later
// The parameter space, to be edited: parameters, constraints and what they leave.
#pragma once

#include <QWidget>

#include "view/space/space_figures.h"
#include "widgets/content/content.h"
#include "widgets/jobs/job.h"
#include "widgets/selection/selection.h"
#include "widgets/space/space_draft.h"

class QAbstractItemModel;
class QAction;
class QLabel;
class QPushButton;
class QScrollArea;
class QStackedWidget;
class QTableView;

namespace kw {

class ConstraintModel;
class ParameterModel;

class SpacePanel : public QWidget {
  Q_OBJECT

 public:
  SpacePanel(Content& content, Selection& selection, QWidget* parent = nullptr);
  ~SpacePanel() override;

  QList<QAction*> panelActions() const { return m_actions; }
  SpaceDraft& draft() { return m_draft; }
  QString headingText() const;
  QString faultText() const;

 protected:
  void resizeEvent(QResizeEvent* event) override;

 private:
  QWidget* makePage(QWidget* tables);
  QWidget* makeBody();
  QWidget* makeSection(const QString& title, QTableView* table, QAction* add);
  QTableView* makeTable(QAbstractItemModel* model, const QString& name);
  QLabel* makeLabel(const char* role);
  void addActions();
  QAction* addAction(const char* name, const QString& text, const QKeySequence& key);
  void problemChanged();
  void spaceChanged();
  void count();
  void showCount(const view::SpaceFigures* figures);
  void showFaults();
  void showLimits();
  void showConfigurations();
  void keepRowInSightLater();
  void beginNew(QTableView* table);
  void removeCurrent();
  void valueMenu(const QPoint& place);
  void evaluate();
  bool onConstraints() const;

  Content& m_content;
  Selection& m_selection;
  SpaceDraft m_draft;
  ParameterModel* m_parameters = nullptr;
  ConstraintModel* m_constraints = nullptr;
  QTableView* m_parameterTable = nullptr;
  QTableView* m_constraintTable = nullptr;
  QStackedWidget* m_pages = nullptr;
  QScrollArea* m_scroll = nullptr;
  QLabel *m_words = nullptr, *m_heading = nullptr, *m_note = nullptr, *m_faults = nullptr;
  QLabel *m_limits = nullptr, *m_requires = nullptr;
  QAction *m_addParameter = nullptr, *m_addConstraint = nullptr, *m_evaluate = nullptr;
  QString m_refusal;  // of the last removal
  QList<QAction*> m_actions;
  Job m_counting;
};

}  // namespace kw
