// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/window/dock_layout.h"

#include <QAction>
#include <QActionGroup>
#include <QApplication>
#include <QDockWidget>
#include <QInputDialog>
#include <QMainWindow>
#include <QMenu>

#include "widgets/settings/settings.h"
#include "widgets/theme/theme.h"

namespace kw {

namespace {

// Names of the layouts that come with the window, as they are stored; shown through tr().
const QString tuningName = QStringLiteral("Tuning");
const QString compareName = QStringLiteral("Compare");
// How "Tuning" and "Compare" were left is stored under names that nobody can give.
QString stateKey(const QString& name) {
  return name == tuningName || name == compareName ? QLatin1Char('/') + name : name;
}

constexpr int leastWidth = 160, leastHeight = 120;  // of a panel
// Raised whenever panels come that an older state knows nothing of.
constexpr int stateVersion = 4;
constexpr int mostShortcuts = 9;

// Its focus proxy or first child that takes the focus; null where there is none.
QWidget* firstFocusable(QWidget* panel) {
  // What a panel is for stands behind its tools: the editor, not the box above it.
  QWidget* proxy = panel->focusProxy();
  if (proxy && proxy->isVisible() && proxy->isEnabled()) return proxy;
  for (QWidget* next = panel->nextInFocusChain(); next && next != panel;
       next = next->nextInFocusChain())
    if (panel->isAncestorOf(next) && (next->focusPolicy() & Qt::TabFocus) && next->isVisible() &&
        next->isEnabled())
      return next;
  return nullptr;
}

bool isInFront(const QDockWidget* dock) {
  return dock->isVisible() && !dock->visibleRegion().isEmpty();
}

}  // namespace

DockLayout::DockLayout(QMainWindow& window, Settings& settings)
    : QObject(&window), m_window(window), m_settings(settings), m_layouts(new QActionGroup(this)) {
  window.setDockNestingEnabled(true);
  window.setDockOptions(QMainWindow::AllowNestedDocks | QMainWindow::AllowTabbedDocks |
                        QMainWindow::GroupedDragging);
  window.setTabPosition(Qt::AllDockWidgetAreas, QTabWidget::North);
  makeActions();
  connect(qApp, &QApplication::focusChanged, this,
          [this](QWidget*, QWidget* now) { noteFocus(now); });
  connect(&settings, &Settings::layoutsChanged, this, &DockLayout::remakeLayoutActions);
  m_tabsMayDiffer.setSingleShot(true);
  m_tabsMayDiffer.setInterval(0);
  connect(&m_tabsMayDiffer, &QTimer::timeout, this, &DockLayout::followTabs);
  remakeLayoutActions();
}

QAction* DockLayout::makeAction(const QString& name, const QString& text) {
  auto* action = new QAction(text, this);
  action->setObjectName(name);
  m_window.addAction(action);
  return action;
}

void DockLayout::makeActions() {
  m_next = makeAction(QStringLiteral("window.nextPanel"), tr("Next panel"));
  m_next->setShortcut(Qt::CTRL | Qt::Key_Tab);
  m_previous = makeAction(QStringLiteral("window.previousPanel"), tr("Previous panel"));
  // Shift turns Tab into Backtab on some platforms.
  m_previous->setShortcuts(
      {QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_Tab), QKeySequence(Qt::CTRL | Qt::Key_Backtab)});
  m_reset = makeAction(QStringLiteral("window.resetLayout"), tr("Reset the layout"));
  m_save = makeAction(QStringLiteral("window.saveLayout"), tr("Save the layout as…"));
  m_remove = makeAction(QStringLiteral("window.removeLayout"), tr("Remove this layout"));
  connect(m_next, &QAction::triggered, this, [this] { moveFocus(1); });
  connect(m_previous, &QAction::triggered, this, [this] { moveFocus(-1); });
  connect(m_reset, &QAction::triggered, this, [this] {
    if (m_settings.values().layouts.contains(stateKey(m_current)) &&
        stateKey(m_current) != m_current)
      m_settings.setLayoutState(stateKey(m_current), {});
    apply(m_current);
  });
  connect(m_save, &QAction::triggered, this, &DockLayout::askForName);
  connect(m_remove, &QAction::triggered, this, [this] { removeLayout(m_current); });
}

