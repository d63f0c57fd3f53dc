// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/importance/importance_view.h"

#include <QFontMetricsF>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <algorithm>
#include <utility>

#include "widgets/plots/readout.h"
#include "widgets/theme/theme.h"

namespace kw {

namespace {

QString percent(double share) {
  return QStringLiteral("%1 %").arg(share * 100, 0, 'f', 1);
}

}  // namespace

ImportanceView::ImportanceView(QWidget* parent) : QWidget(parent) {
  setObjectName(QStringLiteral("importanceBars"));
  setAccessibleName(tr("Share of the variance of each parameter"));
  setFocusPolicy(Qt::StrongFocus);
  setSizePolicy(QSizePolicy::Expanding, QSizePolicy::MinimumExpanding);
  connect(&Theme::instance(), &Theme::changed, this, [this] {
    updateGeometry();
    update();
  });
}

void ImportanceView::setImportance(std::optional<view::ParameterImportance> importance) {
  m_bars.clear();
  m_alone = 0;
  m_largest = 0;
  m_pale = importance && importance->saysLittle();
  if (importance) {
    const auto add = [this](const view::ParameterEffect& effect) {
      Bar bar;
      for (const std::string& name : effect.names)
        bar.parameters << QString::fromStdString(name);
      bar.name = bar.parameters.join(QStringLiteral(" × "));
      bar.share = effect.share;
      m_largest = std::max(m_largest, effect.share);
      m_bars.push_back(std::move(bar));
    };
    for (const view::ParameterEffect& effect : importance->main)
      add(effect);
    m_alone = m_bars.size();
    for (const view::ParameterEffect& effect : importance->pairs)
      add(effect);
    if (importance->main.size() > 2) {
      m_bars.push_back({tr("Three and more together"), {}, importance->beyond});
      m_largest = std::max(m_largest, importance->beyond);
    }
  }
  if (m_current && *m_current >= m_bars.size()) m_current.reset();
  updateGeometry();
  update();
}

void ImportanceView::setEmptyText(const QString& title, const QString& hint) {
  m_emptyTitle = title;
  m_emptyHint = hint;
  update();
}

int ImportanceView::rowHeight() const {
  return Theme::instance().scaled(spacing::row);
}

QSize ImportanceView::sizeHint() const {
  const auto rows = static_cast<int>(m_bars.size()) + (m_bars.size() > m_alone ? 2 : 1);
  return {Theme::instance().scaled(420),
          m_bars.empty() ? Theme::instance().scaled(140) : (rows + 1) * rowHeight()};
}

QSize ImportanceView::minimumSizeHint() const {
  return {Theme::instance().scaled(180), sizeHint().height()};
}

QRectF ImportanceView::box(size_t bar) const {
  const size_t headings = bar < m_alone ? 1 : 2;
  return {0, static_cast<double>(rowHeight()) * static_cast<double>(bar + headings),
          static_cast<double>(width()), static_cast<double>(rowHeight())};
}

double ImportanceView::nameWidth() const {
  const QFontMetricsF metrics(Theme::instance().interfaceFont());
  double widest = 0;
  for (const Bar& bar : m_bars)
    widest = std::max(widest, metrics.horizontalAdvance(bar.name));
  return std::min(widest + 2 * spacing::between, width() * 0.45);
}

QString ImportanceView::words(size_t bar) const {
  return tr("%1: %2").arg(m_bars[bar].name, percent(m_bars[bar].share));
}

void ImportanceView::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  const Tokens& tokens = Theme::instance().tokens();
  painter.fillRect(rect(), tokens.panel);
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setFont(Theme::instance().interfaceFont());
  if (m_bars.empty()) return paintEmptyText(painter, rect(), m_emptyTitle, m_emptyHint);
  paintHeading(painter, 0, tr("Alone"));
  if (m_bars.size() > m_alone)
    paintHeading(painter, box(m_alone).top() - rowHeight(), tr("Together, beyond each alone"));
  for (size_t bar = 0; bar < m_bars.size(); ++bar)
    paintBar(painter, bar);
}

