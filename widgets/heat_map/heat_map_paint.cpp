// SPDX-License-Identifier: GPL-3.0-or-later
#include <QFontMetricsF>
#include <QLinearGradient>
#include <QLocale>
#include <QPainter>
#include <algorithm>
#include <cmath>

#include "model/formats/axis.h"
#include "model/formats/wording.h"
#include "widgets/heat_map/heat_map_view.h"
#include "widgets/plots/marks.h"
#include "widgets/plots/readout.h"
#include "widgets/theme/theme.h"

namespace kw {

namespace {

// The quickest stands out most from the paper: dark on a light one, light on a dark one.
QColor shade(double quickness, const Tokens& tokens) {
  const bool dark = tokens.name == ThemeName::dark;
  return Tokens::sequential(dark ? 0.1 + 0.9 * quickness : 1 - 0.95 * quickness);
}

QColor inkOn(const QColor& ground) {
  return contrast(ground, Qt::white) > contrast(ground, Qt::black) ? Qt::white : Qt::black;
}

}  // namespace

QColor HeatMapView::colourOf(double milliseconds) const {
  return shade(view::quickness(milliseconds, m_low, m_high), Theme::instance().tokens());
}

void HeatMapView::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  painter.fillRect(rect(), Theme::instance().tokens().panel);
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setFont(Theme::instance().interfaceFont());
  if (isEmpty()) return paintEmptyText(painter, rect(), m_emptyTitle, m_emptyHint);
  for (size_t row = 0; row <= m_table.rows(); ++row)
    for (size_t column = 0; column <= m_table.columns(); ++column)
      if (column < m_table.columns() || row < m_table.rows()) paintCell(painter, {column, row});
  paintLabels(painter);
  paintBest(painter);
  paintLegend(painter);
}

void HeatMapView::paintCell(QPainter& painter, Place place) const {
  const Theme& theme = Theme::instance();
  const Tokens& tokens = theme.tokens();
  const QRectF box = m_layout.box(place);
  const double gap = std::min(1.0, box.width() * 0.1);
  const QRectF ink = box.adjusted(gap / 2, gap / 2, -gap / 2, -gap / 2);
  const view::PairCell& shown = cell(place);
  const double time = view::PairTable::figure(shown, m_figure);
  if (time > 0) {
    const QColor ground = colourOf(time);
    painter.fillRect(ink, ground);
    paintCellTexts(painter, ink, shown, ground);
  } else {
    painter.fillRect(ink, tokens.window);
    if (shown.rows() == 0)
      painter.fillRect(ink, QBrush(tokens.disabledText, Qt::BDiagPattern));
    else
      paintMarker(painter, Marker::cross, ink.center(),
                  std::min({theme.scaled(9) * 1.0, ink.width() * 0.7, ink.height() * 0.7}),
                  tokens.failed);
  }
  if (m_current != place) return;
  painter.setBrush(Qt::NoBrush);
  painter.setPen(QPen(tokens.panel, 4));
  painter.drawRect(ink.adjusted(1, 1, -1, -1));
  painter.setPen(QPen(hasFocus() ? tokens.focusRing : tokens.text, 2));
  painter.drawRect(ink.adjusted(1, 1, -1, -1));
}

// The time, and how many candidates it is of; as far as there is room.
void HeatMapView::paintCellTexts(QPainter& painter, const QRectF& box, const view::PairCell& cell,
                                 const QColor& ground) const {
  const QFontMetricsF metrics(painter.font());
  const QString time =
      QString::fromStdString(TimeColumn(m_high).text(view::PairTable::figure(cell, m_figure)));
  const QString count = tr("of %1").arg(locale().toString(static_cast<qulonglong>(cell.timed)));
  const bool first =
      metrics.horizontalAdvance(time) + 4 <= box.width() && metrics.height() <= box.height();
  const bool second = first && metrics.horizontalAdvance(count) + 4 <= box.width() &&
                      2.2 * metrics.height() <= box.height();
  if (!first) return;
  painter.setPen(inkOn(ground));
  painter.drawText(box, Qt::AlignCenter, second ? time + QLatin1Char('\n') + count : time);
}

void HeatMapView::paintLabel(QPainter& painter, const QRectF& box, int flags, const QString& text,
                             bool best) const {
  const QFont plain = painter.font();
  QFont font = plain;
  font.setWeight(best ? QFont::DemiBold : QFont::Normal);
  painter.setFont(font);
  const Tokens& tokens = Theme::instance().tokens();
  painter.setPen(best ? tokens.text : tokens.secondaryText);
  painter.drawText(box, flags, QFontMetricsF(font).elidedText(text, Qt::ElideRight, box.width()));
  painter.setFont(plain);
}

