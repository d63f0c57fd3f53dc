// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/counters/counters_delegate.h"

#include <QApplication>
#include <QPainter>
#include <algorithm>
#include <cmath>

#include "widgets/counters/counters_model.h"
#include "widgets/theme/theme.h"

namespace kw {

namespace {

constexpr double lineWidth = 1.25;

const view::CounterRow* rowOf(const QModelIndex& index) {
  const auto* model = qobject_cast<const CountersModel*>(index.model());
  return model ? model->rowAt(index) : nullptr;
}

int markWidth(const QFontMetrics& metrics) {
  return metrics.ascent() * 7 / 10;
}

// Full: counted. Half: worked out from what was counted. Empty: a model.
void paintMark(QPainter& painter, const QRectF& box, Provenance known, const QColor& color) {
  painter.setPen(QPen(color, lineWidth));
  painter.setBrush(known == Provenance::measured ? QBrush(color) : QBrush(Qt::NoBrush));
  painter.drawEllipse(box);
  if (known != Provenance::derived) return;
  painter.setBrush(color);
  painter.drawPie(box, 90 * 16, 180 * 16);
}

void paintRounds(QPainter& painter, const QRectF& area, const view::CounterRow& row,
                 const Tokens& tokens) {
  const auto [least, most] = std::ranges::minmax_element(row.rounds);
  const double range = *most - *least;
  const auto at = [&](size_t round) {
    const double steps = std::max<double>(1, static_cast<double>(row.rounds.size()) - 1);
    const double x = row.rounds.size() < 2 ? 0.5 : static_cast<double>(round) / steps;
    const double y = range > 0 ? (row.rounds[round] - *least) / range : 0.5;
    return QPointF(area.left() + x * area.width(), area.bottom() - y * area.height());
  };
  QPolygonF line;
  for (size_t round = 0; round < row.rounds.size(); ++round)
    line << at(round);
  painter.setPen(QPen(tokens.series[0], lineWidth));
  painter.setBrush(Qt::NoBrush);
  painter.drawPolyline(line);
  painter.setPen(QPen(tokens.panel, lineWidth));
  painter.setBrush(tokens.accent);
  const double radius = std::max(2.5, area.height() * 0.2);
  painter.drawEllipse(at(row.round), radius, radius);
}

}  // namespace

void CountersDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option,
                             const QModelIndex& index) const {
  QStyleOptionViewItem full = option;
  initStyleOption(&full, index);
  const QStyle* style = full.widget ? full.widget->style() : QApplication::style();
  const view::CounterRow* row = rowOf(index);
  const bool hasMark = row && index.column() == CountersModel::knownColumn;
  const bool hasLine = row && index.column() == CountersModel::roundsColumn && !row->rounds.empty();
  const int mark = markWidth(full.fontMetrics);
  style->drawPrimitive(QStyle::PE_PanelItemViewItem, &full, painter, full.widget);
  const QRect inner = full.rect.adjusted(spacing::within, 0, -spacing::within, 0);
  full.rect = hasMark ? inner.adjusted(mark + spacing::within, 0, 0, 0) : inner;
  style->drawControl(QStyle::CE_ItemViewItem, &full, painter, full.widget);
  if (!hasMark && !hasLine) return;
  const Tokens& tokens = Theme::instance().tokens();
  painter->save();
  painter->setRenderHint(QPainter::Antialiasing);
  if (hasMark) {
    const QRectF box(inner.left() + lineWidth, inner.center().y() - mark / 2.0 + 0.5, mark, mark);
    paintMark(*painter, box, row->value.known, tokens.text);
  } else {
    const double margin = inner.height() * 0.25;
    paintRounds(*painter, QRectF(inner).adjusted(margin, margin, -margin, -margin), *row, tokens);
  }
  painter->restore();
}

QSize CountersDelegate::sizeHint(const QStyleOptionViewItem& option,
                                 const QModelIndex& index) const {
  QSize size = QStyledItemDelegate::sizeHint(option, index);
  size.rwidth() += 2 * spacing::within;
  if (index.column() == CountersModel::knownColumn)
    size.rwidth() += markWidth(option.fontMetrics) + spacing::within;
  size.setHeight(Theme::instance().scaled(spacing::row));
  return size;
}

}  // namespace kw
