// SPDX-License-Identifier: GPL-3.0-or-later
// Files that are dropped anywhere on a window, whatever lies there: an editor would take their
// addresses as text.
#pragma once

#include <QObject>
#include <QString>

class QWidget;

namespace kw {

class FileDrop : public QObject {
  Q_OBJECT

 public:
  // For `window`, which owns it, and the panels that float beside it. `except` sees to its own.
  FileDrop(QWidget& window, const QWidget* except);

 Q_SIGNALS:
  // The first local file or folder of `count` that were dropped together.
  void dropped(const QString& path, int count);

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  bool isOurs(const QObject* watched) const;

  QWidget& m_window;
  const QWidget* m_except;
};

}  // namespace kw