void HeatMapView::paintLabels(QPainter& painter) const {
  const auto best = m_table.best();
  const QFontMetricsF metrics(painter.font());
  const double inset = spacing::between;
  const double cellHeight = m_layout.rowLabel(0).height();
  const auto rowStep = static_cast<size_t>(std::max(1.0, std::ceil(metrics.height() / cellHeight)));
  for (size_t row = 0; row < m_table.rows(); ++row) {
    const bool isBest = best && best->row == row;
    if (row % rowStep != 0 && !isBest) continue;
    QRectF box = m_layout.rowLabel(row).adjusted(0, 0, -inset, 0);
    if (box.height() < metrics.height()) {
      const double middle = box.center().y();
      box.setHeight(metrics.height());
      box.moveCenter({box.center().x(), middle});
    }
    paintLabel(painter, box, Qt::AlignRight | Qt::AlignVCenter,
               m_row.values[static_cast<qsizetype>(row)], isBest);
  }
  double widest = 0;
  for (const QString& value : m_column.values)
    widest = std::max(widest, metrics.horizontalAdvance(value) + 4);
  const double cellWidth = m_layout.columnLabel(0).width();
  const auto step = static_cast<size_t>(
      std::max(1.0, std::ceil(std::min(widest, metrics.averageCharWidth() * 12) / cellWidth)));
  for (size_t column = 0; column < m_table.columns(); ++column) {
    const bool isBest = best && best->column == column;
    // The best one's label takes the place of its neighbours'.
    const size_t fromBest =
        best ? (column > best->column ? column - best->column : best->column - column) : step;
    if (!isBest && (column % step != 0 || fromBest < step)) continue;
    QRectF box = m_layout.columnLabel(column);
    const double extra = cellWidth * static_cast<double>(step - 1) / 2;
    paintLabel(painter, box.adjusted(-extra, 0, extra, 0), Qt::AlignCenter,
               m_column.values[static_cast<qsizetype>(column)], isBest);
  }
  const QString all = tr("any");
  paintLabel(painter, m_layout.rowLabel(m_table.rows()).adjusted(0, 0, -inset, 0),
             Qt::AlignRight | Qt::AlignVCenter, all, false);
  paintLabel(painter, m_layout.columnLabel(m_table.columns()), Qt::AlignCenter, all, false);
  painter.setPen(Theme::instance().tokens().text);
  painter.drawText(m_layout.columnTitle(), Qt::AlignCenter, m_column.name);
  painter.drawText(m_layout.rowTitle().adjusted(spacing::within, 0, 0, 0),
                   Qt::AlignLeft | Qt::AlignVCenter, m_row.name);
}

// The cell of the best candidate, and where its values stand in the margins.
void HeatMapView::paintBest(QPainter& painter) const {
  const auto best = m_table.best();
  if (!best) return;
  const Theme& theme = Theme::instance();
  const Tokens& tokens = theme.tokens();
  const QRectF cell = m_layout.box({best->column, best->row});
  painter.setBrush(Qt::NoBrush);
  painter.setPen(QPen(tokens.panel, 4));
  painter.drawRect(cell.adjusted(1, 1, -1, -1));
  painter.setPen(QPen(tokens.accent, 2));
  painter.drawRect(cell.adjusted(1, 1, -1, -1));
  const auto mark = [&](QPointF at, double room) {
    const double size = std::min(theme.scaled(10) * 1.0, room);
    paintMarker(painter, Marker::diamond, at, size + 3, tokens.panel);
    paintMarker(painter, Marker::diamond, at, size, tokens.accent);
  };
  const QRectF above = m_layout.box({best->column, m_table.rows()});
  const QRectF beside = m_layout.box({m_table.columns(), best->row});
  const double inset = theme.scaled(8);
  mark({cell.left() + std::min(inset, cell.width() / 2),
        cell.top() + std::min(inset, cell.height() / 2)},
       std::min(cell.width(), cell.height()));
  mark({above.center().x(), above.top()}, above.width());
  mark({beside.right(), beside.center().y()}, beside.height());
}

void HeatMapView::paintLegend(QPainter& painter) const {
  const Tokens& tokens = Theme::instance().tokens();
  const QRectF bar = m_layout.legend();
  QLinearGradient gradient(bar.bottomLeft(), bar.topLeft());
  for (int i = 0; i <= 10; ++i)
    gradient.setColorAt(i / 10.0, shade(1 - i / 10.0, tokens));
  painter.fillRect(bar, gradient);
  const TimeColumn unit(m_high);
  const QFontMetricsF metrics(painter.font());
  painter.setPen(tokens.secondaryText);
  const QRectF room(bar.left(), 0, width() - bar.left(), 0);
  const QString title =
      QString::fromUtf8(unit.unit.data(), static_cast<qsizetype>(unit.unit.size()));
  painter.drawText(
      QRectF(bar.left(), bar.top() - metrics.height() - 4, room.width(), metrics.height()),
      Qt::AlignLeft | Qt::AlignVCenter, title);
  std::vector<double> ticks{m_low * unit.factor, m_high * unit.factor};
  for (const double tick : ticksWithin(m_low * unit.factor, m_high * unit.factor, true))
    ticks.push_back(tick);
  std::vector<double> taken;
  for (size_t i = 0; i < ticks.size(); ++i) {
    const double y =
        bar.top() + bar.height() * view::quickness(ticks[i] / unit.factor, m_low, m_high);
    const bool free = std::all_of(taken.begin(), taken.end(), [&](double other) {
      return std::abs(other - y) >= metrics.height();
    });
    if (!free) continue;
    taken.push_back(y);
    painter.drawLine(QPointF(bar.right(), y), QPointF(bar.right() + 3, y));
    painter.drawText(QRectF(bar.right() + 6, y - metrics.height() / 2, width() - bar.right() - 6,
                            metrics.height()),
                     Qt::AlignLeft | Qt::AlignVCenter,
                     i < 2 ? QString::fromStdString(significant(ticks[i], 4))
                           : QString::fromStdString(number(ticks[i])));
  }
}

}  // namespace kw
