// SPDX-License-Identifier: GPL-3.0-or-later
// "Open in Nsight Compute", wherever it stands. It is about the same candidate as "Profile", also
// where the session can only be read: what it makes is a file of its own.
#pragma once

#include "widgets/profile_action/profile_action.h"

namespace kw {

class NsightAction : public QAction {
  Q_OBJECT

 public:
  // Content and selection outlive it. It has no keys and no object name of its own.
  NsightAction(Content& content, const Selection& selection, QObject* parent);

  std::optional<Candidate> candidate() const { return m_profile.candidate(); }
  // "" where there is something to profile. Whether there is an ncu and a GPU is said when it is
  // asked for: then with the command that does it elsewhere.
  QString whyNot() const;

 Q_SIGNALS:
  void wanted(const kw::Candidate& candidate);

 private:
  void refresh();

  Content& m_content;
  const Selection& m_selection;
  ProfileAction m_profile;
};

}  // namespace kw
