// SPDX-License-Identifier: GPL-3.0-or-later
// A flat row of actions as words, within a panel. Its buttons are reached by Tab and show that; its
// "more" arrow has the theme's colour, which Qt's own has not.
#pragma once

#include <QToolBar>

namespace kw {

class WordBar : public QToolBar {
  Q_OBJECT

 public:
  // `name` is its accessible name.
  WordBar(const QString& name, const QList<QAction*>& actions, QWidget* parent);
  // From left to right, the "more" arrow last; for the order of tabs.
  QList<QWidget*> buttons() const;
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  void wearTheme();
  void paintMore(QWidget& button) const;
};

}  // namespace kw
