// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/parameters_plot/value_strip.h"

#include <QFontMetricsF>
#include <QHelpEvent>
#include <QKeyEvent>
#include <QPainter>
#include <QToolTip>
#include <algorithm>
#include <cmath>
#include <utility>

#include "model/formats/wording.h"
#include "widgets/plots/marks.h"
#include "widgets/theme/theme.h"

namespace kw {

namespace {

int rowHeight() {
  return Theme::instance().scaled(18);
}

}  // namespace

ValueStrip::ValueStrip(QWidget* parent) : QWidget(parent) {
  setObjectName(QStringLiteral("parameterValues"));
  setAccessibleName(tr("Best and median time with each value"));
  setFocusPolicy(Qt::StrongFocus);
  setMouseTracking(true);
  setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
  connect(&Theme::instance(), &Theme::changed, this, [this] {
    updateGeometry();
    update();
  });
}

QSize ValueStrip::sizeHint() const {
  return {Theme::instance().scaled(600), 2 * rowHeight() + Theme::instance().scaled(56)};
}

QSize ValueStrip::minimumSizeHint() const {
  return {Theme::instance().scaled(200), sizeHint().height()};
}

void ValueStrip::setStandings(std::vector<ParameterStandings> standings) {
  m_all = std::move(standings);
  m_low = m_high = 0;
  m_values = 0;
  for (const ParameterStandings& each : m_all) {
    m_values += each.standings.size();
    for (const view::ValueStanding& standing : each.standings) {
      if (standing.count == 0) continue;
      m_low = m_low > 0 ? std::min(m_low, standing.best) : standing.best;
      m_high = std::max(m_high, standing.median);
    }
  }
  if (m_current && (m_current->parameter >= m_all.size() ||
                    m_current->value >= m_all[m_current->parameter].standings.size()))
    m_current.reset();
  update();
}

const view::ValueStanding& ValueStrip::standing(const Cell& cell) const {
  return m_all[cell.parameter].standings[cell.value];
}

QString ValueStrip::words(size_t parameter, size_t value) const {
  const ParameterStandings& all = m_all[parameter];
  const view::ValueStanding& one = all.standings[value];
  const QString what =
      QStringLiteral("%1=%2").arg(all.name, all.values[static_cast<qsizetype>(value)]);
  if (one.count == 0) return tr("%1: no verified candidate yet").arg(what);
  return tr("%1: best %2, median %3, %4")
      .arg(what, QString::fromStdString(timeText(one.best)),
           QString::fromStdString(timeText(one.median)),
           QString::fromStdString(countText(one.count, "candidate", "candidates")));
}

// As wide as it has values, so that all columns are alike.
QRectF ValueStrip::group(size_t parameter) const {
  const double gap = Theme::instance().scaled(spacing::groups);
  const double room = width() - gap * static_cast<double>(m_all.size());
  size_t before = 0;
  for (size_t i = 0; i < parameter; ++i)
    before += m_all[i].standings.size();
  const double each = room / static_cast<double>(std::max<size_t>(1, m_values));
  return {gap / 2 + each * static_cast<double>(before) + gap * static_cast<double>(parameter), 0,
          each * static_cast<double>(m_all[parameter].standings.size()),
          static_cast<double>(height())};
}

QRectF ValueStrip::column(const Cell& cell) const {
  const QRectF box = group(cell.parameter);
  const double each = box.width() / static_cast<double>(m_all[cell.parameter].standings.size());
  return {box.left() + each * static_cast<double>(cell.value), static_cast<double>(rowHeight()),
          each, static_cast<double>(height() - 2 * rowHeight())};
}

double ValueStrip::y(double milliseconds, const QRectF& box) const {
  const double inset = Theme::instance().scaled(7);
  const double at = view::quickness(milliseconds, m_low, m_high);
  return box.top() + inset + (box.height() - 2 * inset) * at;
}

void ValueStrip::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setFont(Theme::instance().interfaceFont());
  for (size_t parameter = 0; parameter < m_all.size(); ++parameter)
    paintGroup(painter, parameter);
}

void ValueStrip::paintGroup(QPainter& painter, size_t parameter) const {
  const Tokens& tokens = Theme::instance().tokens();
  const ParameterStandings& all = m_all[parameter];
  const QFontMetricsF metrics(painter.font());
  const QRectF box = group(parameter);
  painter.setPen(tokens.secondaryText);
  painter.drawText(QRectF(box.left(), 0, box.width() + 4, rowHeight()),
                   Qt::AlignLeft | Qt::AlignVCenter,
                   metrics.elidedText(all.name, Qt::ElideRight, box.width() + 2));
  const QRectF ground(box.left(), rowHeight(), box.width(), height() - 2.0 * rowHeight());
  painter.setPen(Qt::NoPen);
  painter.setBrush(tokens.window);
  painter.drawRoundedRect(ground, spacing::corner, spacing::corner);
  size_t best = all.standings.size();
  double widest = 0;
  for (size_t value = 0; value < all.standings.size(); ++value) {
    const view::ValueStanding& one = all.standings[value];
    widest = std::max(widest, metrics.horizontalAdvance(all.values[static_cast<qsizetype>(value)]));
    if (one.count > 0 && (best == all.standings.size() || one.best < all.standings[best].best))
      best = value;
  }
  // Where not every value has room for its name, the best one's stands alone.
  const bool room = widest + 3 <= column({parameter, 0}).width();
  for (size_t value = 0; value < all.standings.size(); ++value)
    paintValue(painter, {parameter, value}, value == best, room || value == best);
}

