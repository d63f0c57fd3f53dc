// SPDX-License-Identifier: GPL-3.0-or-later
// What the window shows while nothing is open: what was open lately, the kernel library, a recorded
// session, and ways to open something else.
#pragma once

#include <QStringList>
#include <QWidget>

#include "widgets/jobs/job.h"
#include "widgets/start/start_content.h"

class QFrame;
class QLabel;
class QPushButton;
class QVBoxLayout;

namespace kw {

class EntryList;
class Settings;

class StartPage : public QWidget {
  Q_OBJECT

 public:
  // Recent files are taken from, and removed in, `settings`.
  explicit StartPage(Settings& settings, QWidget* parent = nullptr);

  // "start.newProblem" Ctrl+N, "start.openFolder" Ctrl+Shift+O and "start.openSession" Ctrl+O: also
  // for the window's menu.
  QList<QAction*> panelActions() const { return {m_newProblem, m_openFolder, m_openSession}; }

 public Q_SLOTS:
  // Reads the library and looks whether recent files are still there, in another thread.
  void refresh();

 Q_SIGNALS:
  // A folder, a problem.json, a session or a .cu file.
  void openWanted(const QString& path);
  void newProblemWanted();
  void noticed(const QString& text);

 protected:
  void dragEnterEvent(QDragEnterEvent* event) override;
  void dragLeaveEvent(QDragLeaveEvent* event) override;
  void dropEvent(QDropEvent* event) override;
  void paintEvent(QPaintEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;

 private:
  void makeActions();
  QWidget* makeHeading();
  QWidget* makeRecording();
  QWidget* makeFoot();
  void layOut();
  void showRecent();
  void takeFocus();
  void showRecordings(const QVector<ShippedRecording>& recordings);
  void askForFolder();
  void askForSession();
  void restyle();

  Settings& m_settings;
  Job m_job, m_recentJob;
  QAction *m_newProblem, *m_openFolder, *m_openSession;
  QWidget* m_column;
  QLabel *m_title, *m_subtitle;
  EntryList *m_recent, *m_library;
  QFrame* m_recording;
  QLabel *m_recordingTitle, *m_recordingText;
  QPushButton* m_lookAround;
  QString m_recordingPath;
  QLabel *m_drop, *m_hints;
  bool m_dragging = false, m_entered = false;
};

}  // namespace kw
