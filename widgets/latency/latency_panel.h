// SPDX-License-Identifier: GPL-3.0-or-later
// Latency of each candidate in order of completion, live, with the best so far and the source.
#pragma once

#include <QTimer>
#include <QVariantMap>
#include <QWidget>

#include "view/latency/latency_axes.h"
#include "view/latency/latency_points.h"
#include "widgets/content/content.h"
#include "widgets/plots/plot.h"
#include "widgets/selection/selection.h"

class QAction;
class QLabel;

namespace kw {

class TimeChoice;

class LatencyPanel : public QWidget {
  Q_OBJECT

 public:
  LatencyPanel(Content& content, Selection& selection, QWidget* parent = nullptr);

  QList<QAction*> panelActions() const;
  Plot& plot() { return *m_plot; }
  // Shows all that the content has; for pictures of the window.
  bool settled() const { return !m_anew && !m_beat.isActive(); }
  // What was chosen: case, state, scale, following.
  QVariantMap saveState() const;
  void restoreState(const QVariantMap& state);

 protected:
  void showEvent(QShowEvent* event) override;

 private:
  static constexpr int updateMilliseconds = 67;  // 15 a second
  static constexpr size_t mostRings = 1000;

  void makeActions();
  void makePlot();
  void layOut();
  QAction* action(const QString& id, const QString& text, const QKeySequence& key);
  void listen();

  void later(bool anew);  // update at the next beat
  void update();
  void rebuild();
  void appendNew();
  void setAxes();
  void showLines();
  void follow();
  void showMarks();
  void showWords();
  void showEmptyText();
  void click(Selection::Id id, Qt::KeyboardModifiers modifiers);
  std::vector<PlotMark> marks() const;
  std::optional<PlotMark> markOf(Selection::Id id, PlotMark::Kind kind) const;
  void giveData();

  Content& m_content;
  Selection& m_selection;
  Plot* m_plot;
  TimeChoice* m_choice;
  QLabel* m_title;
  QLabel* m_footnote;
  QAction* m_logarithmic = nullptr;
  QAction* m_follow = nullptr;
  QAction* m_reset = nullptr;
  QTimer m_beat;
  view::LatencyPoints m_points;
  view::LatencyAxes m_axes;
  size_t m_verifiedCloud = 0, m_failedCloud = 0, m_sourceLine = 0, m_bestLine = 0;
  size_t m_timedShown = 0, m_failedShown = 0;
  bool m_anew = true;          // everything is built from the beginning at the next update
  bool m_scaleChosen = false;  // else the data decides, once
};

}  // namespace kw
