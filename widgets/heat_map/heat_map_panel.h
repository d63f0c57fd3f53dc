// SPDX-License-Identifier: GPL-3.0-or-later
// Two parameters against each other: the best or the median time of each pair of values.
#pragma once

#include <QVariantMap>
#include <QWidget>

#include "widgets/content/content.h"
#include "widgets/heat_map/heat_map_view.h"
#include "widgets/selection/selection.h"

class QAction;
class QLabel;

namespace kw {

class ChoiceBox;
class ParameterFeed;
class PictureActions;
class TimeChoice;

class HeatMapPanel : public QWidget {
  Q_OBJECT

 public:
  HeatMapPanel(Content& content, Selection& selection, QWidget* parent = nullptr);

  QList<QAction*> panelActions() const;
  HeatMapView& map() { return *m_view; }
  // By name; also before the content has them.
  void choosePair(const QString& column, const QString& row);
  // Shows all that the content has; for pictures of the window.
  bool settled() const;
  // What was chosen: case, state, parameters, best or median.
  QVariantMap saveState() const;
  void restoreState(const QVariantMap& state);

 private:
  void makeActions();
  void layOut();
  void listen();
  void listParameters();
  void take(bool anew, bool complete);
  void showTable();
  void showWords();
  void showEmptyText();
  void pick(Selection::Id id, Qt::KeyboardModifiers modifiers);
  // Another parameter than before in one of the boxes: the other one may have to give way.
  void chosen(ChoiceBox& box, ChoiceBox& other);
  HeatMapView::Axis axisOf(size_t axis) const;

  Content& m_content;
  Selection& m_selection;
  TimeChoice* m_choice;
  ChoiceBox *m_column, *m_row;
  HeatMapView* m_view;
  QLabel *m_title, *m_footnote;
  QAction *m_median, *m_swap;
  ParameterFeed* m_feed;
  PictureActions* m_picture;
  QString m_wantedColumn, m_wantedRow;  // "" until one was chosen
};

}  // namespace kw
