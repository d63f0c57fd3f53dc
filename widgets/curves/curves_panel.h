// SPDX-License-Identifier: GPL-3.0-or-later
// Best so far against evaluations, of the session's runs and of simulated curves.
#pragma once

#include <QTimer>
#include <QVariantMap>
#include <QWidget>
#include <vector>

#include "view/curves/run_curves.h"
#include "widgets/content/content.h"
#include "widgets/jobs/job.h"
#include "widgets/plots/plot.h"
#include "widgets/selection/selection.h"

class QAction;
class QLabel;

namespace kw {

class TimeChoice;

class CurvesPanel : public QWidget {
  Q_OBJECT

 public:
  CurvesPanel(Content& content, Selection& selection, QWidget* parent = nullptr);

  QList<QAction*> panelActions() const;
  Plot& plot() { return *m_plot; }
  // What is drawn, the session's curves first.
  const std::vector<view::Curve>& curves() const { return m_shown; }
  // Curves that `kwr simulate --curves` wrote, beside the session's; read off this thread.
  void openComparison(const QString& path);
  // Shows all that the content has; for pictures of the window.
  bool settled() const { return !m_dirty && !m_beat.isActive() && !m_reading.running(); }
  QVariantMap saveState() const;
  void restoreState(const QVariantMap& state);

 protected:
  void showEvent(QShowEvent* event) override;

 private:
  static constexpr int updateMilliseconds = 250;  // each time from the beginning
  static constexpr size_t mostCurves = 10;        // more could not be told apart

  void makeActions();
  QAction* action(const QString& id, const QString& text, const QKeySequence& key);
  void makePlot();
  void layOut();
  void listen();
  void later();
  void update();
  void draw();
  void setAxes();
  void showWords();
  void showEmptyText();
  void askForComparison();
  void closeComparison();
  bool asFractions() const { return !m_simulated.empty(); }
  void giveData();

  Content& m_content;
  Plot* m_plot;
  TimeChoice* m_choice;
  QLabel *m_title, *m_footnote;
  QAction *m_eachRun = nullptr, *m_compare = nullptr, *m_closeComparison = nullptr;
  QTimer m_beat;
  Job m_reading;
  view::RunCurves m_runs;
  std::vector<view::Curve> m_simulated, m_shown;
  QString m_simulatedFile;
  bool m_dirty = true;
};

}  // namespace kw
