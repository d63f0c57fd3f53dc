// SPDX-License-Identifier: GPL-3.0-or-later
// The panels of a main window as docks: layouts that come with it, layouts of the user's own, and
// the keys that show, hide and reach each panel.
#pragma once

#include <QList>
#include <QObject>
#include <QPointer>
#include <QString>
#include <QTimer>

class QAction;
class QActionGroup;
class QDockWidget;
class QMainWindow;
class QMenu;
class QWidget;

namespace kw {

class Settings;

// Where a panel stands in the layout "Tuning". Panels of one place are tabs, the first in front.
enum class PanelPlace { source, editedTemplate, space, plots, candidates, details, foot };

struct PanelEntry {
  QString name;   // object name of the dock: "dock.source"; never changes, layouts refer to it
  QString title;  // "Source kernel"
  QWidget* widget = nullptr;
  PanelPlace place = PanelPlace::foot;
};

// For a main window without a central widget. Add all panels, then call restore() once the window
// has its size, before or after show().
class DockLayout : public QObject {
  Q_OBJECT

 public:
  DockLayout(QMainWindow& window, Settings& settings);

  QDockWidget* add(const PanelEntry& panel);
  QDockWidget* dock(const QString& name) const;

  // The layout that was in use last, as it was left; "Tuning" the first time.
  void restore();
  // Keeps the present one, to be restored at the next start. Call it when the window closes.
  void remember();

  // "Tuning", "Compare", then the user's own.
  QStringList names() const;
  QString current() const { return m_current; }
  void apply(const QString& name);
  // A name of the user's own. false: the name is empty or one of ours.
  bool saveAs(const QString& name);
  bool removeLayout(const QString& name);

  // Shows the panel, in front of its tabs.
  void show(const QString& name);
  // Likewise, and puts the focus into it.
  void reveal(const QString& name);

  // Shows or hides a panel each (Alt+1 to Alt+9 in the order of adding).
  QList<QAction*> panelActions() const;
  // Next and previous panel (Ctrl+Tab, Ctrl+Shift+Tab), reset, save as, and each layout.
  QList<QAction*> layoutActions() const;
  // Both, for the View menu; follows layouts that come and go.
  void fillMenu(QMenu& menu);

 Q_SIGNALS:
  void currentChanged(const QString& name);
  void actionsChanged();

 private:
  struct Panel {
    PanelEntry entry;
    QDockWidget* dock = nullptr;
    QAction* toggle = nullptr;
    QPointer<QWidget> lastFocus;
  };

  void makeActions();
  QAction* makeAction(const QString& name, const QString& text);
  void remakeLayoutActions();
  void askForName();
  void followTabs();
  void toggle(qsizetype index);
  void moveFocus(int step);
  void focusInto(Panel& panel);
  qsizetype focusedPanel() const;
  void noteFocus(QWidget* now);

  bool isCompact() const;
  QList<QDockWidget*> at(PanelPlace place) const;
  QDockWidget* first(PanelPlace place) const;
  void detachAll();
  void arrangeTuning();
  void arrangeCompact();
  void arrangeCompare();
  void split(QDockWidget* from, QDockWidget* to, Qt::Orientation orientation);
  void stack(QDockWidget* front, const QList<QDockWidget*>& docks);
  void share(const QList<QDockWidget*>& docks, const QList<int>& parts,
             Qt::Orientation orientation);

  QMainWindow& m_window;
  Settings& m_settings;
  QList<Panel> m_panels;
  QString m_current;
  QAction *m_next, *m_previous, *m_reset, *m_save, *m_remove;
  QActionGroup* m_layouts;
  QTimer m_tabsMayDiffer;
};

}  // namespace kw
