// SPDX-License-Identifier: GPL-3.0-or-later
// Pointer and keys of parallel coordinates.
#include <QApplication>
#include <QKeyEvent>
#include <QMouseEvent>
#include <algorithm>
#include <cmath>
#include <utility>

#include "widgets/parameters_plot/parallel_view.h"
#include "widgets/theme/theme.h"

namespace kw {

std::optional<ParallelView::Id> ParallelView::lineAt(QPointF position) const {
  if (isEmpty() || !m_layout.area().adjusted(-2, -2, 2, 2).contains(position)) return std::nullopt;
  double least = Theme::instance().scaled(6);
  std::optional<size_t> best;
  for (size_t line = 0; line < m_lines->size(); ++line) {
    if (m_lines->failed(line) ? !m_showFailed : !m_lines->passes(line, m_brushes)) continue;
    const auto height = m_layout.heightAt(*m_lines, line, position.x());
    if (!height) continue;
    const double distance = std::abs(*height - position.y());
    const bool closer = distance < least - 0.5;
    // Of lines that run along each other, the fastest is on top.
    const bool faster = best && distance < least + 0.5 && m_lines->milliseconds(line) > 0 &&
                        m_lines->milliseconds(line) < m_lines->milliseconds(*best);
    if (!closer && !faster) continue;
    best = line;
    least = std::min(least, distance);
  }
  if (!best) return std::nullopt;
  return m_lines->id(*best);
}

std::optional<size_t> ParallelView::headerAt(QPointF position) const {
  for (size_t shown = 0; !isEmpty() && shown < m_layout.axes(); ++shown)
    if (header(shown).contains(position)) return shown;
  return std::nullopt;
}

void ParallelView::mousePressEvent(QMouseEvent* event) {
  if (event->button() != Qt::LeftButton || isEmpty()) return;
  m_press = event->position();
  m_drag = Drag::pending;
  m_dragAxis = headerAt(m_press);
  if (!m_dragAxis && m_press.y() >= m_layout.area().top() - 4)
    m_dragAxis = m_layout.axisAt(m_press.x(), Theme::instance().scaled(spacing::hitArea) / 2.0);
  if (m_dragAxis) m_currentAxis = *m_dragAxis;
  update();
}

void ParallelView::mouseMoveEvent(QMouseEvent* event) {
  const QPointF at = event->position();
  if (m_drag == Drag::none) {
    const auto header = headerAt(at);
    const bool axis =
        !header && m_layout.axisAt(at.x(), Theme::instance().scaled(spacing::within)).has_value();
    setCursor(isEmpty()                             ? Qt::ArrowCursor
              : header && !m_layout.isTime(*header) ? Qt::SizeHorCursor
              : axis                                ? Qt::SizeVerCursor
                                                    : Qt::ArrowCursor);
    Q_EMIT pointed(lineAt(at));
    if (m_hovered) update();  // the readout goes along with the pointer
    return;
  }
  if (m_drag == Drag::pending && m_dragAxis &&
      (at - m_press).manhattanLength() >= QApplication::startDragDistance())
    m_drag = m_press.y() < m_layout.area().top() - 4 ? Drag::label : Drag::brush;
  if (m_drag == Drag::brush) {
    brush(*m_dragAxis, m_press.y(), at.y());
  } else if (m_drag == Drag::label && !m_layout.isTime(*m_dragAxis)) {
    const double place = (at.x() - m_layout.area().left()) / m_layout.spacing();
    const auto last = static_cast<double>(m_order.size()) - 1;
    const auto to = static_cast<size_t>(std::clamp(std::round(place), 0.0, last));
    moveAxis(*m_dragAxis, to);
    m_dragAxis = to;
  }
}

void ParallelView::mouseReleaseEvent(QMouseEvent* event) {
  if (event->button() != Qt::LeftButton) return;
  const Drag drag = std::exchange(m_drag, Drag::none);
  if (drag != Drag::pending) return;
  if (const auto id = lineAt(event->position()))
    Q_EMIT clicked(*id, event->modifiers());
  else if (!(event->modifiers() & Qt::ControlModifier) && !headerAt(event->position()))
    Q_EMIT clickedNothing();
}

void ParallelView::mouseDoubleClickEvent(QMouseEvent* event) {
  const auto axis =
      m_layout.axisAt(event->position().x(), Theme::instance().scaled(spacing::hitArea) / 2.0);
  if (axis && !brushBox(*axis).isEmpty())
    clearBrush(*axis);
  else
    clearBrushes();
}

void ParallelView::leaveEvent(QEvent* event) {
  QWidget::leaveEvent(event);
  Q_EMIT pointed(std::nullopt);
}

void ParallelView::focusInEvent(QFocusEvent* event) {
  QWidget::focusInEvent(event);
  update();
}

void ParallelView::brush(size_t shown, double fromY, double toY) {
  view::Brushes brushes = m_brushes;
  const double low = std::max(fromY, toY), high = std::min(fromY, toY);
  if (m_layout.isTime(shown)) {
    brushes.timeLow = m_layout.timeAt(low);
    brushes.timeHigh = m_layout.timeAt(high);
  } else {
    const size_t axis = m_layout.parameter(shown);
    const view::ValueBrush made{axis, m_layout.valueAt(shown, low), m_layout.valueAt(shown, high)};
    std::erase_if(brushes.values, [&](const auto& each) { return each.axis == axis; });
    brushes.values.push_back(made);
  }
  setBrushes(std::move(brushes));
}

void ParallelView::clearBrush(size_t shown) {
  view::Brushes brushes = m_brushes;
  if (m_layout.isTime(shown))
    brushes.timeLow = brushes.timeHigh = 0;
  else
    std::erase_if(brushes.values,
                  [&](const auto& each) { return each.axis == m_layout.parameter(shown); });
  setBrushes(std::move(brushes));
}

// Shift+Up and Shift+Down: the brush of the current axis begins at one end and grows by a value.
void ParallelView::growBrush(int step) {
  if (m_layout.isTime(m_currentAxis)) {
    const QRectF box = brushBox(m_currentAxis), area = m_layout.area();
    const double now = box.isEmpty() ? (step > 0 ? area.bottom() : area.top()) : box.top();
    return brush(m_currentAxis, area.bottom(),
                 std::clamp(now - step * area.height() / 20, area.top(), area.bottom()));
  }
  const size_t axis = m_layout.parameter(m_currentAxis);
  const auto last = static_cast<int>(m_layout.values(m_currentAxis)) - 1;
  view::Brushes brushes = m_brushes;
  const auto found = std::find_if(brushes.values.begin(), brushes.values.end(),
                                  [axis](const auto& each) { return each.axis == axis; });
  if (found == brushes.values.end()) {
    const auto end = static_cast<uint16_t>(step > 0 ? 0 : last);
    brushes.values.push_back({axis, end, end});
  } else {
    const int grownEnd = step > 0 ? found->last + 1 : found->first - 1;
    if (grownEnd < 0 || grownEnd > last) return;
    (step > 0 ? found->last : found->first) = static_cast<uint16_t>(grownEnd);
  }
  setBrushes(std::move(brushes));
}

void ParallelView::moveAxis(size_t from, size_t to) {
  if (from == to || from >= m_order.size() || to >= m_order.size()) return;
  const size_t axis = m_order[from];
  m_order.erase(m_order.begin() + static_cast<std::ptrdiff_t>(from));
  m_order.insert(m_order.begin() + static_cast<std::ptrdiff_t>(to), axis);
  m_currentAxis = to;
  layOut();
  bundle();
  Q_EMIT orderChanged();
}

void ParallelView::moveHovered(bool faster) {
  const auto from = m_hovered ? m_lines->lineOf(*m_hovered) : std::nullopt;
  const float now = from ? m_lines->milliseconds(*from) : 0;
  std::optional<size_t> best;
  const auto before = [&](size_t a, size_t b) {  // a is to come first, going up in time
    return std::pair(m_lines->milliseconds(a), a) < std::pair(m_lines->milliseconds(b), b);
  };
  for (size_t line = 0; line < m_lines->size(); ++line) {
    if (m_lines->milliseconds(line) <= 0 || !m_lines->passes(line, m_brushes)) continue;
    if (from && now > 0 && (faster ? !before(line, *from) : !before(*from, line))) continue;
    if (!best || (faster && from ? before(*best, line) : before(line, *best))) best = line;
  }
  if (best) Q_EMIT pointed(m_lines->id(*best));
}

void ParallelView::keyPressEvent(QKeyEvent* event) {
  const bool control = event->modifiers() & Qt::ControlModifier;
  const bool shift = event->modifiers() & Qt::ShiftModifier;
  if (isEmpty()) return QWidget::keyPressEvent(event);
  switch (event->key()) {
    case Qt::Key_Left:
    case Qt::Key_Right: {
      const size_t last = m_layout.axes() - 1;
      const size_t to = event->key() == Qt::Key_Left ? (m_currentAxis > 0 ? m_currentAxis - 1 : 0)
                                                     : std::min(m_currentAxis + 1, last);
      if (control) return moveAxis(m_currentAxis, to);
      m_currentAxis = to;
      return update();
    }
    case Qt::Key_Up:
    case Qt::Key_Down:
      if (shift) return growBrush(event->key() == Qt::Key_Up ? 1 : -1);
      return moveHovered(event->key() == Qt::Key_Down);
    case Qt::Key_Return:
    case Qt::Key_Enter:
      if (m_hovered) {
        Q_EMIT clicked(*m_hovered, event->modifiers() & ~Qt::KeypadModifier);
        return;
      }
      break;
    case Qt::Key_Escape:
      if (!m_brushes.empty()) return clearBrushes();
      break;
    default:
      break;
  }
  QWidget::keyPressEvent(event);
}

}  // namespace kw
