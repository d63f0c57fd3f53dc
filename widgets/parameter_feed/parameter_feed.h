// SPDX-License-Identifier: GPL-3.0-or-later
// The candidates of the content as lines over parameters, kept up to date for one panel.
#pragma once

#include <QObject>
#include <QTimer>

#include "view/parameters/parameter_lines.h"
#include "widgets/content/content.h"

class QWidget;

namespace kw {

class TimeChoice;

// Taken in portions, so that the window stays alive with a hundred thousand rows, and only while
// the panel can be seen.
class ParameterFeed : public QObject {
  Q_OBJECT

 public:
  // All of them outlive the feed.
  ParameterFeed(Content& content, TimeChoice& choice, QWidget& panel);

  const view::ParameterLines& lines() const { return m_lines; }
  // Nothing more is to come of what the content has; not so while the panel is hidden.
  bool settled() const { return !m_anew && !m_beat.isActive(); }

 Q_SIGNALS:
  // `anew`: axes, values or times mean something else. `complete`: all rows are taken.
  void updated(bool anew, bool complete);

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  static constexpr int updateMilliseconds = 67;  // 15 a second
  static constexpr size_t portion = 10'000;      // rows at each update

  void later(bool anew);
  void update();
  bool lookForWarm();  // false while rows are left to look at

  Content& m_content;
  TimeChoice& m_choice;
  QWidget& m_panel;
  view::ParameterLines m_lines;
  QTimer m_beat;
  bool m_anew = true, m_anyWarm = false;
  size_t m_warmSeen = 0;  // rows looked at for warm times
};

}  // namespace kw
