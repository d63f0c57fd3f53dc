// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/profiling_tree/tree_view.h"

#include <QGraphicsScene>
#include <QHelpEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QToolTip>
#include <QWheelEvent>
#include <algorithm>
#include <cmath>
#include <utility>

#include "view/profiling_tree/tree_text.h"
#include "widgets/profiling_tree/tree_drawing.h"
#include "widgets/theme/theme.h"

namespace kw {

namespace {

constexpr double wheelStep = 1.25, notch = 120;

}  // namespace

TreeView::TreeView(QWidget* parent) : QGraphicsView(parent), m_drawing(new TreeDrawing) {
  setObjectName(QStringLiteral("profilingTreeView"));
  setAccessibleName(tr("Profiling tree"));
  viewport()->setAccessibleName(accessibleName());
  setScene(new QGraphicsScene(this));
  scene()->addItem(m_drawing);
  setFrameShape(QFrame::NoFrame);
  setFocusPolicy(Qt::StrongFocus);
  setAlignment(Qt::AlignLeft | Qt::AlignTop);
  setViewportUpdateMode(QGraphicsView::FullViewportUpdate);
  connect(&Theme::instance(), &Theme::changed, this, &TreeView::wearTheme);
  wearTheme();
}

void TreeView::wearTheme() {
  setBackgroundBrush(Theme::instance().tokens().panel);
  m_drawing->show(m_drawing->shown());  // boxes have another size with another font
  if (m_policy) setSceneRect(m_drawing->boundingRect().adjusted(-4, -4, 4, 4));
  if (m_isFitted) fit();
}

void TreeView::setPolicy(std::shared_ptr<const Policy> policy) {
  const std::string now = m_policy ? m_policy->nodes()[m_current].id : "";
  m_policy = std::move(policy);
  m_layout = view::layOutTree(*m_policy);
  const PolicyNode* same = m_policy->find(now);
  m_current = static_cast<size_t>((same ? same : &m_policy->root()) - m_policy->nodes().data());
  setWalk(std::nullopt, {});
  setSceneRect(m_drawing->boundingRect().adjusted(-4, -4, 4, 4));
  if (m_isFitted) fit();
}

void TreeView::setWalk(std::optional<view::Rewalk> walk, std::vector<size_t> recorded) {
  m_walk = std::move(walk);
  m_drawing->show({m_policy, &m_layout, m_walk ? &*m_walk : nullptr, std::move(recorded), m_current,
                   hasFocus()});
  describe();
}

const view::WalkedNode* TreeView::walkedAt(size_t node) const {
  if (!m_walk) return nullptr;
  const auto found = std::ranges::find(m_walk->nodes, node, &view::WalkedNode::node);
  return found == m_walk->nodes.end() ? nullptr : &*found;
}

std::optional<size_t> TreeView::lastOnTheWay() const {
  if (!m_walk || m_walk->nodes.empty()) return std::nullopt;
  return m_walk->nodes.back().node;
}

QRect TreeView::boxOf(size_t node) const {
  return mapFromScene(m_drawing->boxOf(node)).boundingRect();
}

void TreeView::setCurrent(size_t node) {
  if (!m_policy || node >= m_policy->nodes().size()) return;
  const bool isNew = node != m_current;
  m_current = node;
  m_drawing->setCurrent(node, hasFocus());
  ensureVisible(m_drawing->boxOf(node), 12, 12);
  describe();
  if (isNew) Q_EMIT currentChanged(node);
}

void TreeView::describe() {
  if (!m_policy) return;
  QStringList lines;
  for (const std::string& line : view::nodeLines(m_policy->nodes()[m_current], walkedAt(m_current)))
    lines << QString::fromStdString(line);
  setAccessibleDescription(lines.join(QLatin1Char('\n')));
}

void TreeView::zoomBy(double factor) {
  const double next = std::clamp(zoom() * factor, least, most);
  m_isFitted = false;
  setTransform(QTransform::fromScale(next, next));
}

void TreeView::fit() {
  m_isFitted = true;
  const QSizeF room = maximumViewportSize(), whole = sceneRect().size();
  if (whole.isEmpty() || room.isEmpty()) return;
  const double all = std::min(room.width() / whole.width(), room.height() / whole.height());
  // What cannot be read is of no use: then a part is shown, in its whole width if that can be.
  const double bounded = std::clamp(all, leastFit, 1.25);
  setTransform(QTransform::fromScale(bounded, bounded));
  if (m_policy) ensureVisible(m_drawing->boxOf(m_current), 12, 12);
}

std::optional<size_t> TreeView::nodeAt(QPoint position) const {
  const QPointF at = mapToScene(position);
  for (size_t node = 0; node < m_layout.boxes.size(); ++node)
    if (m_drawing->boxOf(node).contains(at)) return node;
  return std::nullopt;
}

bool TreeView::viewportEvent(QEvent* event) {
  if (event->type() != QEvent::ToolTip) return QGraphicsView::viewportEvent(event);
  const auto* help = static_cast<QHelpEvent*>(event);
  const auto node = m_policy ? nodeAt(help->pos()) : std::nullopt;
  if (!node) {
    QToolTip::hideText();
    return true;
  }
  QString text;
  for (const std::string& line : view::nodeLines(m_policy->nodes()[*node], walkedAt(*node)))
    text += QStringLiteral("<div>%1</div>").arg(QString::fromStdString(line).toHtmlEscaped());
  QToolTip::showText(help->globalPos(), text, this);
  return true;
}

void TreeView::mousePressEvent(QMouseEvent* event) {
  if (event->button() != Qt::LeftButton) return QGraphicsView::mousePressEvent(event);
  setFocus(Qt::MouseFocusReason);
  moveTo(nodeAt(event->pos()));
}

void TreeView::mouseDoubleClickEvent(QMouseEvent* event) {
  if (const auto node = nodeAt(event->pos())) Q_EMIT activated(*node);
}

// Ctrl and the wheel zoom at the pointer; the wheel alone scrolls.
void TreeView::wheelEvent(QWheelEvent* event) {
  if (!(event->modifiers() & Qt::ControlModifier)) return QGraphicsView::wheelEvent(event);
  setTransformationAnchor(QGraphicsView::AnchorUnderMouse);
  zoomBy(std::pow(wheelStep, event->angleDelta().y() / notch));
  setTransformationAnchor(QGraphicsView::AnchorViewCenter);
  event->accept();
}

void TreeView::moveTo(std::optional<size_t> node) {
  if (node) setCurrent(*node);
}

void TreeView::keyPressEvent(QKeyEvent* event) {
  using view::TreeStep;
  if (!m_policy) return QWidget::keyPressEvent(event);
  switch (event->key()) {
    case Qt::Key_Up:
      return moveTo(view::neighbour(m_layout, m_current, TreeStep::up));
    case Qt::Key_Down:
      return moveTo(view::neighbour(m_layout, m_current, TreeStep::down));
    case Qt::Key_Left:
      return moveTo(view::neighbour(m_layout, m_current, TreeStep::left));
    case Qt::Key_Right:
      return moveTo(view::neighbour(m_layout, m_current, TreeStep::right));
    case Qt::Key_Home:
      return setCurrent(static_cast<size_t>(&m_policy->root() - m_policy->nodes().data()));
    case Qt::Key_End:
      return moveTo(lastOnTheWay());
    case Qt::Key_Return:
    case Qt::Key_Enter:
      Q_EMIT activated(m_current);
      return;
    default:
      return QWidget::keyPressEvent(event);
  }
}

void TreeView::resizeEvent(QResizeEvent* event) {
  QGraphicsView::resizeEvent(event);
  if (m_isFitted) fit();
}

void TreeView::focusInEvent(QFocusEvent* event) {
  QGraphicsView::focusInEvent(event);
  m_drawing->setCurrent(m_current, true);
}

void TreeView::focusOutEvent(QFocusEvent* event) {
  QGraphicsView::focusOutEvent(event);
  m_drawing->setCurrent(m_current, false);
}

}  // namespace kw
