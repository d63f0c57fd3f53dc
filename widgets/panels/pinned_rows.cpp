// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/panels/pinned_rows.h"

#include <QAbstractItemDelegate>
#include <QApplication>
#include <QContextMenuEvent>
#include <QHelpEvent>
#include <QPainter>

#include "widgets/panels/candidates_view.h"
#include "widgets/theme/theme.h"

namespace kw {

// The view's own rows lie below and are what keyboard and screen readers use.
PinnedRows::PinnedRows(CandidatesView& view) : QWidget(&view), m_view(view) {
  setFocusPolicy(Qt::NoFocus);
  setMouseTracking(true);
}

QModelIndex PinnedRows::indexAt(const QPoint& point) const {
  const int column = m_view.columnAt(point.x());
  const int row = point.y() / std::max(1, m_view.rowHeight());
  return m_view.model()->index(row, column);
}

QRect PinnedRows::rectOf(const QModelIndex& index) const {
  const int height = m_view.rowHeight();
  return {m_view.columnViewportPosition(index.column()), index.row() * height,
          m_view.columnWidth(index.column()), height};
}

void PinnedRows::paintEvent(QPaintEvent*) {
  const Tokens& tokens = Theme::instance().tokens();
  QPainter painter(this);
  painter.fillRect(rect(), tokens.window);
  const int pinned = static_cast<int>(m_view.candidates().table().pinned());
  for (int row = 0; row < pinned; ++row)
    for (int column = 0; column < m_view.model()->columnCount(); ++column) {
      const QModelIndex index = m_view.model()->index(row, column);
      const QRect cell = rectOf(index);
      if (m_view.isColumnHidden(column) || !cell.intersects(rect())) continue;
      m_view.itemDelegate()->paint(&painter, m_view.optionFor(index, cell), index);
    }
  painter.setPen(QPen(tokens.secondaryText, 0));
  painter.drawLine(0, height() - 1, width(), height() - 1);
}

void PinnedRows::mousePressEvent(QMouseEvent* event) {
  m_view.setFocus(Qt::MouseFocusReason);
  m_view.press(indexAt(event->position().toPoint()), event);
}

void PinnedRows::mouseDoubleClickEvent(QMouseEvent* event) {
  const QModelIndex index = indexAt(event->position().toPoint());
  if (index.isValid()) Q_EMIT m_view.activated(index);
}

void PinnedRows::wheelEvent(QWheelEvent* event) {
  QApplication::sendEvent(m_view.viewport(), event);
}

void PinnedRows::contextMenuEvent(QContextMenuEvent* event) {
  Q_EMIT m_view.customContextMenuRequested(event->pos());
}

bool PinnedRows::event(QEvent* event) {
  if (event->type() == QEvent::ToolTip) {
    auto* help = static_cast<QHelpEvent*>(event);
    const QModelIndex index = indexAt(help->pos());
    if (!index.isValid()) return false;
    return m_view.itemDelegate()->helpEvent(help, &m_view, m_view.optionFor(index, rectOf(index)),
                                            index);
  }
  if (event->type() == QEvent::MouseMove) {
    const QModelIndex index = indexAt(static_cast<QMouseEvent*>(event)->position().toPoint());
    Q_EMIT m_view.pointedAt(m_view.candidates().idAt(index));
  }
  if (event->type() == QEvent::Leave) Q_EMIT m_view.pointedAt(std::nullopt);
  return QWidget::event(event);
}

}  // namespace kw
