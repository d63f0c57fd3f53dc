// SPDX-License-Identifier: GPL-3.0-or-later
// The table view of the candidates. Its pinned rows stay in sight, and what one reads stays where
// it is while rows stream in.
#pragma once

#include <QTableView>
#include <optional>

#include "widgets/models/candidates_model.h"

namespace kw {

class PinnedRows;

class CandidatesView : public QTableView {
  Q_OBJECT

 public:
  CandidatesView(CandidatesModel& model, QWidget* parent = nullptr);

  void scrollTo(const QModelIndex& index, ScrollHint hint = EnsureVisible) override;
  CandidatesModel& candidates() const { return m_model; }
  int rowHeight() const;
  int pinnedHeight() const;

  // For PinnedRows, which acts as the part of the view that it covers.
  QStyleOptionViewItem optionFor(const QModelIndex& index, const QRect& rect) const;
  void press(const QModelIndex& index, const QEvent* event);

 Q_SIGNALS:
  void pointedAt(std::optional<kw::view::CandidateId> id);  // by the mouse; none: it left

 protected:
  void updateGeometries() override;
  void scrollContentsBy(int dx, int dy) override;
  bool viewportEvent(QEvent* event) override;

 private:
  void wearTheme();
  void holdPlace();
  void restorePlace();

  CandidatesModel& m_model;
  PinnedRows* m_pinned = nullptr;
  // The first row in sight below the pinned ones, and how far its top is above or below them.
  std::optional<CandidatesModel::Id> m_held;
  int m_heldOffset = 0;
};

}  // namespace kw
