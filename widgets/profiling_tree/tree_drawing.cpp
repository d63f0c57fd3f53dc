// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/profiling_tree/tree_drawing.h"

#include <QCoreApplication>
#include <QFontMetricsF>
#include <QPainter>
#include <QPainterPath>
#include <algorithm>

#include "view/profiling_tree/tree_text.h"
#include "widgets/theme/theme.h"

namespace kw {

namespace {

constexpr int columnWidth = 250, rowHeight = 60;  // at the default font

QString words(const char* text) {
  return QCoreApplication::translate("kw::TreeDrawing", text);
}

QFont strongFont() {
  QFont font = Theme::instance().interfaceFont();
  font.setWeight(QFont::DemiBold);
  return font;
}

}  // namespace

QColor regimeColour(const Tokens& tokens, std::string_view regime) {
  constexpr std::array<size_t, regimes.size()> series{1, 0, 3, 2};
  const auto found = std::ranges::find(regimes, regime);
  return found == regimes.end()
             ? tokens.source
             : tokens.series[series[static_cast<size_t>(found - regimes.begin())]];
}

void TreeDrawing::show(Shown shown) {
  prepareGeometryChange();
  m_shown = std::move(shown);
  findLit();
  update();
}

void TreeDrawing::setCurrent(size_t node, bool hasFocus) {
  m_shown.current = node;
  m_shown.hasFocus = hasFocus;
  update();
}

void TreeDrawing::findLit() {
  m_lit.clear();
  m_litEdges.clear();
  m_recordedEdges.clear();
  const auto join = [](const auto& nodes, auto& edges) {
    for (size_t i = 1; i < nodes.size(); ++i)
      edges.insert({nodes[i - 1], nodes[i]});
  };
  join(m_shown.recorded, m_recordedEdges);
  if (!m_shown.walk) return;
  std::vector<size_t> way;
  for (const view::WalkedNode& walked : m_shown.walk->nodes)
    way.push_back(walked.node);
  m_lit.insert(way.begin(), way.end());
  join(way, m_litEdges);
}

QPointF TreeDrawing::at(const view::TreePoint& point) const {
  const Theme& theme = Theme::instance();
  return {point.x * theme.scaled(columnWidth), point.y * theme.scaled(rowHeight)};
}

QRectF TreeDrawing::boxOf(size_t node) const {
  const view::TreePoint middle = m_shown.layout->boxes[node].middle();
  return QRectF(at({middle.x - view::boxWidth / 2, middle.y - view::boxHeight / 2}),
                at({middle.x + view::boxWidth / 2, middle.y + view::boxHeight / 2}));
}

QRectF TreeDrawing::boundingRect() const {
  if (!m_shown.layout) return {};
  return QRectF(QPointF(), at({static_cast<double>(m_shown.layout->columns),
                               static_cast<double>(m_shown.layout->rows)}));
}

const view::WalkedNode* TreeDrawing::walkedAt(size_t node) const {
  if (!m_shown.walk) return nullptr;
  const auto found = std::ranges::find(m_shown.walk->nodes, node, &view::WalkedNode::node);
  return found == m_shown.walk->nodes.end() ? nullptr : &*found;
}

void TreeDrawing::paint(QPainter* painter, const QStyleOptionGraphicsItem*, QWidget*) {
  if (!m_shown.policy || !m_shown.layout) return;
  painter->setRenderHint(QPainter::Antialiasing);
  // What is lit lies over what is not.
  for (const bool lit : {false, true})
    for (const view::TreeEdge& edge : m_shown.layout->edges)
      if (m_litEdges.contains({edge.from, edge.to}) == lit) paintEdge(*painter, edge);
  for (size_t node = 0; node < m_shown.layout->boxes.size(); ++node)
    paintBox(*painter, node);
}

void TreeDrawing::paintEdge(QPainter& painter, const view::TreeEdge& edge) const {
  const Tokens& tokens = Theme::instance().tokens();
  // Of two edges between the same nodes, only the one that was taken is lit.
  const view::WalkedNode* walked = walkedAt(edge.from);
  const bool isTaken = !walked || edge.kind == view::TreeEdge::Kind::next ||
                       walked->isYes == (edge.kind == view::TreeEdge::Kind::yes);
  const bool isLit = isTaken && m_litEdges.contains({edge.from, edge.to});
  const bool wasTaken = !isLit && m_recordedEdges.contains({edge.from, edge.to});
  QPainterPath path(at(edge.bends.front()));
  for (size_t i = 1; i < edge.bends.size(); ++i)
    path.lineTo(at(edge.bends[i]));
  const QColor colour = isLit ? tokens.accent : tokens.source;
  painter.setPen(QPen(colour,
                      isLit      ? 2.5
                      : wasTaken ? 2
                                 : 1,
                      wasTaken ? Qt::DashLine : Qt::SolidLine, Qt::FlatCap, Qt::RoundJoin));
  painter.setBrush(Qt::NoBrush);
  painter.drawPath(path);
  // The head, along the last stretch.
  const QPointF tip = at(edge.bends.back()), from = at(edge.bends[edge.bends.size() - 2]);
  const double length = std::max(1e-6, std::hypot(tip.x() - from.x(), tip.y() - from.y()));
  const QPointF back = (from - tip) / length * Theme::instance().scaled(isLit ? 8 : 6);
  const QPointF side(-back.y() / 2, back.x() / 2);
  painter.setPen(Qt::NoPen);
  painter.setBrush(colour);
  painter.drawPolygon(QPolygonF({tip, tip + back + side, tip + back - side}));
  paintWord(painter, edge, isLit);
}

void TreeDrawing::paintWord(QPainter& painter, const view::TreeEdge& edge, bool isLit) const {
  if (edge.kind == view::TreeEdge::Kind::next) return;
  const bool isYes = edge.kind == view::TreeEdge::Kind::yes;
  painter.setFont(isLit ? strongFont() : Theme::instance().interfaceFont());
  const Tokens& tokens = Theme::instance().tokens();
  painter.setPen(isLit ? tokens.accent : tokens.secondaryText);
  const double gap = Theme::instance().scaled(spacing::within);
  const QFontMetricsF metrics(painter.font());
  const QPointF begin = at(edge.bends.front());
  painter.drawText(
      isYes ? begin + QPointF(gap, -gap) : begin + QPointF(gap, gap / 2 + metrics.ascent()),
      isYes ? words("yes") : words("no"));
}

void TreeDrawing::paintBox(QPainter& painter, size_t node) const {
  const Tokens& tokens = Theme::instance().tokens();
  const QRectF box = boxOf(node);
  const view::WalkedNode* walked = walkedAt(node);
  const bool isLit = walked != nullptr;
  const bool isOpen = walked && walked->isUndecided;
  painter.setPen(QPen(isOpen  ? tokens.warning
                      : isLit ? tokens.accent
                              : tokens.source,
                      isLit ? 2 : 1, isOpen ? Qt::DashLine : Qt::SolidLine));
  painter.setBrush(isLit ? tokens.changedPaper : tokens.panel);
  painter.drawRoundedRect(box, spacing::corner, spacing::corner);
  if (const auto* leaf = std::get_if<PolicyLeaf>(&m_shown.policy->nodes()[node].what)) {
    const double stripe = Theme::instance().scaled(5);
    painter.fillRect(QRectF(box.left() + 1, box.top() + 1, stripe, box.height() - 2),
                     regimeColour(tokens, leaf->regime));
  }
  if (node == m_shown.current) {
    const double out = 4;
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(m_shown.hasFocus ? tokens.focusRing : tokens.secondaryText, 2,
                        m_shown.hasFocus ? Qt::SolidLine : Qt::DotLine));
    painter.drawRoundedRect(box.adjusted(-out, -out, out, out), spacing::corner + out,
                            spacing::corner + out);
  }
  paintTexts(painter, node, box);
}

