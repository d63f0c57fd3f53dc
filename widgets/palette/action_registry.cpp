// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/palette/action_registry.h"

#include <QWidget>
#include <algorithm>

namespace kw {

namespace {

constexpr int mostRecent = 12;
constexpr char reasonProperty[] = "kwDisabledReason";

bool reachesWholeWindow(const QAction* action) {
  return action->shortcutContext() == Qt::WindowShortcut ||
         action->shortcutContext() == Qt::ApplicationShortcut;
}

// Whether `outer` is reached too while `widget` has the focus.
bool reaches(const QAction* outer, const QWidget* around, const QWidget* widget) {
  if (outer->shortcutContext() == Qt::WidgetShortcut) return widget == around;
  return widget == around || around->isAncestorOf(widget);
}

QList<QWidget*> widgetsOf(const QAction* action) {
  QList<QWidget*> widgets;
  for (QObject* object : action->associatedObjects())
    if (auto* widget = qobject_cast<QWidget*>(object)) widgets.append(widget);
  return widgets;
}

bool canMeet(const QAction* a, const QAction* b) {
  if (reachesWholeWindow(a) || reachesWholeWindow(b)) return true;
  for (QWidget* first : widgetsOf(a))
    for (QWidget* second : widgetsOf(b))
      if (reaches(b, second, first) || reaches(a, first, second)) return true;
  return false;
}

// The keys that both want; empty where there are none.
QKeySequence commonKeys(const QAction* a, const QAction* b) {
  for (const QKeySequence& first : a->shortcuts()) {
    for (const QKeySequence& second : b->shortcuts()) {
      if (first.isEmpty() || second.isEmpty()) continue;
      if (first.matches(second) != QKeySequence::NoMatch) return first;
      if (second.matches(first) != QKeySequence::NoMatch) return second;
    }
  }
  return {};
}

}  // namespace

QString RegisteredAction::text() const {
  if (!action) return {};
  QString text = action->text();
  text.remove(QLatin1Char('&'));
  if (text.endsWith(QChar(0x2026))) text.chop(1);
  return text;
}

QString ShortcutClash::text() const {
  return ActionRegistry::tr("%1: \"%2\" (%3) and \"%4\" (%5)")
      .arg(keys.toString(QKeySequence::NativeText), first->text(), first->objectName(),
           second->text(), second->objectName());
}

void ActionRegistry::add(QAction* action, const QString& category) {
  if (!action || action->isSeparator()) return;
  const auto known =
      std::find_if(m_actions.begin(), m_actions.end(),
                   [&](const RegisteredAction& each) { return each.action == action; });
  if (known != m_actions.end()) {
    known->category = category;
  } else {
    m_actions.append({action, category});
    connect(action, &QObject::destroyed, this, [this] {
      m_actions.removeIf([](const RegisteredAction& each) { return !each.action; });
      Q_EMIT changed();
    });
  }
  Q_EMIT changed();
}

void ActionRegistry::add(const QList<QAction*>& actions, const QString& category) {
  for (QAction* action : actions)
    add(action, category);
}

QList<RegisteredAction> ActionRegistry::actions() const {
  QList<RegisteredAction> found;
  for (const RegisteredAction& each : m_actions)
    if (each.action && !each.text().isEmpty()) found.append(each);
  return found;
}

QAction* ActionRegistry::find(const QString& objectName) const {
  for (const RegisteredAction& each : m_actions)
    if (each.action && each.action->objectName() == objectName) return each.action;
  return nullptr;
}

QList<ShortcutClash> ActionRegistry::clashes() const {
  QList<ShortcutClash> found;
  const QList<RegisteredAction> all = actions();
  for (qsizetype i = 0; i < all.size(); ++i) {
    for (qsizetype j = i + 1; j < all.size(); ++j) {
      const QKeySequence keys = commonKeys(all[i].action, all[j].action);
      if (!keys.isEmpty() && canMeet(all[i].action, all[j].action))
        found.append({keys, all[i].action, all[j].action});
    }
  }
  return found;
}

void ActionRegistry::setRecent(const QStringList& objectNames) {
  if (m_recent == objectNames) return;
  m_recent = objectNames.mid(0, mostRecent);
  Q_EMIT recentChanged();
}

void ActionRegistry::noteRun(const QAction* action) {
  const QString name = action->objectName();
  if (name.isEmpty()) return;
  QStringList recent = m_recent;
  recent.removeAll(name);
  recent.prepend(name);
  setRecent(recent);
}

void ActionRegistry::setDisabledReason(QAction* action, const QString& reason) {
  action->setProperty(reasonProperty, reason);
}

QString ActionRegistry::disabledReason(const QAction* action) {
  return action->property(reasonProperty).toString();
}

}  // namespace kw
