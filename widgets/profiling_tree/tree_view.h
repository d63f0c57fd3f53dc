// SPDX-License-Identifier: GPL-3.0-or-later
// The drawing of a profiling tree: boxes and the way through them, for pointer and keys.
#pragma once

#include <QGraphicsView>
#include <memory>
#include <optional>
#include <vector>

#include "model/profile/policy.h"
#include "view/profiling_tree/tree_layout.h"
#include "view/profiling_tree/tree_walk.h"

namespace kw {

class TreeDrawing;

class TreeView : public QGraphicsView {
  Q_OBJECT

 public:
  explicit TreeView(QWidget* parent = nullptr);

  void setPolicy(std::shared_ptr<const Policy> policy);
  // What lights up: the way under the present tree; beside it, dashed, the way that was taken when
  // the profile was made (places in Policy::nodes()), where it is another.
  void setWalk(std::optional<view::Rewalk> walk, std::vector<size_t> recorded);

  size_t current() const { return m_current; }
  void setCurrent(size_t node);
  const view::TreeLayout& layout() const { return m_layout; }
  const view::WalkedNode* walkedAt(size_t node) const;  // null where the way does not lead
  QRect boxOf(size_t node) const;                       // in the viewport

  void zoomBy(double factor);
  void fit();  // as much of it as can still be read
  double zoom() const { return transform().m11(); }

 Q_SIGNALS:
  void currentChanged(size_t node);
  void activated(size_t node);  // Return or a double click: it is to be edited

 protected:
  bool viewportEvent(QEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void mouseDoubleClickEvent(QMouseEvent* event) override;
  void wheelEvent(QWheelEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;
  void focusInEvent(QFocusEvent* event) override;
  void focusOutEvent(QFocusEvent* event) override;

 private:
  static constexpr double least = 0.4, most = 4, leastFit = 0.75;
  std::optional<size_t> nodeAt(QPoint position) const;  // in the viewport
  void wearTheme();
  void moveTo(std::optional<size_t> node);
  void describe();
  std::optional<size_t> lastOnTheWay() const;

  std::shared_ptr<const Policy> m_policy;
  view::TreeLayout m_layout;
  std::optional<view::Rewalk> m_walk;
  TreeDrawing* m_drawing;  // the scene's
  size_t m_current = 0;
  bool m_isFitted = true;  // and so follows the window's size
};

}  // namespace kw
