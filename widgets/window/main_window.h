// SPDX-License-Identifier: GPL-3.0-or-later
// The workbench's window: composes panels, bars and menus around one Content, and knows nothing
// else.
#pragma once

#include <QMainWindow>
#include <QSize>
#include <QStringList>
#include <functional>
#include <optional>

#include "widgets/content/content.h"
#include "widgets/jobs/job.h"
#include "widgets/palette/action_registry.h"
#include "widgets/selection/selection.h"
#include "widgets/theme/tokens.h"
#include "widgets/window/dock_layout.h"
#include "widgets/workbench/workbench.h"

class QToolBar;

namespace kw {

class CandidatesPanel;
class CodeComparison;
class TemplatePanel;
class SourcePanel;
class ComparisonPanel;
class CommandPalette;
class CountersPanel;
class CurvesPanel;
class FileDrop;
class HeatMapPanel;
class ImportancePanel;
class LatencyPanel;
class LogPanel;
class MessageBar;
class ParametersPanel;
class NsightAction;
class ProfileAction;
class ProfilingTreePanel;
class ReviewPanel;
class RooflinePanel;
class RunBar;
class Settings;
class StartPage;
class WindowActions;

class MainWindow : public QMainWindow {
  Q_OBJECT

 public:
  struct Manner {
    bool forPicture = false;  // no device is looked for, nothing is remembered
    std::optional<QSize> size;
    std::optional<ThemeName> theme;
  };
  // `settings` outlives it.
  MainWindow(Settings& settings, const Manner& manner);
  ~MainWindow() override;

  // Anything that Workbench::open takes. openDone() or openFailed() follows. Of a .cu file a
  // problem is made first, in a dialog.
  void open(const QString& path);
  // With what the run bar says, but this budget.
  void tune(const QString& budget);
  // Nothing is being read, worked out or run.
  bool isSettled() const;

  QStringList panelNames() const;  // "source", "template", …
  // In front of others; null where there is none of that name.
  QWidget* showPanel(const QString& name);
  // Out of the window, as a window of the same size by itself; for pictures.
  QWidget* takePanel(const QString& name);

  Content& content() { return m_content; }
  Selection& selection() { return m_selection; }
  Workbench& workbench() { return m_workbench; }
  ActionRegistry& actionRegistry() { return m_registry; }

 Q_SIGNALS:
  void openDone();
  void openFailed(const QString& text);

 protected:
  // Tabs of docks, which Qt makes as docks are put together: their titles are whole, and those
  // there is no room for are reached by arrows.
  void childEvent(QChildEvent* event) override;
  void closeEvent(QCloseEvent* event) override;
  // What no action took: the keys of one that is disabled say why.
  void keyPressEvent(QKeyEvent* event) override;

 private:
  void applySettings();
  void makeBars();
  void makePanels();
  void makeMenus();
  void registerActions();
  void connectBars();
  void connectPanels();
  void connectReview();
  void connectWorkbench();
  void connectActions();
  void connectFileActions();
  void addPanel(const QString& name, const QString& title, QWidget* widget, PanelPlace place);
  void listDevices();

  void problemShown(const QString& path);
  void selectNotable();  // the best candidate; the first one where all failed
  void showContent(bool open);
  void showTitle();
  void restorePanels();
  void remember();
  // Calls `next` at once, or when the run that the user lets go of has ended. `stopWords` stand on
  // the button that lets it go.
  void whenRunHasEnded(const QString& stopWords, const std::function<void()>& next);
  bool editsWouldBeLost() const;
  // Calls `next` at once, or after the user has let unsaved edits go.
  void whenEditsAreSafe(const std::function<void()>& next);
  void saveInFolder();
  void askForReport(const Candidate& candidate);
  void askAndExport(std::optional<view::CandidateId> id);
  void askAndReport();
  void showAbout();
  void showNewProblem(const QString& file);  // "": asked for in the dialog
  void showProviders();

  Settings& m_settings;
  const Manner m_manner;
  Content m_content;
  Selection m_selection;
  Workbench m_workbench{m_content, m_selection};
  ActionRegistry m_registry;
  WindowActions* m_actions;
  ProfileAction* m_profile;
  NsightAction* m_nsight;
  DockLayout* m_docks;
  CommandPalette* m_palette;
  StartPage* m_start;
  FileDrop* m_drop;
  RunBar* m_runBar;
  MessageBar* m_messages;
  QToolBar *m_runTools, *m_messageTools;
  CandidatesPanel* m_candidates = nullptr;
  ComparisonPanel* m_comparison = nullptr;
  CountersPanel* m_counters = nullptr;
  CurvesPanel* m_curves = nullptr;
  HeatMapPanel* m_heatMap = nullptr;
  ImportancePanel* m_importance = nullptr;
  LatencyPanel* m_latency = nullptr;
  ParametersPanel* m_parameters = nullptr;
  ProfilingTreePanel* m_tree = nullptr;
  ReviewPanel* m_review = nullptr;
  RooflinePanel* m_roofline = nullptr;
  SourcePanel* m_source = nullptr;
  TemplatePanel* m_template = nullptr;
  CodeComparison* m_code = nullptr;
  LogPanel* m_log = nullptr;
  QStringList m_panelNames;
  QList<QPair<QString, QList<QAction*>>> m_panelActions;
  Job m_deviceJob;
  QString m_reportToShow;               // in a browser, once it is written
  std::function<void()> m_afterSaving;  // what waits for the edits to be in a folder
  std::function<void()> m_afterRun;     // what waits for the run's end
  bool m_discard = false;               // the user lets unsaved edits go
  bool m_panelsShown = false;           // and not the start page
};

}  // namespace kw
