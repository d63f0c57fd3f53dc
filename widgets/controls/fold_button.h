// SPDX-License-Identifier: GPL-3.0-or-later
// A line that folds something open below it, and says in a few words what lies there while it is
// closed. Space and Return fold.
#pragma once

#include <QAbstractButton>

namespace kw {

class FoldButton : public QAbstractButton {
  Q_OBJECT

 public:
  // Checked: open.
  FoldButton(const QString& text, QWidget* parent);
  // Stands beside the text while it is closed; "": nothing.
  void setSummary(const QString& summary);
  const QString& summary() const { return m_summary; }

  QSize sizeHint() const override;
  QSize minimumSizeHint() const override;

 protected:
  void paintEvent(QPaintEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;

 private:
  int chevronWidth() const;

  QString m_summary;
};

}  // namespace kw