void ImportanceView::paintHeading(QPainter& painter, double y, const QString& text) const {
  painter.setPen(Theme::instance().tokens().secondaryText);
  painter.drawText(QRectF(spacing::within, y, width() - spacing::within, rowHeight()),
                   Qt::AlignLeft | Qt::AlignVCenter, text);
}

void ImportanceView::paintBar(QPainter& painter, size_t bar) const {
  const Tokens& tokens = Theme::instance().tokens();
  const QFontMetricsF metrics(painter.font());
  const QRectF row = box(bar);
  if (m_current == bar && hasFocus()) {
    painter.setPen(QPen(tokens.focusRing, 1));
    painter.setBrush(tokens.selection);
    painter.drawRoundedRect(row.adjusted(0.5, 0.5, -0.5, -0.5), spacing::corner, spacing::corner);
  }
  const double names = nameWidth();
  const double numbers = metrics.horizontalAdvance(QStringLiteral("100.0 %")) + spacing::between;
  painter.setPen(tokens.text);
  const QRectF name(spacing::within, row.top(), names - spacing::between, row.height());
  painter.drawText(name, Qt::AlignRight | Qt::AlignVCenter,
                   metrics.elidedText(m_bars[bar].name, Qt::ElideMiddle, name.width()));
  const double room = std::max(10.0, width() - names - numbers - spacing::between);
  const double length = m_largest > 0 ? room * m_bars[bar].share / m_largest : 0;
  const double inset = row.height() * 0.22;
  const QRectF ink(names, row.top() + inset, std::max(1.0, length), row.height() - 2 * inset);
  painter.setPen(Qt::NoPen);
  painter.setBrush(m_pale                             ? tokens.disabledText
                   : m_bars[bar].parameters.isEmpty() ? tokens.source
                   : bar < m_alone                    ? tokens.series[0]
                                                      : tokens.series[2]);
  painter.drawRect(ink);
  painter.setPen(tokens.secondaryText);
  painter.setFont(Theme::instance().numberFont());
  painter.drawText(QRectF(ink.right() + spacing::within, row.top(), numbers, row.height()),
                   Qt::AlignLeft | Qt::AlignVCenter, percent(m_bars[bar].share));
  painter.setFont(Theme::instance().interfaceFont());
}

void ImportanceView::moveTo(size_t bar) {
  if (bar >= m_bars.size()) return;
  m_current = bar;
  setAccessibleDescription(words(bar));
  Q_EMIT currentMoved(box(bar).toAlignedRect());
  update();
}

void ImportanceView::pick(size_t bar) {
  const QStringList& names = m_bars[bar].parameters;
  if (names.isEmpty()) return;
  Q_EMIT picked(names.front(), names.size() > 1 ? names.back() : QString());
}

void ImportanceView::mousePressEvent(QMouseEvent* event) {
  if (event->button() != Qt::LeftButton) return;
  for (size_t bar = 0; bar < m_bars.size(); ++bar) {
    if (!box(bar).contains(event->position())) continue;
    moveTo(bar);
    pick(bar);
    return;
  }
}

void ImportanceView::keyPressEvent(QKeyEvent* event) {
  if (m_bars.empty()) return QWidget::keyPressEvent(event);
  const size_t now = m_current.value_or(0), last = m_bars.size() - 1;
  switch (event->key()) {
    case Qt::Key_Up:
      return moveTo(now > 0 ? now - 1 : 0);
    case Qt::Key_Down:
      return moveTo(std::min(now + 1, last));
    case Qt::Key_Home:
      return moveTo(0);
    case Qt::Key_End:
      return moveTo(last);
    case Qt::Key_Return:
    case Qt::Key_Enter:
      return pick(now);
    default:
      QWidget::keyPressEvent(event);
  }
}

void ImportanceView::focusInEvent(QFocusEvent* event) {
  QWidget::focusInEvent(event);
  if (!m_current && !m_bars.empty()) moveTo(0);
  update();
}

void ImportanceView::focusOutEvent(QFocusEvent* event) {
  QWidget::focusOutEvent(event);
  update();
}

}  // namespace kw
