// SPDX-License-Identifier: GPL-3.0-or-later
// The heat map of two parameters, painted by one widget.
#pragma once

#include <QWidget>
#include <optional>

#include "view/pairs/pair_table.h"
#include "widgets/heat_map/heat_map_layout.h"

class QPainter;

namespace kw {

class HeatMapView : public QWidget {
  Q_OBJECT

 public:
  using Place = HeatMapLayout::Place;

  explicit HeatMapView(QWidget* parent = nullptr);

  struct Axis {
    QString name;
    QStringList values;
  };
  void setTable(view::PairTable table, Axis column, Axis row);
  void setFigure(view::PairFigure figure);
  void setEmptyText(const QString& title, const QString& hint);

  const view::PairTable& table() const { return m_table; }
  const HeatMapLayout& heatMapLayout() const { return m_layout; }
  std::optional<Place> current() const { return m_current; }
  // "TILE=8, VEC=2: best 104.3 µs, median 180.2 µs, 214 candidates, 3 failed"
  QString words(Place place) const;
  QString tableText() const;  // tab-separated, a line for each cell
  QSize sizeHint() const override;
  QSize minimumSizeHint() const override;

 Q_SIGNALS:
  // The best candidate of a cell was asked for.
  void picked(kw::view::CandidateId id, Qt::KeyboardModifiers modifiers);
  void pointed(std::optional<kw::view::CandidateId> id);

 protected:
  bool event(QEvent* event) override;
  void paintEvent(QPaintEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;
  void focusInEvent(QFocusEvent* event) override;
  void focusOutEvent(QFocusEvent* event) override;
  void leaveEvent(QEvent* event) override;

 private:
  bool isEmpty() const { return m_table.cells() == 0 || m_high <= 0; }
  const view::PairCell& cell(Place place) const;
  void layOut();
  void findRange();
  void setCurrent(std::optional<Place> place);
  void moveBy(int columns, int rows);
  void pick(Qt::KeyboardModifiers modifiers);
  QColor colourOf(double milliseconds) const;
  // Painting (heat_map_paint.cpp).
  void paintCell(QPainter& painter, Place place) const;
  void paintCellTexts(QPainter& painter, const QRectF& box, const view::PairCell& cell,
                      const QColor& ground) const;
  void paintLabels(QPainter& painter) const;
  void paintLabel(QPainter& painter, const QRectF& box, int flags, const QString& text,
                  bool best) const;
  void paintBest(QPainter& painter) const;
  void paintLegend(QPainter& painter) const;

  view::PairTable m_table;
  view::PairFigure m_figure = view::PairFigure::best;
  Axis m_column, m_row;
  HeatMapLayout m_layout;
  double m_low = 0, m_high = 0;  // milliseconds
  std::optional<Place> m_current;
  QString m_emptyTitle, m_emptyHint;
};

}  // namespace kw
