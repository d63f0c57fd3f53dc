// SPDX-License-Identifier: GPL-3.0-or-later
// Which parameters make a candidate fast: parallel coordinates, and the best time of each value.
#pragma once

#include <QTimer>
#include <QVariantMap>
#include <QWidget>
#include <memory>

#include "view/latency/latency_axes.h"
#include "view/parameters/parameter_lines.h"
#include "widgets/content/content.h"
#include "widgets/selection/selection.h"

class QAction;
class QLabel;

namespace kw {

class ChoiceBox;
class ParallelView;
class SlicedText;
class TimeChoice;
class ValueStrip;

class ParametersPanel : public QWidget {
  Q_OBJECT

 public:
  ParametersPanel(Content& content, Selection& selection, QWidget* parent = nullptr);
  ~ParametersPanel() override;

  QList<QAction*> panelActions() const { return m_actions; }
  ParallelView& parallel() { return *m_view; }
  ValueStrip& values() { return *m_strip; }
  const view::ParameterLines& lines() const { return m_lines; }
  // Shows all that the content has; for pictures of the window.
  bool settled() const;
  // What was chosen: case, state, order of axes, failed ones.
  QVariantMap saveState() const;
  void restoreState(const QVariantMap& state);

 protected:
  void showEvent(QShowEvent* event) override;

 private:
  static constexpr int updateMilliseconds = 67;  // 15 a second
  static constexpr int stripMilliseconds = 500;  // medians are computed anew each time
  static constexpr size_t portion = 10'000;      // rows taken at each update

  void makeActions();
  QAction* action(const QString& id, const QString& text, const QKeySequence& key);
  void layOut();
  void listen();
  void later(bool anew);
  void update();
  void showStrip();
  void showMarks();
  void showWords();
  void showEmptyText();
  void click(Selection::Id id, Qt::KeyboardModifiers modifiers);
  void selectShown();
  size_t wantedFastest() const;

  Content& m_content;
  Selection& m_selection;
  ParallelView* m_view;
  ValueStrip* m_strip;
  TimeChoice* m_choice;
  ChoiceBox* m_fastest;
  QLabel* m_title;
  QLabel* m_footnote;
  QLabel* m_stripTitle;
  QAction* m_showFailed = nullptr;
  QAction* m_clearBrushes = nullptr;
  QAction* m_selectShown = nullptr;
  QList<QAction*> m_actions;
  QTimer m_beat, m_stripBeat;
  view::ParameterLines m_lines;
  std::unique_ptr<SlicedText> m_text;
  QStringList m_wantedOrder;  // from a saved state, until the axes are there
  bool m_anew = true, m_anyWarm = false;
  size_t m_warmSeen = 0;  // rows looked at for warm times
};

}  // namespace kw
