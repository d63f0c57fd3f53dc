// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/errors/wrong_map_view.h"

#include <QHelpEvent>
#include <QPainter>
#include <QToolTip>
#include <algorithm>
#include <cmath>
#include <utility>

#include "model/formats/wording.h"
#include "widgets/theme/theme.h"

namespace kw {

namespace {

constexpr int mostCellPixels = 12;
constexpr double faintest = 0.25;  // one wrong element is seen too

}  // namespace

WrongMapView::WrongMapView(WrongMap map, QWidget* parent) : QWidget(parent), m_map(std::move(map)) {
  int64_t wrong = 0, cells = 0;
  for (const int64_t count : m_map.wrong) {
    wrong += count;
    cells += count > 0 ? 1 : 0;
    m_most = std::max(m_most, count);
  }
  setObjectName(QStringLiteral("details.map"));
  setAccessibleName(tr("Where the output is wrong: %1 elements in %2 of %3 cells, %4 rows of %5")
                        .arg(wrong)
                        .arg(cells)
                        .arg(m_map.wrong.size())
                        .arg(m_map.rows)
                        .arg(m_map.columns));
  setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
}

// Fits the map into the width there is.
int WrongMapView::cellPixels() const {
  const int most = Theme::instance().scaled(mostCellPixels);
  return std::clamp(width() / std::max(m_map.columns, 1), 1, most);
}

QSize WrongMapView::sizeHint() const {
  const int cell = std::clamp(Theme::instance().scaled(256) / std::max(m_map.columns, 1), 2,
                              Theme::instance().scaled(mostCellPixels));
  return {cell * m_map.columns + 1, cell * m_map.rows + 1};
}

QSize WrongMapView::minimumSizeHint() const {
  return {m_map.columns + 1, sizeHint().height()};
}

void WrongMapView::paintEvent(QPaintEvent*) {
  if (m_map.columns <= 0 || m_map.rows <= 0 || m_most <= 0) return;
  const Tokens& tokens = Theme::instance().tokens();
  const int cell = std::min(cellPixels(), std::max(1, (height() - 1) / m_map.rows));
  QPainter painter(this);
  for (int row = 0; row < m_map.rows; ++row)
    for (int column = 0; column < m_map.columns; ++column) {
      const int64_t wrong = m_map.wrong[static_cast<size_t>(row) * m_map.columns + column];
      if (wrong == 0) continue;
      QColor color = tokens.failed;
      const double share = static_cast<double>(wrong) / static_cast<double>(m_most);
      color.setAlphaF(static_cast<float>(faintest + (1 - faintest) * std::sqrt(share)));
      painter.fillRect(column * cell, row * cell, cell, cell, color);
    }
  painter.setPen(QPen(tokens.hairline, 0));
  painter.drawRect(0, 0, cell * m_map.columns, cell * m_map.rows);
}

bool WrongMapView::event(QEvent* event) {
  if (event->type() != QEvent::ToolTip) return QWidget::event(event);
  const auto* help = static_cast<QHelpEvent*>(event);
  const int cell = std::min(cellPixels(), std::max(1, (height() - 1) / std::max(m_map.rows, 1)));
  const int row = help->pos().y() / cell, column = help->pos().x() / cell;
  if (row < m_map.rows && column < m_map.columns)
    QToolTip::showText(help->globalPos(), cellText(row, column), this);
  else
    QToolTip::hideText();
  return true;
}

QString WrongMapView::cellText(int row, int column) const {
  const int64_t wrong = m_map.wrong[static_cast<size_t>(row) * m_map.columns + column];
  return tr("Row %1 of %2, column %3 of %4: %5 wrong")
      .arg(row + 1)
      .arg(m_map.rows)
      .arg(column + 1)
      .arg(m_map.columns)
      .arg(QString::fromStdString(countText(static_cast<size_t>(wrong), "element")));
}

}  // namespace kw
