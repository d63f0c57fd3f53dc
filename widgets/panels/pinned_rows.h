// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

namespace kw {

class CandidatesView;

// Lies over the top of the view and paints the pinned rows with its columns and delegate.
class PinnedRows : public QWidget {
  Q_OBJECT

 public:
  explicit PinnedRows(CandidatesView& view);

 protected:
  void paintEvent(QPaintEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void mouseDoubleClickEvent(QMouseEvent* event) override;
  void wheelEvent(QWheelEvent* event) override;
  void contextMenuEvent(QContextMenuEvent* event) override;
  bool event(QEvent* event) override;

 private:
  QModelIndex indexAt(const QPoint& point) const;
  QRect rectOf(const QModelIndex& index) const;

  CandidatesView& m_view;
};

}  // namespace kw
