// SPDX-License-Identifier: GPL-3.0-or-later
// "Profile", wherever it stands: what it is about and whether it can be done is the same
// everywhere.
#pragma once

#include <QAction>
#include <optional>

#include "widgets/content/content.h"
#include "widgets/selection/selection.h"

namespace kw {

class ProfileAction : public QAction {
  Q_OBJECT

 public:
  // Content and selection outlive it. It has no keys and no object name of its own.
  ProfileAction(Content& content, const Selection& selection, QObject* parent);

  // What would be profiled: the selected candidate, else the best, else the source kernel; none
  // while nothing is open.
  std::optional<Candidate> candidate() const;
  // "" where it can be; also its tooltip and disabledReason().
  QString whyNot() const;

 private:
  void refresh();

  Content& m_content;
  const Selection& m_selection;
};

}  // namespace kw
