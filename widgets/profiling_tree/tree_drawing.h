// SPDX-License-Identifier: GPL-3.0-or-later
// Paints a profiling tree.
#pragma once

#include <QGraphicsItem>
#include <memory>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "model/profile/policy.h"
#include "view/profiling_tree/tree_layout.h"
#include "view/profiling_tree/tree_walk.h"
#include "widgets/theme/tokens.h"

namespace kw {

class TreeDrawing : public QGraphicsItem {
 public:
  // What the view holds, which outlives it; refresh() after each change.
  struct Shown {
    std::shared_ptr<const Policy> policy;
    const view::TreeLayout* layout = nullptr;
    const view::Rewalk* walk = nullptr;  // null: nothing lights up
    std::vector<size_t> recorded;
    size_t current = 0;
    bool hasFocus = false;
  };

  void show(Shown shown);
  const Shown& shown() const { return m_shown; }
  void setCurrent(size_t node, bool hasFocus);
  QRectF boxOf(size_t node) const;  // in the scene

  QRectF boundingRect() const override;
  void paint(QPainter* painter, const QStyleOptionGraphicsItem*, QWidget*) override;

 private:
  QPointF at(const view::TreePoint& point) const;
  void findLit();
  void paintEdge(QPainter& painter, const view::TreeEdge& edge) const;
  void paintWord(QPainter& painter, const view::TreeEdge& edge, bool isLit) const;
  void paintBox(QPainter& painter, size_t node) const;
  void paintTexts(QPainter& painter, size_t node, const QRectF& box) const;
  const view::WalkedNode* walkedAt(size_t node) const;

  Shown m_shown;
  std::set<size_t> m_lit;
  std::set<std::pair<size_t, size_t>> m_litEdges, m_recordedEdges;
};

// The colour of a regime, the same in the drawing and beside it.
QColor regimeColour(const Tokens& tokens, std::string_view regime);

}  // namespace kw
