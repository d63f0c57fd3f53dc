// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/window/screenshot.h"

#include <QDockWidget>
#include <QPixmap>
#include <QThreadPool>
#include <utility>

#include "widgets/window/main_window.h"

namespace kw {

namespace {

constexpr int lookMilliseconds = 30;
// Panels pass what they learn to one another: only after several quiet looks is nothing under way.
constexpr int quietLooksNeeded = 8;

}  // namespace

Screenshot::Screenshot(MainWindow& window, QString file, QString panel,
                       std::function<void(const QString& fault)> finished)
    : QObject(&window),
      m_window(window),
      m_file(std::move(file)),
      m_panel(std::move(panel)),
      m_finished(std::move(finished)) {
  m_timer.setInterval(lookMilliseconds);
  connect(&m_timer, &QTimer::timeout, this, &Screenshot::look);
}

void Screenshot::takeWhenSettled() {
  m_timer.start();
}

void Screenshot::look() {
  const bool quiet =
      m_window.isSettled() && QThreadPool::globalInstance()->activeThreadCount() == 0;
  m_quietLooks = quiet ? m_quietLooks + 1 : 0;
  if (m_quietLooks < quietLooksNeeded) return;
  m_timer.stop();
  m_finished(take());
}

QString Screenshot::take() const {
  QWidget* which = &m_window;
  if (!m_panel.isEmpty()) {
    which = m_window.showPanel(m_panel);
    if (!which)
      return tr("There is no panel '%1'; there are %2.")
          .arg(m_panel, m_window.panelNames().join(QStringLiteral(", ")));
    which->resize(m_window.size());
  }
  if (!which->grab().save(m_file, "PNG"))
    return tr("The picture cannot be written to %1: see whether its folder is there and can be "
              "written.")
        .arg(m_file);
  return {};
}

}  // namespace kw
