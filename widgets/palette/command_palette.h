// SPDX-License-Identifier: GPL-3.0-or-later
// A list of all actions that pops up over the window: type a few letters, press Enter.
#pragma once

#include <QFrame>
#include <QPointer>

class QLabel;
class QLineEdit;
class QListView;

namespace kw {

class ActionRegistry;
class PaletteModel;

class CommandPalette : public QFrame {
  Q_OBJECT

 public:
  // `window`: over whose upper middle it pops up.
  CommandPalette(ActionRegistry& registry, QWidget* window);

  // With an empty filter. The focus returns to where it is now.
  void popUp();
  // Ctrl+Shift+P, "Command palette…"; to be added to the window and a menu.
  QAction* openAction() const { return m_open; }

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;
  void hideEvent(QHideEvent* event) override;

 private:
  void filter(const QString& query);
  void runCurrent();
  void place();
  void restyle();

  ActionRegistry& m_registry;
  PaletteModel* m_model;
  QLineEdit* m_filter;
  QListView* m_list;
  QLabel* m_nothing;
  QAction* m_open;
  QPointer<QWidget> m_focusBefore;
};

}  // namespace kw
