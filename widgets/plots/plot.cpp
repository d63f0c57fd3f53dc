// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/plots/plot.h"

#include <QAction>
#include <QAreaSeries>
#include <QChart>
#include <QFontMetrics>
#include <QGraphicsLayout>
#include <QGraphicsScene>
#include <QLegend>
#include <QLineSeries>
#include <QPainter>
#include <QResizeEvent>
#include <QValueAxis>
#include <cmath>
#include <utility>

#include "widgets/plots/cloud_layer.h"
#include "widgets/plots/plot_axis.h"
#include "widgets/plots/plot_overlay.h"
#include "widgets/plots/sliced_text.h"
#include "widgets/theme/theme.h"

namespace kw {

namespace {

// Grid and labels, under everything else.
class AxesItem : public QGraphicsItem {
 public:
  AxesItem(const PlotAxis& x, const PlotAxis& y, const CloudLayer& clouds, QGraphicsItem* parent)
      : QGraphicsItem(parent), m_x(x), m_y(y), m_clouds(clouds) {}

  QRectF boundingRect() const override { return parentItem()->boundingRect(); }
  void paint(QPainter* painter, const QStyleOptionGraphicsItem*, QWidget*) override {
    painter->setRenderHint(QPainter::Antialiasing, false);
    painter->setFont(Theme::instance().interfaceFont());
    m_y.paintGrid(*painter, m_clouds.area());
    m_x.paintGrid(*painter, m_clouds.area());
    painter->setRenderHint(QPainter::Antialiasing);
    m_y.paintLabels(*painter, m_clouds.area());
    m_x.paintLabels(*painter, m_clouds.area());
  }

