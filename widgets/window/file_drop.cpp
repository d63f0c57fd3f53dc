// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/window/file_drop.h"

#include <QApplication>
#include <QDropEvent>
#include <QMimeData>
#include <QUrl>
#include <QWidget>

namespace kw {

namespace {

QStringList localPaths(const QMimeData* data) {
  QStringList paths;
  for (const QUrl& url : data->urls())
    if (url.isLocalFile()) paths.append(url.toLocalFile());
  return paths;
}

bool isDrag(const QEvent* event) {
  return event->type() == QEvent::DragEnter || event->type() == QEvent::DragMove ||
         event->type() == QEvent::Drop;
}

}  // namespace

FileDrop::FileDrop(QWidget& window, const QWidget* except)
    : QObject(&window), m_window(window), m_except(except) {
  window.setAcceptDrops(true);
  qApp->installEventFilter(this);
}

bool FileDrop::isOurs(const QObject* watched) const {
  const auto* widget = qobject_cast<const QWidget*>(watched);
  if (!widget || widget == m_except) return false;
  const QWidget* top = widget->window();
  return top == &m_window || (top->parentWidget() == &m_window && top->inherits("QDockWidget"));
}

bool FileDrop::eventFilter(QObject* watched, QEvent* event) {
  if (!isDrag(event) || !isOurs(watched)) return false;
  auto* drop = static_cast<QDropEvent*>(event);
  const QStringList paths = localPaths(drop->mimeData());
  if (paths.isEmpty()) return false;  // a text, say
  // Whoever drops must not think that the file was moved here.
  drop->setDropAction(Qt::CopyAction);
  drop->accept();
  if (event->type() == QEvent::Drop) Q_EMIT dropped(paths.front(), static_cast<int>(paths.size()));
  return true;
}

}  // namespace kw