QDockWidget* DockLayout::add(const PanelEntry& entry) {
  Panel panel;
  panel.entry = entry;
  panel.dock = new QDockWidget(entry.title, &m_window);
  panel.dock->setObjectName(entry.name);
  panel.dock->setAccessibleName(entry.title);
  panel.dock->setWidget(entry.widget);
  // The tallest of all tabs would otherwise say how low a row of panels can be.
  entry.widget->setMinimumSize(Theme::instance().scaled(leastWidth),
                               Theme::instance().scaled(leastHeight));
  panel.toggle = makeAction(entry.name + QStringLiteral(".toggle"), entry.title);
  panel.toggle->setCheckable(true);
  const qsizetype index = m_panels.size();
  if (index < mostShortcuts)
    panel.toggle->setShortcut(
        QKeySequence(Qt::ALT | static_cast<Qt::Key>(Qt::Key_1 + static_cast<int>(index))));
  connect(panel.toggle, &QAction::triggered, this, [this, index] { toggle(index); });
  connect(panel.dock->toggleViewAction(), &QAction::toggled, panel.toggle, &QAction::setChecked);
  // Qt tells of no change of tabs; one of these goes with each.
  const auto look = [this] { m_tabsMayDiffer.start(); };
  connect(panel.dock, &QDockWidget::visibilityChanged, &m_tabsMayDiffer, look);
  connect(panel.dock, &QDockWidget::dockLocationChanged, &m_tabsMayDiffer, look);
  connect(panel.dock, &QDockWidget::topLevelChanged, &m_tabsMayDiffer, look);
  m_window.addDockWidget(Qt::LeftDockWidgetArea, panel.dock);
  m_panels.append(panel);
  Q_EMIT actionsChanged();
  return panel.dock;
}

QDockWidget* DockLayout::dock(const QString& name) const {
  for (const Panel& panel : m_panels)
    if (panel.entry.name == name) return panel.dock;
  return nullptr;
}

void DockLayout::restore() {
  const QString name = m_settings.values().layout;
  apply(names().contains(name) ? name : tuningName);
}

void DockLayout::remember() {
  if (!m_current.isEmpty())
    m_settings.setLayoutState(stateKey(m_current), m_window.saveState(stateVersion));
}

QStringList DockLayout::names() const {
  QStringList names{tuningName, compareName};
  for (const QString& name : m_settings.values().layouts.keys())
    if (!name.startsWith(QLatin1Char('/'))) names.append(name);
  return names;
}

void DockLayout::apply(const QString& name) {
  if (!m_current.isEmpty() && m_current != name) remember();
  const QByteArray state = m_settings.values().layouts.value(stateKey(name));
  if (state.isEmpty() || !m_window.restoreState(state, stateVersion)) {
    detachAll();
    if (name == compareName)
      arrangeCompare();
    else if (isCompact())
      arrangeCompact();
    else
      arrangeTuning();
  }
  m_current = name;
  m_settings.setLayout(name);
  remakeLayoutActions();
  Q_EMIT currentChanged(name);
}

bool DockLayout::saveAs(const QString& name) {
  const QString trimmed = name.trimmed();
  if (trimmed.isEmpty() || trimmed.startsWith(QLatin1Char('/')) || trimmed == tuningName ||
      trimmed == compareName)
    return false;
  m_settings.setLayoutState(trimmed, m_window.saveState(stateVersion));
  m_settings.setLayout(trimmed);
  m_current = trimmed;
  remakeLayoutActions();
  Q_EMIT currentChanged(trimmed);
  return true;
}

bool DockLayout::removeLayout(const QString& name) {
  if (name == tuningName || name == compareName) return false;
  if (!m_settings.values().layouts.contains(name)) return false;
  if (name == m_current) m_current.clear();  // not to be remembered on leaving it
  m_settings.setLayoutState(name, {});
  if (m_current.isEmpty()) apply(tuningName);
  return true;
}

void DockLayout::askForName() {
  auto* dialog = new QInputDialog(&m_window);
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  dialog->setWindowTitle(tr("Save the layout"));
  dialog->setLabelText(tr("Name of the layout"));
  dialog->setOkButtonText(tr("Save"));
  connect(dialog, &QInputDialog::textValueSelected, this, &DockLayout::saveAs);
  dialog->open();
}