 private:
  const PlotAxis& m_x;
  const PlotAxis& m_y;
  const CloudLayer& m_clouds;
};

}  // namespace

Plot::Plot(const QString& name, QWidget* parent)
    : QGraphicsView(parent),
      m_chart(new QChart),
      m_x(std::make_unique<PlotAxis>(m_chart, Qt::AlignBottom)),
      m_y(std::make_unique<PlotAxis>(m_chart, Qt::AlignLeft)),
      m_clouds(new CloudLayer(*m_x, *m_y, nullptr)),
      m_overlay(new PlotOverlay(*m_clouds)) {
  setScene(new QGraphicsScene(this));
  setFrameShape(QFrame::NoFrame);
  setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  setAlignment(Qt::AlignLeft | Qt::AlignTop);
  setFocusPolicy(Qt::StrongFocus);
  setMouseTracking(true);
  m_chart->legend()->hide();
  m_chart->setBackgroundRoundness(0);
  m_chart->setAnimationOptions(QChart::NoAnimation);
  m_chart->layout()->setContentsMargins(0, 0, 0, 0);
  m_chart->setMargins(QMargins());
  // Lines stand over the clouds, which stand over the chart's grid: the clouds lie in the chart.
  scene()->addItem(m_chart);
  m_clouds->setParentItem(m_chart);
  m_clouds->setZValue(3.5);  // Qt Charts: axes 3, series 4
  m_axes = new AxesItem(*m_x, *m_y, *m_clouds, m_chart);
  m_axes->setZValue(1);
  m_overlay->setZValue(10);
  scene()->addItem(m_overlay);
  connect(&Theme::instance(), &Theme::changed, this, &Plot::applyTheme);
  makeActions(name);
  applyTheme();
  setEmpty(true);
}

Plot::~Plot() {
  // The items refer to the axes.
  delete m_overlay;
  delete m_axes;
  delete m_clouds;
}

size_t Plot::addCloud(CloudStyle style) {
  const size_t cloud = m_clouds->add(std::move(style));
  updateLegend();
  return cloud;
}

size_t Plot::addLine(LineStyle style) {
  auto* series = new QLineSeries(m_chart);
  m_chart->addSeries(series);
  series->attachAxis(m_x->axis());
  series->attachAxis(m_y->axis());
  m_lines.push_back({std::move(style), series});
  applyTheme();
  return m_lines.size() - 1;
}

size_t Plot::addBand(ColourOf colour) {
  Band band{std::move(colour), new QLineSeries(this), new QLineSeries(this), nullptr};
  band.area = new QAreaSeries(band.high, band.low);
  m_chart->addSeries(band.area);
  band.area->attachAxis(m_x->axis());
  band.area->attachAxis(m_y->axis());
  m_bands.push_back(std::move(band));
  applyTheme();
  return m_bands.size() - 1;
}

void Plot::setLine(size_t line, LineStyle style) {
  m_lines[line].style = std::move(style);
  applyTheme();
}

void Plot::setAxes(PlotAxisSpec x, PlotAxisSpec y) {
  const bool first = m_x->setSpec(std::move(x));
  const bool second = m_y->setSpec(std::move(y));
  if (first || second) axesChanged();
}

void Plot::axesChanged() {
  m_clouds->invalidate();
  m_axes->update();
  m_overlay->update();
  layOut();
}

void Plot::nameCloud(size_t cloud, const QString& name) {
  if (m_clouds->style(cloud).name == name) return;
  m_clouds->setName(cloud, name);
  updateLegend();
}

void Plot::replaceCloud(size_t cloud, std::vector<PlotPoint> points) {
  m_clouds->replace(cloud, std::move(points));
}

void Plot::appendToCloud(size_t cloud, std::span<const PlotPoint> points) {
  m_clouds->append(cloud, points);
}

void Plot::replaceLine(size_t line, const std::vector<view::PlotXY>& points) {
  replace(*m_lines[line].series, points);
}

void Plot::replaceBand(size_t band, const std::vector<view::PlotXY>& low,
                       const std::vector<view::PlotXY>& high) {
  m_bands[band].area->setVisible(!low.empty() && !high.empty());
  replace(*m_bands[band].low, low);
  replace(*m_bands[band].high, high);
}

void Plot::replace(QLineSeries& series, const std::vector<view::PlotXY>& points) {
  QList<QPointF> list;
  list.reserve(static_cast<qsizetype>(points.size()));
  for (const view::PlotXY& point : points) {
    const QPointF at(m_x->units(point.x), m_y->units(point.y));
    if (std::isfinite(at.x()) && std::isfinite(at.y())) list.push_back(at);
  }
  if (list != series.points()) series.replace(list);
}

void Plot::setLabels(std::vector<DirectLabel> labels) {
  m_overlay->setLabels(std::move(labels));
  // The area must not move with each figure: only a wider label takes more room.
  const double room = m_overlay->labelRoom();
  if (room > m_labelRoom || room == 0) {
    const bool differs = room != m_labelRoom;
    m_labelRoom = room;
    if (differs) layOut();
  }
}

void Plot::setLineLabels(std::vector<LineLabel> labels) {
  m_overlay->setLineLabels(std::move(labels));
}

void Plot::setMarks(std::vector<PlotMark> marks) {
  m_overlay->setMarks(std::move(marks));
}

void Plot::setReadout(const QStringList& lines) {
  m_overlay->setReading(underMouse() || hasFocus());
  if (lines == m_overlay->readout()) return;
  m_overlay->setReadout(lines);
  setAccessibleDescription(lines.join(QStringLiteral(", ")));
}

void Plot::setEmptyText(const QString& title, const QString& hint) {
  m_overlay->setEmptyText(title, hint);
}

void Plot::setEmpty(bool empty) {
  m_overlay->setEmpty(empty);
  m_chart->setVisible(!empty);
}

bool Plot::isEmpty() const {
  return m_overlay->isEmpty();
}

void Plot::applyTheme() {
  const Theme& theme = Theme::instance();
  const Tokens& tokens = theme.tokens();
  setBackgroundBrush(tokens.panel);
  m_chart->setBackgroundBrush(tokens.panel);
  m_chart->setBackgroundPen(Qt::NoPen);
  for (const Line& line : m_lines)
    line.series->setPen(QPen(line.style.colour(tokens), line.style.width, line.style.dash,
                             Qt::FlatCap, Qt::MiterJoin));
  for (const Band& band : m_bands) {
    QColor colour = band.colour(tokens);
    colour.setAlphaF(0.18F);
    band.area->setBrush(colour);
    band.area->setPen(Qt::NoPen);
  }
  m_clouds->invalidate();
  updateLegend();
  m_labelRoom = m_overlay->labelRoom();
  layOut();
}

void Plot::updateLegend() {
  std::vector<LegendEntry> entries;
  for (size_t i = 0; i < m_clouds->clouds(); ++i) {
    const CloudStyle& style = m_clouds->style(i);
    if (!style.name.isEmpty())
      entries.push_back({.name = style.name, .colour = style.colour, .marker = style.marker});
  }
  for (const Line& line : m_lines)
    if (!line.style.name.isEmpty())
      entries.push_back({.name = line.style.name,
                         .colour = line.style.colour,
                         .line = true,
                         .dash = line.style.dash});
  m_overlay->setLegend(std::move(entries));
}

// Room for the legend over the area, for labels and titles, and for direct labels or half
// an axis label at the right.
void Plot::layOut() {
  const Theme& theme = Theme::instance();
  const double top = QFontMetrics(theme.interfaceFont()).height() + theme.scaled(12);
  const double left = m_y->room() + theme.scaled(2), bottom = m_x->room();
  const double right = std::max({m_x->overhang(), theme.scaled(8) * 1.0, m_labelRoom}) + 2;
  const QSizeF size = sceneRect().size();
  // On whole pixels, so that hairlines and marks are crisp.
  const QRectF area = QRectF(left, top, std::max(20.0, size.width() - left - right),
                             std::max(20.0, size.height() - top - bottom))
                          .toRect();
  if (area != m_chart->plotArea()) m_chart->setPlotArea(area);
  m_clouds->setArea(area, devicePixelRatioF());
  m_axes->update();
  Q_EMIT viewChanged();
}

void Plot::resizeEvent(QResizeEvent* event) {
  QGraphicsView::resizeEvent(event);
  const QSizeF size = viewport()->size();
  scene()->setSceneRect(QRectF(QPointF(), size));
  m_chart->resize(size);
  m_overlay->setSize(size);
  layOut();
}

void Plot::showEvent(QShowEvent* event) {
  QGraphicsView::showEvent(event);
  layOut();  // on another screen, pixels may be finer
}

view::Range Plot::shownX() const {
  const view::Range units = m_x->shown();
  return {m_x->value(units.low), m_x->value(units.high)};
}

view::Range Plot::shownY() const {
  const view::Range units = m_y->shown();
  return {m_y->value(units.low), m_y->value(units.high)};
}

bool Plot::zoomed() const {
  return m_x->zoomed() || m_y->zoomed();
}

void Plot::zoomTo(std::optional<view::Range> x, std::optional<view::Range> y) {
  if (x) m_x->zoom({m_x->units(x->low), m_x->units(x->high)});
  if (y) m_y->zoom({m_y->units(y->low), m_y->units(y->high)});
  axesChanged();
}

void Plot::resetZoom() {
  m_x->resetZoom();
  m_y->resetZoom();
  axesChanged();
}

int Plot::columns() const {
  return std::max(1, static_cast<int>(m_clouds->area().width()));
}

QRectF Plot::plotArea() const {
  return m_clouds->area();
}

QPointF Plot::positionOf(const PlotPoint& point, bool onLowerEdge) const {
  return m_clouds->position(point, onLowerEdge);
}

const view::PixelGrid& Plot::grid() const {
  return m_clouds->grid();
}

}  // namespace kw
