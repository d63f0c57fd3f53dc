// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/panels/candidates_view.h"

#include <QHeaderView>
#include <QMouseEvent>
#include <QScrollBar>

#include "widgets/panels/candidates_delegate.h"
#include "widgets/panels/pinned_rows.h"
#include "widgets/theme/theme.h"

namespace kw {

CandidatesView::CandidatesView(CandidatesModel& model, QWidget* parent)
    : QTableView(parent), m_model(model) {
  setItemDelegate(new CandidatesDelegate(this));
  setSelectionBehavior(SelectRows);
  setSelectionMode(ExtendedSelection);
  setEditTriggers(NoEditTriggers);
  setHorizontalScrollMode(ScrollPerPixel);
  setVerticalScrollMode(ScrollPerPixel);
  setWordWrap(false);
  setShowGrid(false);
  setTabKeyNavigation(false);  // Tab leaves the table
  setMouseTracking(true);
  setContextMenuPolicy(Qt::CustomContextMenu);
  verticalHeader()->hide();
  verticalHeader()->setSectionResizeMode(QHeaderView::Fixed);
  m_pinned = new PinnedRows(*this);
  setModel(&model);
  wearTheme();
  horizontalHeader()->setSectionsMovable(true);
  horizontalHeader()->setHighlightSections(false);
  connect(&Theme::instance(), &Theme::changed, this, &CandidatesView::wearTheme);
  connect(&model, &QAbstractItemModel::rowsAboutToBeInserted, this, &CandidatesView::holdPlace);
  connect(&model, &QAbstractItemModel::modelAboutToBeReset, this, &CandidatesView::holdPlace);
  connect(&model, &CandidatesModel::rowsChanged, this, &CandidatesView::restorePlace);
  const auto repaint = [this] { m_pinned->update(); };
  connect(&model, &QAbstractItemModel::dataChanged, m_pinned, repaint);
  connect(&model, &QAbstractItemModel::layoutChanged, m_pinned, repaint);
  connect(selectionModel(), &QItemSelectionModel::selectionChanged, m_pinned, repaint);
  connect(selectionModel(), &QItemSelectionModel::currentChanged, m_pinned, repaint);
  connect(horizontalHeader(), &QHeaderView::sectionResized, m_pinned, repaint);
  connect(horizontalHeader(), &QHeaderView::sectionMoved, m_pinned, repaint);
}

int CandidatesView::rowHeight() const {
  return verticalHeader()->defaultSectionSize();
}

int CandidatesView::pinnedHeight() const {
  return rowHeight() * static_cast<int>(m_model.table().pinned());
}

// The heading itself tells the order, so the style's arrow,
// which would cover the unit, is not drawn.
void CandidatesView::wearTheme() {
  setStyleSheet(
      QStringLiteral("QHeaderView::up-arrow, QHeaderView::down-arrow { width: 0; height: 0; }"));
  verticalHeader()->setMinimumSectionSize(1);
  verticalHeader()->setDefaultSectionSize(Theme::instance().scaled(spacing::row));
  updateGeometries();
}

// Base scrolls rows to where the pinned ones cover them.
void CandidatesView::scrollTo(const QModelIndex& index, ScrollHint hint) {
  QTableView::scrollTo(index, hint);
  const int pinned = static_cast<int>(m_model.table().pinned());
  if (!index.isValid() || index.row() < pinned) return;
  const int covered = pinnedHeight() - rowViewportPosition(index.row());
  if (covered > 0) verticalScrollBar()->setValue(verticalScrollBar()->value() - covered);
}

void CandidatesView::updateGeometries() {
  QTableView::updateGeometries();
  if (!m_pinned) return;
  QRect top = viewport()->geometry();
  top.setHeight(std::min(pinnedHeight(), top.height()));
  m_pinned->setGeometry(top);
  m_pinned->setVisible(pinnedHeight() > 0);
  m_pinned->raise();
}

void CandidatesView::scrollContentsBy(int dx, int dy) {
  QTableView::scrollContentsBy(dx, dy);
  if (dx != 0) m_pinned->update();
}

bool CandidatesView::viewportEvent(QEvent* event) {
  if (event->type() == QEvent::MouseMove) {
    const QPoint at = static_cast<QMouseEvent*>(event)->position().toPoint();
    Q_EMIT pointedAt(m_model.idAt(indexAt(at)));
  }
  if (event->type() == QEvent::Leave) Q_EMIT pointedAt(std::nullopt);
  return QTableView::viewportEvent(event);
}

QStyleOptionViewItem CandidatesView::optionFor(const QModelIndex& index, const QRect& rect) const {
  QStyleOptionViewItem option;
  initViewItemOption(&option);
  option.rect = rect;
  if (selectionModel()->isSelected(index)) option.state |= QStyle::State_Selected;
  option.state.setFlag(QStyle::State_HasFocus, hasFocus() && index == currentIndex());
  return option;
}

void CandidatesView::press(const QModelIndex& index, const QEvent* event) {
  if (!index.isValid()) return;
  const QItemSelectionModel::SelectionFlags command = selectionCommand(index, event);
  selectionModel()->setCurrentIndex(index, command);
}

// At the top one wants to see what comes there; further down, what one reads is to stay.
void CandidatesView::holdPlace() {
  if (m_held || verticalScrollBar()->value() == 0) return;
  const int top = pinnedHeight();
  const QModelIndex index = m_model.index(rowAt(top), 0);
  m_held = m_model.idAt(index);
  if (m_held) m_heldOffset = rowViewportPosition(index.row()) - top;
}

void CandidatesView::restorePlace() {
  executeDelayedItemsLayout();
  updateGeometries();
  if (!m_held) return;
  const QModelIndex index = m_model.indexOf(*m_held);
  m_held.reset();
  if (!index.isValid()) return;
  const int moved = rowViewportPosition(index.row()) - pinnedHeight() - m_heldOffset;
  verticalScrollBar()->setValue(verticalScrollBar()->value() + moved);
}

}  // namespace kw
