// SPDX-License-Identifier: GPL-3.0-or-later
// Copying and saving of plots that paint themselves: the same names and keys as Plot's own.
#pragma once

#include <QAction>
#include <QImage>
#include <QList>
#include <QObject>
#include <QString>
#include <functional>

#include "widgets/jobs/job.h"

class QWidget;

namespace kw {

class PictureActions : public QObject {
  Q_OBJECT

 public:
  // `name` begins the object names: "heatMap" gives "heatMap.copyPicture". The actions are
  // `panel`'s, which outlives this. `data` is the plot's table as tab-separated text;
  // a panel that makes it by itself gives none.
  PictureActions(const QString& name, QWidget& panel, std::function<QImage()> picture,
                 std::function<QString()> data);

  QList<QAction*> actions() const { return m_actions; }
  // As PNG, compressed off this thread; saved() follows.
  void save(const QString& path);

 Q_SIGNALS:
  void saved(const QString& path, const QString& error);

 private:
  QAction* action(const QString& id, const QString& text, const QKeySequence& key,
                  std::function<void()> run);
  void askAndSave();

  QWidget& m_panel;
  std::function<QImage()> m_picture;
  QList<QAction*> m_actions;
  Job m_job;
};

}  // namespace kw
