// SPDX-License-Identifier: GPL-3.0-or-later
// The one class in front of Qt Charts: axes, lines, dense clouds, zoom, pointer, keys and export.
#pragma once

#include <QGraphicsView>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "view/latency/latency_axes.h"
#include "view/latency/pixel_grid.h"
#include "view/latency/step_line.h"
#include "widgets/jobs/job.h"
#include "widgets/plots/plot_types.h"

class QAction;
class QAreaSeries;
class QChart;
class QLineSeries;

namespace kw {

class CloudLayer;
class PlotAxis;
class PlotOverlay;
class SlicedText;

class Plot : public QGraphicsView {
  Q_OBJECT

 public:
  // `name` begins the objectNames of its actions: "latency" gives "latency.copyPicture".
  explicit Plot(const QString& name, QWidget* parent = nullptr);
  ~Plot() override;

  // Clouds and lines are drawn in the order in which they are added, lines over clouds.
  size_t addCloud(CloudStyle style);
  size_t addLine(LineStyle style);
  // What lies between two lines, pale; under the lines that are added later.
  size_t addBand(ColourOf colour);
  // A zoomed view stays where it is.
  void setAxes(PlotAxisSpec x, PlotAxisSpec y);
  // In the legend; "" takes it out.
  void nameCloud(size_t cloud, const QString& name);
  void replaceCloud(size_t cloud, std::vector<PlotPoint> points);
  void appendToCloud(size_t cloud, std::span<const PlotPoint> points);
  // Thin them beforehand: at most two points for each pixel column.
  void replaceLine(size_t line, const std::vector<view::PlotXY>& points);
  void setLine(size_t line, LineStyle style);
  void replaceBand(size_t band, const std::vector<view::PlotXY>& low,
                   const std::vector<view::PlotXY>& high);
  void setLabels(std::vector<DirectLabel> labels);
  void setLineLabels(std::vector<LineLabel> labels);
  void setMarks(std::vector<PlotMark> marks);  // the one pointed at among them
  void setReadout(const QStringList& lines);
  // Shown instead of everything else while there is nothing.
  void setEmptyText(const QString& title, const QString& hint);
  void setEmpty(bool empty);
  bool isEmpty() const;

  // Ctrl+Shift+C: a line of titles and a line for each row, tab-separated, made little by little.
  // `appendRow` adds a row's line without its end.
  void setData(std::string titles, std::function<size_t()> rows,
               std::function<void(size_t, std::string&)> appendRow);

  // --- the view
  view::Range shownX() const;  // in values
  view::Range shownY() const;
  bool zoomed() const;
  void zoomTo(std::optional<view::Range> x, std::optional<view::Range> y);  // in values
  void zoomBy(double factor, QPointF at);                                   // over 1: closer
  void resetZoom();
  int columns() const;  // pixels of the plot area's width
  QRectF plotArea() const;
  QPointF positionOf(const PlotPoint& point, bool onLowerEdge = false) const;
  const view::PixelGrid& grid() const;  // of points in sight, relative to the plot area

  // --- export
  QImage picture(double devicePixelRatio) const;
  // PNG or PDF by the name's end; false with a reason where it cannot be written. Big pictures
  // are compressed off this thread: saved() tells how that went.
  bool saveTo(const QString& path, QString* error);
  void copyPicture();
  void copyData();
  // Copy, save, zoom; for menus and the palette.
  QList<QAction*> plotActions() const { return m_actions; }

 Q_SIGNALS:
  void pointed(std::optional<uint32_t> id);  // at a point, or away from all
  void clicked(uint32_t id, Qt::KeyboardModifiers modifiers);
  void clickedNothing();
  void regionSelected(const std::vector<uint32_t>& ids);
  void viewChanged();  // zoom or size: thin the lines again
  void saved(const QString& path, const QString& error);
  void dataCopied(size_t rows);

 protected:
  void resizeEvent(QResizeEvent* event) override;
  void showEvent(QShowEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  void mouseReleaseEvent(QMouseEvent* event) override;
  void mouseDoubleClickEvent(QMouseEvent* event) override;
  void wheelEvent(QWheelEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;
  void leaveEvent(QEvent* event) override;
  void focusOutEvent(QFocusEvent* event) override;

 private:
  enum class Drag { none, pending, zoom, select, pan };
  struct Line {
    LineStyle style;
    QLineSeries* series = nullptr;
  };

  struct Band {
    ColourOf colour;
    QLineSeries *low = nullptr, *high = nullptr;
    QAreaSeries* area = nullptr;
  };

  void replace(QLineSeries& series, const std::vector<view::PlotXY>& points);
  void makeActions(const QString& name);
  QAction* action(const QString& id, const QString& text, const QList<QKeySequence>& keys,
                  std::function<void()> run);
  void applyTheme();
  void layOut();
  void axesChanged();
  void updateLegend();
  std::optional<uint32_t> pointAt(QPointF position) const;
  void finishDrag(QPointF position, Qt::KeyboardModifiers modifiers);
  void zoomToBand(const QRectF& band);
  void panBy(QPointF delta);
  void moveAlong(view::PixelGrid::Direction direction);
  void askAndSave();
  bool writeRaster(const QString& path, QString* error);
  bool writePages(const QString& path);
  void renderStill(QPainter& painter, const QRectF& target) const;

  QChart* m_chart;
  std::unique_ptr<PlotAxis> m_x, m_y;
  CloudLayer* m_clouds;
  QGraphicsItem* m_axes = nullptr;
  PlotOverlay* m_overlay;
  double m_labelRoom = 0;  // pixels at the right of the area for direct labels
  std::vector<Line> m_lines;
  std::vector<Band> m_bands;
  QList<QAction*> m_actions;
  QPointF m_press;
  Drag m_drag = Drag::none;
  std::unique_ptr<SlicedText> m_text;
  Job m_save;
};

}  // namespace kw
