// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/review/round_timeline.h"

#include <QHeaderView>
#include <QPainter>
#include <QStyledItemDelegate>
#include <algorithm>

#include "widgets/review/round_model.h"
#include "widgets/theme/theme.h"

namespace kw {

namespace {

constexpr int leastGain = 60, textRoom = 16;

// A line at 1, a diamond for what was expected, a bar with a dot for what was measured.
class GainDelegate final : public QStyledItemDelegate {
 public:
  using QStyledItemDelegate::QStyledItemDelegate;

  void paint(QPainter* painter, const QStyleOptionViewItem& option,
             const QModelIndex& index) const override {
    QStyledItemDelegate::paint(painter, option, index);
    const auto& model = static_cast<const RoundModel&>(*index.model());
    const view::RoundRow& row = model.rowAt(index.row());
    const Tokens& tokens = Theme::instance().tokens();
    const QRectF area = QRectF(option.rect).adjusted(spacing::between, 3, -spacing::between, -3);
    const auto at = [&](double ratio) {
      return area.left() + model.range().place(ratio) * area.width();
    };
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    painter->setPen(QPen(tokens.secondaryText, 1));
    painter->drawLine(QPointF(at(1), area.top()), QPointF(at(1), area.bottom()));
    const double middle = area.center().y();
    if (row.ratio > 0) {
      const QColor ink = row.low > 1 ? tokens.verified : row.high < 1 ? tokens.failed : tokens.text;
      painter->setPen(Qt::NoPen);
      painter->setBrush(ink);
      const double left = at(row.low), right = std::max(at(row.high), left + 2);
      painter->drawRect(QRectF(left, middle - 1.5, right - left, 3));
      painter->drawEllipse(QPointF(at(row.ratio), middle), 3.5, 3.5);
    }
    if (row.expectedRatio > 0) {
      const double x = at(row.expectedRatio), half = 4;
      painter->setPen(QPen(tokens.accent, 1.5));
      painter->setBrush(Qt::NoBrush);
      painter->drawPolygon(QPolygonF(
          {{x, middle - half}, {x + half, middle}, {x, middle + half}, {x - half, middle}}));
    }
    painter->restore();
  }
};

}  // namespace

RoundTimeline::RoundTimeline(QWidget* parent) : QTableView(parent), m_model(new RoundModel(this)) {
  setObjectName(QStringLiteral("review.rounds"));
  setAccessibleName(tr("Rounds"));
  setModel(m_model);
  setItemDelegateForColumn(RoundModel::gainColumn, new GainDelegate(this));
  setSelectionBehavior(QAbstractItemView::SelectRows);
  setSelectionMode(QAbstractItemView::SingleSelection);
  setShowGrid(false);
  setTabKeyNavigation(false);
  setWordWrap(false);
  setTextElideMode(Qt::ElideRight);
  setHorizontalScrollMode(QAbstractItemView::ScrollPerPixel);
  verticalHeader()->hide();
  horizontalHeader()->setHighlightSections(false);
  horizontalHeader()->setStretchLastSection(true);
  connect(selectionModel(), &QItemSelectionModel::currentRowChanged, this,
          [this](const QModelIndex& current) {
            if (current.isValid()) Q_EMIT roundChosen(m_model->rowAt(current.row()).id);
          });
  const auto wear = [this] {
    verticalHeader()->setDefaultSectionSize(Theme::instance().scaled(spacing::row));
    sizeColumns();
  };
  connect(&Theme::instance(), &Theme::changed, this, wear);
  wear();
}

void RoundTimeline::setRounds(const std::vector<Round>& rounds) {
  m_model->setRounds(rounds);
  sizeColumns();
}

void RoundTimeline::choose(int64_t id) {
  const int row = m_model->find(id);
  if (row < 0) return clearSelection();
  setCurrentIndex(m_model->index(row, 0));
  scrollTo(currentIndex());
}

int64_t RoundTimeline::chosen() const {
  return currentIndex().isValid() ? m_model->rowAt(currentIndex().row()).id : 0;
}

void RoundTimeline::resizeEvent(QResizeEvent* event) {
  QTableView::resizeEvent(event);
  sizeColumns();
}

// As wide as what stands in them; the mark has what is left.
void RoundTimeline::sizeColumns() {
  const QFontMetrics metrics(font());
  for (int column = 0; column < RoundModel::gainColumn; ++column) {
    int width = metrics.horizontalAdvance(
        m_model->headerData(column, Qt::Horizontal, Qt::DisplayRole).toString());
    for (int row = 0; row < m_model->rowCount(); ++row)
      width =
          std::max(width, metrics.horizontalAdvance(m_model->index(row, column).data().toString()));
    setColumnWidth(column, width + textRoom);
  }
  horizontalHeader()->setMinimumSectionSize(Theme::instance().scaled(leastGain));
}

}  // namespace kw
