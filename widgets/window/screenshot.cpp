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
// Whatever does not settle in a minute is shown as it is.
constexpr int mostLooks = 60'000 / lookMilliseconds;

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
  if (m_quietLooks < quietLooksNeeded && ++m_looks < mostLooks) return;
  // A panel alone has another size, and has to settle in it.
  if (takePanelOut()) return;
  m_timer.stop();
  m_finished(take());
}

bool Screenshot::takePanelOut() {
  if (m_panel.isEmpty() || m_taken) return false;
  m_taken = m_window.takePanel(m_panel);
  m_quietLooks = 0;
  return m_taken != nullptr;
}

QString Screenshot::take() const {
  QWidget* which = m_panel.isEmpty() ? &m_window : m_taken;
  if (!which)
    return tr("There is no panel '%1'; there are %2.")
        .arg(m_panel, m_window.panelNames().join(QStringLiteral(", ")));
  if (!which->grab().save(m_file, "PNG"))
    return tr("The picture cannot be written to %1: see whether its folder is there and can be "
              "written.")
        .arg(m_file);
  return {};
}

}  // namespace kw
