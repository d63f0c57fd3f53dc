// SPDX-License-Identifier: GPL-3.0-or-later
// Parallel coordinates, painted by one widget: lines in a cached picture, all else over it.
#pragma once

#include <QImage>
#include <QPen>
#include <QWidget>
#include <optional>
#include <vector>

#include "view/parameters/line_bundles.h"
#include "widgets/jobs/job.h"
#include "widgets/parameters_plot/axis_layout.h"

class QPainter;

namespace kw {

class ParallelView : public QWidget {
  Q_OBJECT

 public:
  using Id = view::CandidateId;

  explicit ParallelView(QWidget* parent = nullptr);

  // `lines` outlives the view. Anew: axes, values or times mean something else.
  void setLines(const view::ParameterLines* lines, bool anew, const QString& timeUnit,
                double timeFactor);
  void setShowFailed(bool show);
  // Names of axes from the left; unknown ones are passed over, missing ones come last.
  void setOrder(const QStringList& names);
  QStringList order() const;
  void setBrushes(view::Brushes brushes);
  const view::Brushes& brushes() const { return m_brushes; }
  void clearBrushes() { setBrushes({}); }
  // Only so many of the fastest that pass the brushes; 0: all.
  void setFastest(size_t most);
  size_t fastest() const { return m_fastest; }
  // The timed ones that are shown, in their order.
  std::vector<Id> shownIds() const;
  void setMarks(std::vector<Id> selected, std::optional<Id> hovered, std::optional<Id> baseline,
                const QStringList& readout);
  void setEmptyText(const QString& title, const QString& hint);

  const view::LineBundles& bundles() const { return m_bundles; }
  const AxisLayout& axisLayout() const { return m_layout; }
  QImage picture();  // as it is now, lines included
  // False while lines are being painted off this thread.
  bool settled() const { return isEmpty() || (m_pictureValid && !m_painting.running()); }
  QSize sizeHint() const override;
  QSize minimumSizeHint() const override;

 Q_SIGNALS:
  void pointed(std::optional<kw::view::CandidateId> id);
  void clicked(kw::view::CandidateId id, Qt::KeyboardModifiers modifiers);
  void clickedNothing();
  void brushesChanged();
  void orderChanged();

 protected:
  void paintEvent(QPaintEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  void mouseReleaseEvent(QMouseEvent* event) override;
  void mouseDoubleClickEvent(QMouseEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;
  void leaveEvent(QEvent* event) override;
  void focusInEvent(QFocusEvent* event) override;

 private:
  enum class Drag { none, pending, brush, label };
  static constexpr size_t mostSelected = 300;  // painted over the lines
  static constexpr size_t fewSelected = 30;    // these with care

  bool isEmpty() const { return !m_lines || m_lines->axes().empty() || m_lines->size() == 0; }
  void layOut();
  void bundle();  // from the beginning
  void cut();     // the fastest of those that pass, as they are now
  QRectF header(size_t shown) const;
  // Painting (parallel_paint.cpp).
  // Lines of one colour; painting them takes far longer than collecting them.
  struct Layer {
    QPen pen;
    bool antialiased = true;
    std::vector<QLineF> pieces;
  };
  std::vector<Layer> layers() const;
  static QImage paintLayers(const std::vector<Layer>& layers, QSize size, double ratio);
  std::vector<QLineF> pieces(const std::vector<view::Stroke>& strokes, double quickness) const;
  // Off this thread; the old picture stays meanwhile.
  void paintLines();
  void paintSelected();
  void paintAxes(QPainter& painter) const;
  void paintAxis(QPainter& painter, size_t shown) const;
  void paintValues(QPainter& painter, size_t shown) const;
  void paintTimes(QPainter& painter) const;
  void paintWord(QPainter& painter, const QRectF& box, int flags, const QString& text) const;
  void paintBrushes(QPainter& painter) const;
  void paintLine(QPainter& painter, Id id, const QColor& colour, double width) const;
  void paintEmpty(QPainter& painter) const;
  QRectF brushBox(size_t shown) const;
  // Pointer and keys (parallel_input.cpp).
  std::optional<Id> lineAt(QPointF position) const;
  std::optional<size_t> headerAt(QPointF position) const;
  void brush(size_t shown, double fromY, double toY);
  void clearBrush(size_t shown);
  void growBrush(int step);
  void moveAxis(size_t from, size_t to);
  void moveHovered(bool faster);

  const view::ParameterLines* m_lines = nullptr;
  view::LineBundles m_bundles;
  view::Brushes m_brushes;
  size_t m_fastest = 0;
  view::Range m_time{0, 0};
  std::vector<size_t> m_order;
  AxisLayout m_layout;
  QString m_timeUnit;
  double m_timeFactor = 1;
  QImage m_picture, m_selectedPicture;
  bool m_pictureValid = false, m_selectedValid = false, m_showFailed = false;
  Job m_painting;
  std::vector<Id> m_selected;
  std::optional<Id> m_hovered, m_baseline;
  QStringList m_readout;
  QString m_emptyTitle, m_emptyHint;
  size_t m_currentAxis = 0;
  Drag m_drag = Drag::none;
  QPointF m_press;
  std::optional<size_t> m_dragAxis;
};

}  // namespace kw
