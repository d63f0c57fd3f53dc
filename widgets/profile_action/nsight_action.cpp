// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/profile_action/nsight_action.h"

#include "widgets/palette/action_registry.h"

namespace kw {

NsightAction::NsightAction(Content& content, const Selection& selection, QObject* parent)
    : QAction(tr("Open in Nsight Compute"), parent),
      m_content(content),
      m_selection(selection),
      m_profile(content, selection, nullptr) {
  for (const auto changed :
       {&Content::problemChanged, &Content::candidatesReset, &Content::runStateChanged})
    connect(&content, changed, this, &NsightAction::refresh);
  connect(&content, &Content::candidatesAppended, this, &NsightAction::refresh);
  connect(&selection, &Selection::selectionChanged, this, &NsightAction::refresh);
  connect(this, &QAction::triggered, this, [this] {
    if (const auto which = candidate()) Q_EMIT wanted(*which);
  });
  refresh();
}

QString NsightAction::whyNot() const {
  if (!m_content.isOpen()) return tr("No problem is open.");
  if (m_content.isRunning()) return tr("A run is going on.");
  if (m_content.problem()->problem.recorded)
    return tr("What comes from another tuner has no kernel to profile.");
  const auto current = m_selection.current();
  if (current && *current < m_content.candidates().size() &&
      !m_content.candidates()[*current].verified())
    return tr("The selected candidate is not verified: its profile would say nothing.");
  return {};
}

void NsightAction::refresh() {
  const QString reason = whyNot();
  setEnabled(reason.isEmpty());
  ActionRegistry::setDisabledReason(this, reason);
  const auto which = candidate();
  setToolTip(!reason.isEmpty() ? reason
             : which           ? tr("Profile %1 with ncu, and open the report in Nsight Compute")
                           .arg(QString::fromStdString(which->label()))
                     : QString());
}

}  // namespace kw