void ValueStrip::paintValue(QPainter& painter, const Cell& cell, bool best, bool labelled) const {
  const Theme& theme = Theme::instance();
  const Tokens& tokens = theme.tokens();
  const QRectF box = column(cell);
  const double x = box.center().x();
  if (m_current == cell) {
    painter.setPen(hasFocus() ? QPen(tokens.focusRing, 1) : QPen(Qt::NoPen));
    painter.setBrush(tokens.selection);
    painter.drawRect(box.adjusted(0.5, 0.5, -0.5, -0.5));
  }
  const view::ValueStanding& one = standing(cell);
  if (one.count > 0) {
    const double top = y(one.median, box), bottom = y(one.best, box);
    painter.setPen(QPen(tokens.secondaryText, 1));
    painter.drawLine(QPointF(x, top), QPointF(x, bottom));
    const double half = std::min(box.width() * 0.3, theme.scaled(6) * 1.0);
    painter.setPen(QPen(tokens.secondaryText, 2, Qt::SolidLine, Qt::FlatCap));
    painter.drawLine(QPointF(x - half, top), QPointF(x + half, top));
    paintMarker(painter, best ? Marker::diamond : Marker::circle, QPointF(x, bottom),
                std::min(theme.scaled(best ? 10 : 6) * 1.0, box.width()),
                best ? tokens.accent : tokens.series[0]);
  }
  if (!labelled) return;
  const QFont plain = painter.font();
  QFont font = plain;
  font.setWeight(best ? QFont::DemiBold : QFont::Normal);
  painter.setFont(font);
  painter.setPen(best ? tokens.text : tokens.secondaryText);
  const QString text = m_all[cell.parameter].values[static_cast<qsizetype>(cell.value)];
  const double wide = std::max(box.width(), QFontMetricsF(font).horizontalAdvance(text) + 2);
  painter.drawText(QRectF(x - wide / 2, box.bottom(), wide, rowHeight()), Qt::AlignCenter, text);
  painter.setFont(plain);
}

std::optional<ValueStrip::Cell> ValueStrip::cellAt(QPointF position) const {
  for (size_t parameter = 0; parameter < m_all.size(); ++parameter)
    for (size_t value = 0; value < m_all[parameter].standings.size(); ++value) {
      const QRectF box = column({parameter, value});
      if (position.x() >= box.left() && position.x() < box.right()) return Cell{parameter, value};
    }
  return std::nullopt;
}

void ValueStrip::setCurrent(std::optional<Cell> cell) {
  if (cell == m_current) return;
  m_current = cell;
  setAccessibleDescription(cell ? words(cell->parameter, cell->value) : QString());
  Q_EMIT pointed(cell ? standing(*cell).bestId : std::nullopt);
  update();
}

bool ValueStrip::event(QEvent* event) {
  if (event->type() != QEvent::ToolTip) return QWidget::event(event);
  const auto* help = static_cast<QHelpEvent*>(event);
  if (const auto cell = cellAt(help->pos()))
    QToolTip::showText(help->globalPos(), words(cell->parameter, cell->value), this);
  return true;
}

void ValueStrip::mouseMoveEvent(QMouseEvent* event) {
  setCurrent(cellAt(event->position()));
}

void ValueStrip::mousePressEvent(QMouseEvent* event) {
  setCurrent(cellAt(event->position()));
  if (event->button() == Qt::LeftButton && m_current && standing(*m_current).bestId)
    Q_EMIT picked(*standing(*m_current).bestId, event->modifiers());
}

void ValueStrip::leaveEvent(QEvent* event) {
  QWidget::leaveEvent(event);
  setCurrent(std::nullopt);
}

void ValueStrip::focusInEvent(QFocusEvent* event) {
  QWidget::focusInEvent(event);
  if (!m_current && m_values > 0) setCurrent(Cell{});
}

void ValueStrip::move(int step) {
  std::vector<Cell> cells;
  for (size_t parameter = 0; parameter < m_all.size(); ++parameter)
    for (size_t value = 0; value < m_all[parameter].standings.size(); ++value)
      cells.push_back({parameter, value});
  if (cells.empty()) return;
  const auto found = m_current ? std::find(cells.begin(), cells.end(), *m_current) : cells.begin();
  const auto place = static_cast<int>(found - cells.begin()) + (m_current ? step : 0);
  setCurrent(cells[static_cast<size_t>(std::clamp(place, 0, static_cast<int>(cells.size()) - 1))]);
}

void ValueStrip::keyPressEvent(QKeyEvent* event) {
  if (event->key() == Qt::Key_Left) return move(-1);
  if (event->key() == Qt::Key_Right) return move(1);
  const bool enter = event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter;
  if (enter && m_current && standing(*m_current).bestId) {
    Q_EMIT picked(*standing(*m_current).bestId, event->modifiers() & ~Qt::KeypadModifier);
    return;
  }
  QWidget::keyPressEvent(event);
}

}  // namespace kw
