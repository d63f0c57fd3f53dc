// SPDX-License-Identifier: GPL-3.0-or-later
// Bars for what parameters, and pairs of them, explain of the time.
#pragma once

#include <QString>
#include <QWidget>
#include <optional>
#include <vector>

#include "view/importance/parameter_importance.h"

class QPainter;

namespace kw {

class ImportanceView : public QWidget {
  Q_OBJECT

 public:
  explicit ImportanceView(QWidget* parent = nullptr);

  void setImportance(std::optional<view::ParameterImportance> importance);
  void setEmptyText(const QString& title, const QString& hint);
  QSize sizeHint() const override;
  QSize minimumSizeHint() const override;
  // The bar that keys have come to, as a row from the top.
  std::optional<size_t> current() const { return m_current; }
  size_t bars() const { return m_bars.size(); }
  QString words(size_t bar) const;  // "TILE_X: 41.2 %"

 Q_SIGNALS:
  // A bar was clicked: its two parameters, or one and the empty text.
  void picked(const QString& first, const QString& second);
  void currentMoved(const QRect& box);

 protected:
  void paintEvent(QPaintEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;
  void focusInEvent(QFocusEvent* event) override;
  void focusOutEvent(QFocusEvent* event) override;

 private:
  struct Bar {
    QString name;
    QStringList parameters;  // none: the rest
    double share = 0;
  };
  int rowHeight() const;
  QRectF box(size_t bar) const;
  double nameWidth() const;
  void paintBar(QPainter& painter, size_t bar) const;
  void paintHeading(QPainter& painter, double y, const QString& text) const;
  void moveTo(size_t bar);
  void pick(size_t bar);

  std::vector<Bar> m_bars;
  size_t m_alone = 0;  // bars of the first section
  double m_largest = 0;
  bool m_pale = false;
  std::optional<size_t> m_current;
  QString m_emptyTitle, m_emptyHint;
};

}  // namespace kw