void DockLayout::remakeLayoutActions() {
  for (QAction* old : m_layouts->actions()) {
    m_layouts->removeAction(old);
    old->deleteLater();
  }
  for (const QString& name : names()) {
    const QString shown = name == tuningName    ? tr("Tuning")
                          : name == compareName ? tr("Compare")
                                                : name;
    QAction* action =
        makeAction(QStringLiteral("window.layout.") + name, tr("Layout: %1").arg(shown));
    action->setCheckable(true);
    action->setChecked(name == m_current);
    m_layouts->addAction(action);
    connect(action, &QAction::triggered, this, [this, name] { apply(name); });
  }
  m_remove->setEnabled(m_current != tuningName && m_current != compareName);
  Q_EMIT actionsChanged();
}

// A tab says its panel's title, so that a title bar below it would say it twice.
void DockLayout::followTabs() {
  for (const Panel& panel : m_panels) {
    bool isTab = false;
    for (const QDockWidget* other : m_window.tabifiedDockWidgets(panel.dock))
      isTab = isTab || !other->isHidden();
    isTab = isTab && !panel.dock->isFloating() && !panel.dock->isHidden();
    if (isTab == (panel.dock->titleBarWidget() != nullptr)) continue;
    QWidget* old = panel.dock->titleBarWidget();
    panel.dock->setTitleBarWidget(isTab ? new QWidget(panel.dock) : nullptr);
    delete old;
  }
}

// The panel that has the focus goes; any other one comes to the front and gets it.
void DockLayout::toggle(qsizetype index) {
  QDockWidget* dock = m_panels[index].dock;
  if (isInFront(dock) && focusedPanel() == index)
    dock->hide();
  else
    reveal(m_panels[index].entry.name);
  m_panels[index].toggle->setChecked(!dock->isHidden());
}

void DockLayout::show(const QString& name) {
  if (QDockWidget* panel = dock(name)) {
    panel->show();
    panel->raise();
  }
}

void DockLayout::reveal(const QString& name) {
  show(name);
  for (Panel& panel : m_panels)
    if (panel.entry.name == name) focusInto(panel);
}

void DockLayout::focusInto(Panel& panel) {
  // What is behind a tab gets its place, and so can take the focus, only later.
  QTimer::singleShot(0, panel.dock, [dock = panel.dock, last = panel.lastFocus] {
    if (!dock->widget()) return;
    QWidget* wanted = last && last->isVisible() && last->isEnabled()
                          ? last.data()
                          : firstFocusable(dock->widget());
    if (!wanted) wanted = dock->widget();
    wanted->setFocus(Qt::ShortcutFocusReason);
  });
}

qsizetype DockLayout::focusedPanel() const {
  for (const QWidget* widget = QApplication::focusWidget(); widget; widget = widget->parentWidget())
    for (qsizetype i = 0; i < m_panels.size(); ++i)
      if (m_panels[i].dock == widget) return i;
  return -1;
}

void DockLayout::noteFocus(QWidget* now) {
  const qsizetype index = focusedPanel();
  if (index < 0) return;
  // A dock that is being destroyed, and takes the focus along, is a plain widget by now.
  const auto* dock = qobject_cast<QDockWidget*>(static_cast<QObject*>(m_panels[index].dock));
  if (dock && dock->widget() && dock->widget()->isAncestorOf(now)) m_panels[index].lastFocus = now;
}

void DockLayout::moveFocus(int step) {
  const qsizetype count = m_panels.size();
  qsizetype at = focusedPanel();
  if (at < 0 && step < 0) at = 0;
  for (qsizetype tried = 0; tried < count; ++tried) {
    at = (at + step + count) % count;
    if (m_panels[at].dock->isHidden()) continue;
    reveal(m_panels[at].entry.name);
    return;
  }
}

QList<QAction*> DockLayout::panelActions() const {
  QList<QAction*> actions;
  for (const Panel& panel : m_panels)
    actions.append(panel.toggle);
  return actions;
}

QList<QAction*> DockLayout::layoutActions() const {
  return QList<QAction*>{m_next, m_previous, m_reset, m_save, m_remove} + m_layouts->actions();
}

void DockLayout::fillMenu(QMenu& menu) {
  connect(&menu, &QMenu::aboutToShow, this, [this, &menu, kept = menu.actions()] {
    for (QAction* action : menu.actions())
      if (!kept.contains(action)) menu.removeAction(action);
    menu.addActions(panelActions());
    menu.addSeparator();
    menu.addActions(m_layouts->actions());
    menu.addSeparator();
    menu.addActions({m_save, m_remove, m_reset});
    menu.addSeparator();
    menu.addActions({m_next, m_previous});
  });
}

}  // namespace kw
