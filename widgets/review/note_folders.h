// SPDX-License-Identifier: GPL-3.0-or-later
// Folders of notes, one on each line, typed or chosen.
#pragma once

#include <QStringList>
#include <QWidget>

class QPlainTextEdit;
class QPushButton;

namespace kw {

class NoteFolders : public QWidget {
  Q_OBJECT

 public:
  explicit NoteFolders(QWidget* parent);

  QStringList folders() const;
  void setFolders(const QStringList& folders);
  QPlainTextEdit* lines() const { return m_lines; }

  // What is wrong with the first that is not at hand; "" where all are. Looks at the disk: not on
  // the window's thread.
  static QString faultOf(const QStringList& folders);

 Q_SIGNALS:
  void changed();

 private:
  void choose();
  void fit();

  QPlainTextEdit* m_lines;
  QPushButton* m_add;
};

}  // namespace kw
