// SPDX-License-Identifier: GPL-3.0-or-later
// The parts of a change as boxes to tick: Space takes one or leaves it.
#pragma once

#include <QListWidget>

#include "view/review/review_state.h"

namespace kw {

class HunkList : public QListWidget {
  Q_OBJECT

 public:
  explicit HunkList(QWidget* parent);

  void showPart(const view::ReviewState& state, view::ReviewPart part, bool canChange);
  void setCurrent(int hunk);  // -1: none

 Q_SIGNALS:
  void toggled(int hunk);
  void chosen(int hunk);

 private:
  bool m_filling = false;
};

}  // namespace kw
