// SPDX-License-Identifier: GPL-3.0-or-later
// Pointer and keys of a plot.
#include <QAction>
#include <QApplication>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QWheelEvent>
#include <algorithm>
#include <cmath>

#include "widgets/plots/cloud_layer.h"
#include "widgets/plots/plot.h"
#include "widgets/plots/plot_axis.h"
#include "widgets/plots/plot_overlay.h"
#include "widgets/theme/theme.h"

namespace kw {

namespace {

constexpr double zoomStep = 1.25;  // a notch of the wheel, or a key
constexpr double notch = 120;      // in QWheelEvent's eighths of a degree

view::Range closer(view::Range range, double at, double factor) {
  return {at - (at - range.low) / factor, at + (range.high - at) / factor};
}

}  // namespace

void Plot::makeActions(const QString& name) {
  const QString before = name + QLatin1Char('.');
  m_actions = {
      action(before + QStringLiteral("copyPicture"), tr("Copy picture"), {QKeySequence::Copy},
             [this] { copyPicture(); }),
      action(before + QStringLiteral("copyData"), tr("Copy data as TSV"),
             {QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_C)}, [this] { copyData(); }),
      action(before + QStringLiteral("savePicture"), tr("Save picture…"), {},
             [this] { askAndSave(); }),
      action(before + QStringLiteral("zoomIn"), tr("Zoom in"),
             {QKeySequence(Qt::Key_Plus), QKeySequence(Qt::Key_Equal)},
             [this] { zoomBy(zoomStep, plotArea().center()); }),
      action(before + QStringLiteral("zoomOut"), tr("Zoom out"), {QKeySequence(Qt::Key_Minus)},
             [this] { zoomBy(1 / zoomStep, plotArea().center()); }),
      action(before + QStringLiteral("resetZoom"), tr("Show everything"), {QKeySequence(Qt::Key_0)},
             [this] { resetZoom(); }),
  };
}

QAction* Plot::action(const QString& id, const QString& text, const QList<QKeySequence>& keys,
                      std::function<void()> run) {
  auto* made = new QAction(text, this);
  made->setObjectName(id);
  made->setShortcuts(keys);
  made->setShortcutContext(Qt::WidgetWithChildrenShortcut);
  connect(made, &QAction::triggered, this, [run = std::move(run)] { run(); });
  addAction(made);
  return made;
}

std::optional<uint32_t> Plot::pointAt(QPointF position) const {
  const QPointF at = position - plotArea().topLeft();
  const auto hit =
      m_clouds->grid().nearest(at.x(), at.y(), Theme::instance().scaled(spacing::hitArea) / 2.0);
  if (!hit) return std::nullopt;
  return hit->id;
}

void Plot::mousePressEvent(QMouseEvent* event) {
  if (isEmpty()) return;
  m_press = event->position();
  if (event->button() == Qt::LeftButton)
    m_drag = Drag::pending;
  else if (event->button() == Qt::MiddleButton)
    m_drag = Drag::pan;
}

void Plot::mouseMoveEvent(QMouseEvent* event) {
  if (isEmpty()) return;
  const QPointF at = event->position();
  if (m_drag == Drag::pending &&
      (at - m_press).manhattanLength() >= QApplication::startDragDistance())
    m_drag = event->modifiers() & Qt::ShiftModifier ? Drag::select : Drag::zoom;
  if (m_drag == Drag::none) {
    Q_EMIT pointed(pointAt(at));
  } else if (m_drag == Drag::pan) {
    panBy(at - m_press);
    m_press = at;
  } else if (m_drag != Drag::pending) {
    m_overlay->setBand(QRectF(m_press, at).normalized() & plotArea(), m_drag == Drag::select);
  }
}

void Plot::mouseReleaseEvent(QMouseEvent* event) {
  if (event->button() == Qt::LeftButton || event->button() == Qt::MiddleButton)
    finishDrag(event->position(), event->modifiers());
}

void Plot::finishDrag(QPointF position, Qt::KeyboardModifiers modifiers) {
  const Drag drag = std::exchange(m_drag, Drag::none);
  const QRectF band = QRectF(m_press, position).normalized() & plotArea();
  m_overlay->setBand({}, false);
  if (drag == Drag::pending) {
    if (const auto id = pointAt(position))
      Q_EMIT clicked(*id, modifiers);
    else if (!(modifiers & Qt::ControlModifier))
      Q_EMIT clickedNothing();
  } else if (drag == Drag::zoom) {
    zoomToBand(band);
  } else if (drag == Drag::select) {
    const QRectF inside = band.translated(-plotArea().topLeft());
    Q_EMIT regionSelected(
        m_clouds->grid().within(inside.left(), inside.top(), inside.right(), inside.bottom()));
  }
}

