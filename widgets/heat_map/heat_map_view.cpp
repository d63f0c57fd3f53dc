// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/heat_map/heat_map_view.h"

#include <QFontMetricsF>
#include <QHelpEvent>
#include <QKeyEvent>
#include <QLocale>
#include <QMouseEvent>
#include <QToolTip>
#include <algorithm>
#include <utility>

#include "model/formats/wording.h"
#include "widgets/theme/theme.h"

namespace kw {

HeatMapView::HeatMapView(QWidget* parent) : QWidget(parent) {
  setObjectName(QStringLiteral("heatMapCells"));
  setAccessibleName(tr("Time of each pair of values"));
  setFocusPolicy(Qt::StrongFocus);
  setMouseTracking(true);
  connect(&Theme::instance(), &Theme::changed, this, [this] {
    layOut();
    update();
  });
}

QSize HeatMapView::sizeHint() const {
  return {Theme::instance().scaled(560), Theme::instance().scaled(320)};
}

QSize HeatMapView::minimumSizeHint() const {
  return {Theme::instance().scaled(200), Theme::instance().scaled(140)};
}

void HeatMapView::setTable(view::PairTable table, Axis column, Axis row) {
  const bool same = column.name == m_column.name && row.name == m_row.name &&
                    column.values == m_column.values && row.values == m_row.values;
  m_table = std::move(table);
  m_column = std::move(column);
  m_row = std::move(row);
  if (!same) m_current.reset();
  findRange();
  layOut();
  update();
}

void HeatMapView::setFigure(view::PairFigure figure) {
  m_figure = figure;
  findRange();
  update();
}

void HeatMapView::findRange() {
  m_low = m_table.lowest(m_figure);
  m_high = m_table.highest(m_figure);
}

void HeatMapView::setEmptyText(const QString& title, const QString& hint) {
  m_emptyTitle = title;
  m_emptyHint = hint;
  update();
}

void HeatMapView::resizeEvent(QResizeEvent* event) {
  QWidget::resizeEvent(event);
  layOut();
}

void HeatMapView::layOut() {
  const Theme& theme = Theme::instance();
  const QFontMetricsF metrics(theme.interfaceFont());
  double left = metrics.horizontalAdvance(tr("any"));
  for (const QString& value : std::as_const(m_row.values))
    left = std::max(left, metrics.horizontalAdvance(value));
  left = std::min(left + theme.scaled(14), width() * 0.25);
  const double right = metrics.horizontalAdvance(QStringLiteral("0000.0")) + theme.scaled(40);
  const double label = metrics.height() + spacing::within;
  m_layout = HeatMapLayout(rect(), m_table.columns(), m_table.rows(), left, label,
                           std::min(right, width() * 0.3), 2 * label, spacing::within);
}

const view::PairCell& HeatMapView::cell(Place place) const {
  if (place.row == m_table.rows()) return m_table.wholeColumn(place.column);
  if (place.column == m_table.columns()) return m_table.wholeRow(place.row);
  return m_table.cell(place.column, place.row);
}

QString HeatMapView::words(Place place) const {
  QStringList which;
  if (place.column < m_table.columns())
    which << QStringLiteral("%1=%2").arg(m_column.name,
                                         m_column.values[static_cast<qsizetype>(place.column)]);
  if (place.row < m_table.rows())
    which << QStringLiteral("%1=%2").arg(m_row.name,
                                         m_row.values[static_cast<qsizetype>(place.row)]);
  const QString what = which.join(QStringLiteral(", "));
  const view::PairCell& shown = cell(place);
  if (shown.rows() == 0) return tr("%1: no candidate").arg(what);
  QStringList parts;
  if (shown.timed > 0)
    parts << tr("best %1").arg(QString::fromStdString(timeText(shown.best)))
          << tr("median %1").arg(QString::fromStdString(timeText(shown.median)));
  parts << QString::fromStdString(countText(shown.rows(), "candidate"));
  if (shown.failed > 0)
    parts << tr("%1 failed").arg(locale().toString(static_cast<qulonglong>(shown.failed)));
  if (shown.withoutTime > 0)
    parts << tr("%1 without this time")
                 .arg(locale().toString(static_cast<qulonglong>(shown.withoutTime)));
  return tr("%1: %2").arg(what, parts.join(QStringLiteral(", ")));
}

QString HeatMapView::tableText() const {
  QString text = QStringLiteral("%1\t%2\tbest_ms\tmedian_ms\ttimed\tfailed\twithout_time\n")
                     .arg(m_column.name, m_row.name);
  for (size_t row = 0; row < m_table.rows(); ++row)
    for (size_t column = 0; column < m_table.columns(); ++column) {
      const view::PairCell& one = m_table.cell(column, row);
      text += m_column.values[static_cast<qsizetype>(column)] + QLatin1Char('\t') +
              m_row.values[static_cast<qsizetype>(row)] +
              QStringLiteral("\t%1\t%2\t%3\t%4\t%5\n")
                  .arg(one.timed > 0 ? QString::number(one.best, 'g', 9) : QString(),
                       one.timed > 0 ? QString::number(one.median, 'g', 9) : QString())
                  .arg(one.timed)
                  .arg(one.failed)
                  .arg(one.withoutTime);
    }
  return text;
}

void HeatMapView::setCurrent(std::optional<Place> place) {
  if (place == m_current) return;
  m_current = place;
  setAccessibleDescription(place ? words(*place) : QString());
  Q_EMIT pointed(place ? cell(*place).bestId : std::nullopt);
  update();
}

bool HeatMapView::event(QEvent* event) {
  if (event->type() != QEvent::ToolTip) return QWidget::event(event);
  const auto* help = static_cast<QHelpEvent*>(event);
  const auto place = isEmpty() ? std::nullopt : m_layout.placeAt(help->pos());
  if (place)
    QToolTip::showText(help->globalPos(), words(*place), this);
  else
    QToolTip::hideText();
  return true;
}

void HeatMapView::mouseMoveEvent(QMouseEvent* event) {
  if (!isEmpty()) setCurrent(m_layout.placeAt(event->position()));
}

void HeatMapView::mousePressEvent(QMouseEvent* event) {
  if (isEmpty() || event->button() != Qt::LeftButton) return;
  setCurrent(m_layout.placeAt(event->position()));
  pick(event->modifiers());
}

void HeatMapView::pick(Qt::KeyboardModifiers modifiers) {
  if (!m_current) return;
  if (const auto id = cell(*m_current).bestId) Q_EMIT picked(*id, modifiers);
}

void HeatMapView::leaveEvent(QEvent* event) {
  QWidget::leaveEvent(event);
  setCurrent(std::nullopt);
}

void HeatMapView::focusInEvent(QFocusEvent* event) {
  QWidget::focusInEvent(event);
  const auto best = m_table.best();
  if (!m_current && !isEmpty() && best && event->reason() != Qt::MouseFocusReason)
    setCurrent(Place{best->column, best->row});
  update();
}

void HeatMapView::focusOutEvent(QFocusEvent* event) {
  QWidget::focusOutEvent(event);
  setCurrent(std::nullopt);
}

void HeatMapView::moveBy(int columns, int rows) {
  const Place now = m_current.value_or(Place{});
  const auto moved = [](size_t at, int step, size_t last) {
    return static_cast<size_t>(std::clamp(static_cast<int>(at) + step, 0, static_cast<int>(last)));
  };
  const Place to{moved(now.column, columns, m_table.columns()),
                 moved(now.row, rows, m_table.rows())};
  if (to.column < m_table.columns() || to.row < m_table.rows()) setCurrent(to);
}

void HeatMapView::keyPressEvent(QKeyEvent* event) {
  if (isEmpty()) return QWidget::keyPressEvent(event);
  switch (event->key()) {
    case Qt::Key_Left:
      return moveBy(-1, 0);
    case Qt::Key_Right:
      return moveBy(1, 0);
    case Qt::Key_Up:
      return moveBy(0, 1);
    case Qt::Key_Down:
      return moveBy(0, -1);
    case Qt::Key_Return:
    case Qt::Key_Enter:
      return pick(event->modifiers() & ~Qt::KeypadModifier);
    default:
      QWidget::keyPressEvent(event);
  }
}

}  // namespace kw
