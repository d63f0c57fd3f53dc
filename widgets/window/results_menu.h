// SPDX-License-Identifier: GPL-3.0-or-later
// Which of a session's devices and protocols the window shows the results of.
#pragma once

#include <QActionGroup>
#include <QMenu>

#include "widgets/content/content.h"

namespace kw {

class ResultsMenu : public QMenu {
  Q_OBJECT

 public:
  explicit ResultsMenu(const Content& content, QWidget* parent = nullptr);

 Q_SIGNALS:
  void placeWanted(int place);  // of SessionState::places

 private:
  void refresh();

  const Content& m_content;
  QActionGroup* m_group = nullptr;
};

}  // namespace kw
