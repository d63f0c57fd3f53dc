// SPDX-License-Identifier: GPL-3.0-or-later
// Which value of each parameter is best: the best and the median time with each value.
#pragma once

#include <QString>
#include <QWidget>
#include <optional>
#include <vector>

#include "view/parameters/parameter_lines.h"

class QPainter;

namespace kw {

struct ParameterStandings {
  QString name, meaning;
  QStringList values;
  std::vector<view::ValueStanding> standings;  // one for each value
};

class ValueStrip : public QWidget {
  Q_OBJECT

 public:
  explicit ValueStrip(QWidget* parent = nullptr);

  // In the order shown.
  void setStandings(std::vector<ParameterStandings> standings);
  QSize sizeHint() const override;
  QSize minimumSizeHint() const override;
  // "BLOCK=256: best 104.3 µs, median 180.2 µs, 214 candidates"
  QString words(size_t parameter, size_t value) const;

 Q_SIGNALS:
  // The best candidate with a value was asked for.
  void picked(kw::view::CandidateId id, Qt::KeyboardModifiers modifiers);
  void pointed(std::optional<kw::view::CandidateId> id);

 protected:
  bool event(QEvent* event) override;
  void paintEvent(QPaintEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;
  void focusInEvent(QFocusEvent* event) override;
  void leaveEvent(QEvent* event) override;

 private:
  struct Cell {
    size_t parameter = 0, value = 0;
    friend bool operator==(const Cell&, const Cell&) = default;
  };
  QRectF group(size_t parameter) const;
  QRectF column(const Cell& cell) const;
  double y(double milliseconds, const QRectF& box) const;
  std::optional<Cell> cellAt(QPointF position) const;
  const view::ValueStanding& standing(const Cell& cell) const;
  void paintGroup(QPainter& painter, size_t parameter) const;
  void paintValue(QPainter& painter, const Cell& cell, bool best, bool labelled) const;
  void move(int step);
  void setCurrent(std::optional<Cell> cell);

  std::vector<ParameterStandings> m_all;
  double m_low = 0, m_high = 0;  // milliseconds, of all that is shown
  size_t m_values = 0;           // of all parameters
  std::optional<Cell> m_current;
};

}  // namespace kw