// A flat band zooms along x only, a narrow one along y only.
void Plot::zoomToBand(const QRectF& band) {
  const double least = Theme::instance().scaled(8);
  const QRectF area = plotArea();
  const view::Range x = m_x->shown(), y = m_y->shown();
  const auto along = [](view::Range range, double from, double to) {
    const double span = range.high - range.low;
    return view::Range{range.low + span * from, range.low + span * to};
  };
  if (band.width() < least && band.height() < least) return;
  if (band.width() >= least)
    m_x->zoom(along(x, (band.left() - area.left()) / area.width(),
                    (band.right() - area.left()) / area.width()));
  if (band.height() >= least)
    m_y->zoom(along(y, (area.bottom() - band.bottom()) / area.height(),
                    (area.bottom() - band.top()) / area.height()));
  axesChanged();
}

void Plot::panBy(QPointF delta) {
  const view::Range x = m_x->shown(), y = m_y->shown();
  const double dx = -delta.x() / plotArea().width() * (x.high - x.low);
  const double dy = delta.y() / plotArea().height() * (y.high - y.low);
  m_x->zoom({x.low + dx, x.high + dx});
  m_y->zoom({y.low + dy, y.high + dy});
  axesChanged();
}

void Plot::zoomBy(double factor, QPointF at) {
  const QRectF area = plotArea();
  if (isEmpty() || area.isEmpty()) return;
  const view::Range x = m_x->shown(), y = m_y->shown();
  const double fx = (at.x() - area.left()) / area.width();
  const double fy = (area.bottom() - at.y()) / area.height();
  // Over an axis, only that one.
  if (fx >= 0) m_x->zoom(closer(x, x.low + std::min(fx, 1.0) * (x.high - x.low), factor));
  if (fy >= 0) m_y->zoom(closer(y, y.low + std::min(fy, 1.0) * (y.high - y.low), factor));
  axesChanged();
}

void Plot::mouseDoubleClickEvent(QMouseEvent* event) {
  if (event->button() == Qt::LeftButton) resetZoom();
}

void Plot::wheelEvent(QWheelEvent* event) {
  zoomBy(std::pow(zoomStep, event->angleDelta().y() / notch), event->position());
  event->accept();
}

void Plot::leaveEvent(QEvent* event) {
  QGraphicsView::leaveEvent(event);
  if (!isEmpty()) Q_EMIT pointed(std::nullopt);
}

// What was pointed at by keys is not to be left standing.
void Plot::focusOutEvent(QFocusEvent* event) {
  QGraphicsView::focusOutEvent(event);
  if (!isEmpty()) Q_EMIT pointed(std::nullopt);
}

void Plot::moveAlong(view::PixelGrid::Direction direction) {
  const auto& marks = m_overlay->marks();
  const auto hovered = std::find_if(marks.begin(), marks.end(), [](const PlotMark& mark) {
    return mark.kind == PlotMark::Kind::hovered;
  });
  const view::PixelGrid& points = m_clouds->grid();
  std::optional<view::PixelGrid::Hit> hit;
  if (hovered == marks.end()) {
    hit = points.next(-1, -1, 0, view::PixelGrid::Direction::right);
  } else {
    const QPointF at =
        m_clouds->position(hovered->point, hovered->onLowerEdge) - plotArea().topLeft();
    hit = points.next(at.x(), at.y(), hovered->point.id, direction);
  }
  if (hit) Q_EMIT pointed(hit->id);
}

void Plot::keyPressEvent(QKeyEvent* event) {
  using Direction = view::PixelGrid::Direction;
  const auto& marks = m_overlay->marks();
  switch (event->key()) {
    case Qt::Key_Left:
      return moveAlong(Direction::left);
    case Qt::Key_Right:
      return moveAlong(Direction::right);
    case Qt::Key_Up:
      return moveAlong(Direction::up);
    case Qt::Key_Down:
      return moveAlong(Direction::down);
    case Qt::Key_Return:
    case Qt::Key_Enter:
      for (const PlotMark& mark : marks)
        if (mark.kind == PlotMark::Kind::hovered) {
          Q_EMIT clicked(mark.point.id, event->modifiers() & ~Qt::KeypadModifier);
          return;
        }
      break;
    case Qt::Key_Escape:
      if (m_drag != Drag::none) {
        m_drag = Drag::none;
        return m_overlay->setBand({}, false);
      }
      if (!m_overlay->readout().isEmpty()) {
        Q_EMIT pointed(std::nullopt);
        return;
      }
      break;
    default:
      break;
  }
  QWidget::keyPressEvent(event);
}

}  // namespace kw
