// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/parameters_plot/parallel_view.h"

#include <QFontMetricsF>
#include <QPainter>
#include <algorithm>
#include <numeric>
#include <utility>

#include "widgets/theme/theme.h"

namespace kw {

ParallelView::ParallelView(QWidget* parent) : QWidget(parent) {
  setFocusPolicy(Qt::StrongFocus);
  setMouseTracking(true);
  setAccessibleName(tr("Parameters and time of each candidate"));
  connect(&Theme::instance(), &Theme::changed, this, [this] {
    layOut();
    m_pictureValid = false;
    update();
  });
}

QSize ParallelView::sizeHint() const {
  return {Theme::instance().scaled(600), Theme::instance().scaled(260)};
}

QSize ParallelView::minimumSizeHint() const {
  return {Theme::instance().scaled(200), Theme::instance().scaled(140)};
}

void ParallelView::setLines(const view::ParameterLines* lines, bool anew, const QString& timeUnit,
                            double timeFactor) {
  anew = anew || lines != m_lines;
  m_lines = lines;
  m_timeUnit = timeUnit;
  m_timeFactor = timeFactor;
  if (m_order.size() != lines->axes().size()) {
    m_order.resize(lines->axes().size());
    std::iota(m_order.begin(), m_order.end(), size_t{0});
    m_brushes = {};
    m_currentAxis = 0;
  }
  const view::Range before = m_time;
  m_time = view::grown(anew ? view::Range{0, 0} : m_time, lines->lowest(), lines->highest());
  if (anew || !(before == m_time)) {
    layOut();
    bundle();
  } else if (m_fastest > 0) {
    bundle();
  } else if (m_bundles.append(*lines)) {
    m_pictureValid = false;
  }
  update();
}

void ParallelView::bundle() {
  m_pictureValid = false;
  update();
  if (!m_lines || m_order.empty()) return;
  cut();
  m_bundles.reset(*m_lines, m_order, m_time, m_brushes);
}

void ParallelView::cut() {
  m_brushes.cut = m_fastest > 0 ? m_lines->fastest(m_fastest, m_brushes) : std::nullopt;
}

void ParallelView::setFastest(size_t most) {
  if (most == m_fastest) return;
  m_fastest = most;
  bundle();
  Q_EMIT brushesChanged();
}

std::vector<ParallelView::Id> ParallelView::shownIds() const {
  std::vector<Id> ids;
  for (size_t line = 0; m_lines && line < m_lines->size(); ++line)
    if (m_lines->milliseconds(line) > 0 && m_lines->passes(line, m_brushes))
      ids.push_back(m_lines->id(line));
  return ids;
}

void ParallelView::setShowFailed(bool show) {
  m_showFailed = show;
  m_pictureValid = false;
  update();
}

void ParallelView::setOrder(const QStringList& names) {
  if (!m_lines) return;
  std::vector<size_t> order;
  const auto take = [&](size_t axis) {
    if (std::find(order.begin(), order.end(), axis) == order.end()) order.push_back(axis);
  };
  for (const QString& name : names)
    for (size_t axis = 0; axis < m_lines->axes().size(); ++axis)
      if (m_lines->axes()[axis].name == name.toStdString()) take(axis);
  for (size_t axis = 0; axis < m_lines->axes().size(); ++axis)
    take(axis);
  if (order == m_order) return;
  m_order = std::move(order);
  layOut();
  bundle();
  Q_EMIT orderChanged();
}

QStringList ParallelView::order() const {
  QStringList names;
  for (const size_t axis : m_order)
    names << QString::fromStdString(m_lines->axes()[axis].name);
  return names;
}

void ParallelView::setBrushes(view::Brushes brushes) {
  if (brushes.empty() && m_brushes.empty()) return;
  m_brushes = std::move(brushes);
  bundle();
  Q_EMIT brushesChanged();
}

void ParallelView::setMarks(std::vector<Id> selected, std::optional<Id> hovered,
                            std::optional<Id> baseline, const QStringList& readout) {
  m_selectedValid = m_selectedValid && selected == m_selected && baseline == m_baseline;
  m_selected = std::move(selected);
  m_hovered = hovered;
  m_baseline = baseline;
  m_readout = readout;
  setAccessibleDescription(readout.join(QStringLiteral(", ")));
  update();
}

void ParallelView::setEmptyText(const QString& title, const QString& hint) {
  m_emptyTitle = title;
  m_emptyHint = hint;
  update();
}

// Room for half a name at the left, and for times and their unit at the right.
void ParallelView::layOut() {
  if (!m_lines) return;
  const Theme& theme = Theme::instance();
  const QFontMetricsF metrics(theme.interfaceFont());
  double left = theme.scaled(24);
  if (!m_order.empty()) {
    const view::ParameterAxis& first = m_lines->axes()[m_order[0]];
    left = std::max(left, metrics.horizontalAdvance(QString::fromStdString(first.name)) / 2 +
                              theme.scaled(spacing::between));
    for (const std::string& value : first.values)
      left = std::max(left,
                      metrics.horizontalAdvance(QString::fromStdString(value)) + theme.scaled(14));
  }
  left = std::min(left, width() * 0.2);
  const double right = metrics.horizontalAdvance(QStringLiteral("0000.0")) + theme.scaled(14);
  const double top = metrics.height() + theme.scaled(14);
  const QRectF area(left, top, std::max(10.0, width() - left - right),
                    std::max(10.0, height() - top - theme.scaled(8)));
  const view::Range time = m_time.low > 0 ? m_time : view::Range{0.1, 1};
  m_layout = AxisLayout(area, *m_lines, m_order, time);
  m_pictureValid = m_selectedValid = false;
}

void ParallelView::resizeEvent(QResizeEvent* event) {
  QWidget::resizeEvent(event);
  layOut();
}

QRectF ParallelView::header(size_t shown) const {
  const double width = std::min(m_layout.spacing() - 4, 2.0 * m_layout.area().left());
  const double wide = shown == 0 ? width : m_layout.spacing() - 4;
  const double height = m_layout.area().top() - Theme::instance().scaled(8);
  QRectF box(m_layout.x(shown) - wide / 2, 2, wide, height);
  if (box.right() > this->width() - 2) box.setRight(this->width() - 2);
  return box;
}

QImage ParallelView::picture() {
  m_painting.cancel();
  if (!isEmpty()) m_picture = paintLayers(layers(), size(), devicePixelRatioF());
  m_pictureValid = true;
  return grab().toImage();
}

}  // namespace kw
