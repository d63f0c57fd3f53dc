// SPDX-License-Identifier: GPL-3.0-or-later
// Which candidates are selected, looked at and compared with: the same in every panel.
#pragma once

#include <QObject>
#include <optional>
#include <vector>

#include "view/candidates/candidate_list.h"

namespace kw {

class Selection : public QObject {
  Q_OBJECT

 public:
  using Id = view::CandidateId;
  using QObject::QObject;

  // In the order in which they were selected; each once.
  const std::vector<Id>& selected() const { return m_selected; }
  bool contains(Id id) const;
  // The one whose details are shown: the last that was selected.
  std::optional<Id> current() const;
  std::optional<Id> hovered() const { return m_hovered; }
  // What differences are taken against; none: the source kernel.
  std::optional<Id> baseline() const { return m_baseline; }

  // Each emits only where something changes.
  void select(std::vector<Id> ids);
  void selectOnly(Id id) { select({id}); }
  void toggle(Id id);
  void hover(std::optional<Id> id);
  void setBaseline(std::optional<Id> id);
  // Nothing is selected, hovered or pinned any more: the ids mean other candidates now.
  void clear();

 Q_SIGNALS:
  void selectionChanged();
  void hoverChanged();
  void baselineChanged();

 private:
  std::vector<Id> m_selected;
  std::optional<Id> m_hovered;
  std::optional<Id> m_baseline;
};

}  // namespace kw
