// SPDX-License-Identifier: GPL-3.0-or-later
// Candidates under the roofs of the device, live: operations for each byte against operations a
// second, the way of the best so far, and one sentence with what bounds a candidate.
#pragma once

#include <QTimer>
#include <QVariantMap>
#include <QWidget>

#include "view/roofline/roofline_axes.h"
#include "view/roofline/roofline_points.h"
#include "widgets/content/content.h"
#include "widgets/plots/plot.h"
#include "widgets/selection/selection.h"

class QAction;
class QLabel;
class QScrollArea;

namespace kw {

class ChoiceBox;

class RooflinePanel : public QWidget {
  Q_OBJECT

 public:
  RooflinePanel(Content& content, Selection& selection, QWidget* parent = nullptr);
  ~RooflinePanel() override;

  QList<QAction*> panelActions() const;
  Plot& plot() { return *m_plot; }
  const view::RooflinePoints& points() const { return m_points; }
  // Shows all that the content has; for pictures of the window.
  bool settled() const { return !m_anew && !m_beat.isActive(); }
  // What was chosen: case, datasheet roofs, path.
  QVariantMap saveState() const;
  void restoreState(const QVariantMap& state);

 protected:
  void showEvent(QShowEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;

 private:
  enum Cloud : size_t { modelled, countedDram, countedL2, countedL1, source, clouds };
  static constexpr int updateMilliseconds = 67;  // 15 a second
  static constexpr size_t mostRings = 1000;
  static constexpr size_t mostRoofs = 16, mostPaths = 7;

  void makeActions();
  QAction* action(const QString& id, const QString& text, const QKeySequence& key);
  void makePlot();
  void layOut();
  void listen();
  void giveData();

  void later(bool anew);  // update at the next beat
  void update();
  void rebuild();
  void appendNew();
  void listCases();
  void showPoints();
  void setAxes();
  void showRoofs();
  void showPaths();
  void showMarks();
  void showWords();
  void showSentence();
  void fitWords();
  void showEmptyText();
  void point(std::optional<uint32_t> place);
  void followHover();
  void click(uint32_t place, Qt::KeyboardModifiers modifiers);
  void selectRegion(const std::vector<uint32_t>& places);
  int chosenCase() const;  // or RooflinePoints::allCases
  Cloud cloudOf(const view::RooflinePoint& point) const;
  PlotMark markOf(size_t place, PlotMark::Kind kind) const;
  std::vector<PlotMark> marks() const;
  view::RooflineGround ground() const;
  std::vector<view::Roof> shownRoofs() const;
  QString sentence() const;

  Content& m_content;
  Selection& m_selection;
  Plot* m_plot;
  ChoiceBox* m_case;
  QLabel *m_title, *m_sentence, *m_footnote;
  QScrollArea* m_words;  // sentence and footnote: in a low panel the plot comes first
  QAction *m_datasheet = nullptr, *m_path = nullptr, *m_reset = nullptr;
  QTimer m_beat;
  view::RooflinePoints m_points;
  view::RooflineAxes m_axes;
  std::vector<view::Roof> m_roofs;  // all that are known
  std::vector<view::Arithmetic> m_arithmetic;
  std::vector<size_t> m_roofLines, m_pathLines;  // in the plot
  size_t m_shown = 0;                            // points in the plot
  std::optional<uint32_t> m_pointed;             // which point, of the candidate that is hovered
  QString m_wantedCase;  // by name, also while the problem does not have it; "" the heaviest
  bool m_anew = true;    // everything is built from the beginning at the next update
};

}  // namespace kw
