// SPDX-License-Identifier: GPL-3.0-or-later
// How much each parameter matters for the time, worked out off the window's thread.
#pragma once

#include <QTimer>
#include <QVariantMap>
#include <QWidget>
#include <optional>

#include "view/importance/parameter_importance.h"
#include "widgets/content/content.h"
#include "widgets/jobs/job.h"
#include "widgets/selection/selection.h"

class QAction;
class QLabel;
class QScrollArea;

namespace kw {

class ImportanceView;
class ParameterFeed;
class PictureActions;
class TimeChoice;

class ImportancePanel : public QWidget {
  Q_OBJECT

 public:
  ImportancePanel(Content& content, Selection& selection, QWidget* parent = nullptr);

  QList<QAction*> panelActions() const;
  ImportanceView& bars() { return *m_view; }
  const std::optional<view::ParameterImportance>& importance() const { return m_importance; }
  // Shows all that the content has; for pictures of the window.
  bool settled() const;
  QVariantMap saveState() const;
  void restoreState(const QVariantMap& state);

 Q_SIGNALS:
  // Two parameters were asked for: their heat map is to be shown.
  void pairWanted(const QString& first, const QString& second);

 private:
  // While results stream in, it is worked out anew at most so often.
  static constexpr int pauseMilliseconds = 3000;

  void layOut();
  void listen();
  void take(bool anew, bool complete);
  void work();
  void showResult(std::optional<view::ParameterImportance> importance);
  void showWords();
  void showEmptyText();
  void pick(const QString& first, const QString& second);
  QString table() const;

  Content& m_content;
  TimeChoice* m_choice;
  ImportanceView* m_view;
  QScrollArea* m_scroll;
  QLabel *m_title, *m_method, *m_quality, *m_footnote;
  ParameterFeed* m_feed;
  PictureActions* m_picture;
  std::optional<view::ParameterImportance> m_importance;
  Job m_job;
  QTimer m_pause;
  bool m_dirty = false;  // there is more than what was worked out
  size_t m_timedSeen = 0;
};

}  // namespace kw