void TreeDrawing::paintTexts(QPainter& painter, size_t node, const QRectF& box) const {
  const Tokens& tokens = Theme::instance().tokens();
  const view::WalkedNode* walked = walkedAt(node);
  const view::BoxText text = view::boxText(m_shown.policy->nodes()[node], walked);
  const double pad = Theme::instance().scaled(spacing::between);
  const QRectF inner = box.adjusted(pad + 2, 0, -pad, 0);
  const QFont strong = strongFont(), plain = Theme::instance().interfaceFont();
  const auto line = [&](const std::string& words, const QFont& font, const QColor& colour,
                        const QRectF& room) {
    painter.setFont(font);
    painter.setPen(colour);
    painter.drawText(room, Qt::AlignLeft | Qt::AlignVCenter,
                     QFontMetricsF(font).elidedText(QString::fromStdString(words), Qt::ElideRight,
                                                    room.width()));
  };
  const QRectF upper(inner.left(), inner.top() + 2, inner.width(), inner.height() / 2 - 2);
  line(text.title, strong, tokens.text, upper);
  line(text.detail, plain,
       walked && walked->isUndecided ? tokens.warning
       : walked                      ? tokens.text
                                     : tokens.secondaryText,
       upper.translated(0, inner.height() / 2 - 1));
}

}  // namespace kw
