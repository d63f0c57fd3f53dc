// SPDX-License-Identifier: GPL-3.0-or-later
// The layouts that come with the window.
#include <QDockWidget>
#include <QMainWindow>
#include <QTimer>

#include "widgets/theme/theme.h"
#include "widgets/window/dock_layout.h"

namespace kw {

QList<QDockWidget*> DockLayout::at(PanelPlace place) const {
  QList<QDockWidget*> found;
  for (const Panel& panel : m_panels)
    if (panel.entry.place == place) found.append(panel.dock);
  return found;
}

QDockWidget* DockLayout::first(PanelPlace place) const {
  const QList<QDockWidget*> docks = at(place);
  return docks.isEmpty() ? nullptr : docks.front();
}

// Three rows of panels need a window of some height, three columns one of some width.
bool DockLayout::isCompact() const {
  const Theme& theme = Theme::instance();
  return m_window.width() < theme.scaled(1360) || m_window.height() < theme.scaled(860);
}

void DockLayout::detachAll() {
  for (const Panel& panel : m_panels) {
    panel.dock->setFloating(false);
    m_window.removeDockWidget(panel.dock);
  }
}

// A panel that is not there leaves its place to its neighbours.
void DockLayout::split(QDockWidget* from, QDockWidget* to, Qt::Orientation orientation) {
  if (!to) return;
  if (from)
    m_window.splitDockWidget(from, to, orientation);
  else
    m_window.addDockWidget(Qt::LeftDockWidgetArea, to);
  to->show();
}

void DockLayout::stack(QDockWidget* front, const QList<QDockWidget*>& docks) {
  if (!front) return;
  QDockWidget* last = front;
  for (QDockWidget* dock : docks) {
    if (dock == front) continue;
    m_window.tabifyDockWidget(last, dock);
    dock->show();
    last = dock;
  }
  front->show();
  front->raise();
}

void DockLayout::share(const QList<QDockWidget*>& docks, const QList<int>& parts,
                       Qt::Orientation orientation) {
  QList<QDockWidget*> there;
  QList<int> sizes;
  const int whole = orientation == Qt::Horizontal ? m_window.width() : m_window.height();
  for (qsizetype i = 0; i < docks.size(); ++i) {
    if (!docks[i]) continue;
    there.append(docks[i]);
    sizes.append(whole * parts[i] / 100);
  }
  m_window.resizeDocks(there, sizes, orientation);
  // Docks that were just shown get their room with the next layout, which forgets these sizes.
  QTimer::singleShot(0, &m_window, [this, there, sizes, orientation] {
    m_window.resizeDocks(there, sizes, orientation);
  });
}

// Code in the first row, plots in the second, candidates and their details in the third.
void DockLayout::arrangeTuning() {
  using enum PanelPlace;
  QDockWidget *code = first(source), *tpl = first(editedTemplate), *values = first(space),
              *plot = first(plots), *rows = first(candidates), *detail = first(details);
  if (!detail) detail = first(foot);
  split(nullptr, code, Qt::Vertical);
  split(code, plot, Qt::Vertical);
  split(plot ? plot : code, rows, Qt::Vertical);
  split(code, tpl, Qt::Horizontal);
  split(tpl ? tpl : code, values, Qt::Horizontal);
  split(rows, detail, Qt::Horizontal);
  stack(code, at(source));
  stack(tpl, at(editedTemplate));
  stack(values, at(space));
  stack(plot, at(plots));
  stack(rows, at(candidates));
  stack(detail, at(details) + at(foot));
  share({code, plot, rows}, {38, 32, 30}, Qt::Vertical);
  share({code, tpl, values}, {34, 38, 28}, Qt::Horizontal);
  share({rows, detail}, {58, 42}, Qt::Horizontal);
}

// The same in two rows of two: what would be squeezed is a tab.
void DockLayout::arrangeCompact() {
  using enum PanelPlace;
  QDockWidget *code = first(source), *plot = first(plots), *rows = first(candidates),
              *detail = first(details);
  if (!detail) detail = first(foot);
  split(nullptr, code, Qt::Vertical);
  split(code, rows, Qt::Vertical);
  split(code, plot, Qt::Horizontal);
  split(rows, detail, Qt::Horizontal);
  stack(code, at(source) + at(editedTemplate) + at(space));
  stack(plot, at(plots));
  stack(rows, at(candidates));
  stack(detail, at(details) + at(foot));
  share({code, rows}, {52, 48}, Qt::Vertical);
  share({code, plot}, {50, 50}, Qt::Horizontal);
  share({rows, detail}, {54, 46}, Qt::Horizontal);
}

// Candidates and plots at the left, details and comparison the whole height at the right; code is a
// tab beside the plots where there is room.
void DockLayout::arrangeCompare() {
  using enum PanelPlace;
  QDockWidget *plot = first(plots), *rows = first(candidates), *detail = first(details);
  if (!detail) detail = first(foot);
  split(nullptr, rows, Qt::Vertical);
  split(rows, detail, Qt::Horizontal);
  split(rows, plot, Qt::Vertical);
  stack(rows, at(candidates));
  // In a small window so many tabs could not be read.
  const QList<QDockWidget*> code = at(source) + at(editedTemplate) + at(space);
  stack(plot, isCompact() ? at(plots) : at(plots) + code);
  stack(detail, at(details) + at(foot));
  // Where there is a comparison, it is what this layout is for.
  if (QDockWidget* comparison = dock(QStringLiteral("dock.comparison"))) comparison->raise();
  share({rows, detail}, {46, 54}, Qt::Horizontal);
  share({rows, plot}, {50, 50}, Qt::Vertical);
}

}  // namespace kw
