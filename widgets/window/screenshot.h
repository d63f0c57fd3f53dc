// SPDX-License-Identifier: GPL-3.0-or-later
// A picture of the window, or of one panel, written once everything in it has settled.
#pragma once

#include <QObject>
#include <QString>
#include <QTimer>
#include <functional>

namespace kw {

class MainWindow;

class Screenshot : public QObject {
  Q_OBJECT

 public:
  // `panel` "" is the whole window. `finished` gets "" or what went wrong, once.
  Screenshot(MainWindow& window, QString file, QString panel,
             std::function<void(const QString& fault)> finished);
  // Takes the picture as soon as nothing is being read or worked out any more.
  void takeWhenSettled();

 private:
  void look();
  bool takePanelOut();
  QString take() const;

  MainWindow& m_window;
  QString m_file, m_panel;
  std::function<void(const QString&)> m_finished;
  QTimer m_timer;
  int m_looks = 0, m_quietLooks = 0;
  QWidget* m_taken = nullptr;  // the panel, by itself
};

}  // namespace kw
