// SPDX-License-Identifier: GPL-3.0-or-later
// Which time a plot shows: of all performance cases or of one, cold or warm.
#pragma once

#include <QString>
#include <QVariantMap>
#include <QWidget>
#include <vector>

#include "view/latency/latency_points.h"
#include "widgets/content/content.h"
#include "widgets/controls/choice_box.h"

class QHBoxLayout;
class QLabel;

namespace kw {

class TimeChoice : public QWidget {
  Q_OBJECT

 public:
  explicit TimeChoice(Content& content, QWidget* parent = nullptr);

  view::LatencyChoice choice() const;
  // "geometric mean of 2 cases, cold": for titles.
  QString words() const;
  // Of the performance cases, for the geometric mean.
  std::vector<double> weights() const;
  // Warm times can be chosen only where there are any.
  void setAnyWarm(bool any);

  QVariantMap saveState() const;
  void restoreState(const QVariantMap& state);

 Q_SIGNALS:
  void changed();

 private:
  void listCases();

  Content& m_content;
  ChoiceBox* m_case;
  ChoiceBox* m_state;
  QString m_wantedCase;  // by name, also while the problem does not have it
  bool m_wantedWarm = false;
};

// `title` and, at its right, "CPU time: says nothing about a GPU", shown while results are the
// CPU's. Its room is always kept: a plot must not move when the device becomes known.
QHBoxLayout* makeTitleRow(Content& content, QLabel* title, QWidget* parent);

}  // namespace kw
