// SPDX-License-Identifier: GPL-3.0-or-later
// What the window consists of. What happens in it is in window_behaviour.cpp.
#include "widgets/window/main_window.h"

#include <QDockWidget>
#include <QGuiApplication>
#include <QMenuBar>
#include <QScreen>
#include <QStatusBar>
#include <QToolBar>

#include "widgets/counters/counters_panel.h"
#include "widgets/curves/curves_panel.h"
#include "widgets/editors/code_comparison.h"
#include "widgets/editors/source_panel.h"
#include "widgets/editors/template_panel.h"
#include "widgets/heat_map/heat_map_panel.h"
#include "widgets/importance/importance_panel.h"
#include "widgets/latency/latency_panel.h"
#include "widgets/log/log_panel.h"
#include "widgets/messages/message_bar.h"
#include "widgets/palette/command_palette.h"
#include "widgets/panels/candidates_panel.h"
#include "widgets/panels/comparison_panel.h"
#include "widgets/panels/details_panel.h"
#include "widgets/parameters_plot/parameters_panel.h"
#include "widgets/profile_action/nsight_action.h"
#include "widgets/profile_action/profile_action.h"
#include "widgets/profiling_tree/profiling_tree_panel.h"
#include "widgets/review/review_panel.h"
#include "widgets/roofline/roofline_panel.h"
#include "widgets/run/run_bar.h"
#include "widgets/settings/settings.h"
#include "widgets/space/space_panel.h"
#include "widgets/start/start_page.h"
#include "widgets/theme/theme.h"
#include "widgets/window/file_drop.h"
#include "widgets/window/results_menu.h"
#include "widgets/window/status_line.h"
#include "widgets/window/window_actions.h"

namespace kw {

namespace {

constexpr QSize usualSize(1600, 1000);

// With a frame around it, the window is to be on the screen whole; a picture is on none.
QSize roomFor(QSize wanted, bool forPicture) {
  if (forPicture) return wanted;
  constexpr QSize frame(16, 48);
  const QScreen* screen = QGuiApplication::primaryScreen();
  return screen ? wanted.boundedTo(screen->availableSize() - frame) : wanted;
}

QToolBar* fixedBar(QMainWindow& window, const QString& name, const QString& title,
                   QWidget* content) {
  auto* bar = new QToolBar(title, &window);
  bar->setObjectName(name);
  bar->setProperty("fixed", true);
  bar->setMovable(false);
  bar->setFloatable(false);
  bar->toggleViewAction()->setVisible(false);
  bar->setContextMenuPolicy(Qt::PreventContextMenu);
  bar->addWidget(content);
  window.addToolBar(Qt::TopToolBarArea, bar);
  return bar;
}

}  // namespace

MainWindow::MainWindow(Settings& settings, const Manner& manner)
    : m_settings(settings), m_manner(manner) {
  setObjectName(QStringLiteral("mainWindow"));
  applySettings();
  m_actions = new WindowActions(m_content, this);
  m_profile = new ProfileAction(m_content, m_selection, this);
  m_profile->setObjectName(QStringLiteral("run.profile"));
  m_profile->setShortcut(Qt::Key_F9);
  addAction(m_profile);
  m_nsight = new NsightAction(m_content, m_selection, this);
  m_nsight->setObjectName(QStringLiteral("run.nsight"));
  addAction(m_nsight);
  m_docks = new DockLayout(*this, m_settings);
  m_palette = new CommandPalette(m_registry, this);
  makeBars();
  makePanels();
  m_start = new StartPage(m_settings);
  setCentralWidget(m_start);
  m_drop = new FileDrop(*this, m_start);
  makeMenus();
  registerActions();
  connectBars();
  connectPanels();
  connectReview();
  connectWorkbench();
  connectActions();
  connectFileActions();
  restorePanels();
  resize(m_manner.size.value_or(roomFor(usualSize, m_manner.forPicture)));
  if (!m_manner.size && !m_manner.forPicture && !m_settings.values().geometry.isEmpty())
    restoreGeometry(m_settings.values().geometry);
  for (const QString& name : std::as_const(m_panelNames))
    m_docks->dock(QStringLiteral("dock.") + name)->hide();
  showContent(false);
  showTitle();
  if (!m_manner.forPicture) listDevices();
}

// Panels refer to content and selection, which as members would go before them.
MainWindow::~MainWindow() {
  takeCentralWidget();
  delete m_start;
  for (QDockWidget* dock : findChildren<QDockWidget*>(Qt::FindDirectChildrenOnly))
    delete dock;
  delete m_runTools;
}

void MainWindow::applySettings() {
  Theme& theme = Theme::instance();
  theme.setName(m_manner.theme.value_or(m_settings.values().theme));
  theme.setFontStep(m_settings.values().fontStep);
  theme.apply();
}

void MainWindow::makeBars() {
  m_runBar = new RunBar(m_content);
  m_messages = new MessageBar;
  m_runTools = fixedBar(*this, QStringLiteral("tools.run"), tr("Run"), m_runBar);
  addToolBarBreak();
  m_messageTools = fixedBar(*this, QStringLiteral("tools.messages"), tr("Messages"), m_messages);
  m_messageTools->hide();
  statusBar()->setSizeGripEnabled(false);
  statusBar()->addWidget(new StatusLine(m_content), 1);
}

void MainWindow::addPanel(const QString& name, const QString& title, QWidget* widget,
                          PanelPlace place) {
  m_panelNames.push_back(name);
  m_docks->add({QStringLiteral("dock.") + name, title, widget, place});
}

void MainWindow::makePanels() {
  const auto keep = [this](const QString& category, auto* panel) {
    m_panelActions.push_back({category, panel->panelActions()});
    return panel;
  };
  m_source = keep(tr("Source"), new SourcePanel(m_content, m_selection));
  addPanel(QStringLiteral("source"), tr("Source kernel"), m_source, PanelPlace::source);
  m_template = keep(tr("Template"), new TemplatePanel(m_content, m_selection));
  addPanel(QStringLiteral("template"), tr("Template"), m_template, PanelPlace::editedTemplate);
  addPanel(QStringLiteral("space"), tr("Parameter space"),
           keep(tr("Space"), new SpacePanel(m_content, m_selection)), PanelPlace::space);
  m_latency = keep(tr("Latency"), new LatencyPanel(m_content, m_selection));
  addPanel(QStringLiteral("latency"), tr("Latency"), m_latency, PanelPlace::plots);
  m_parameters = keep(tr("Parameters"), new ParametersPanel(m_content, m_selection));
  addPanel(QStringLiteral("parameters"), tr("Parameters"), m_parameters, PanelPlace::plots);
  m_candidates = keep(tr("Candidates"), new CandidatesPanel(m_content, m_selection));
  addPanel(QStringLiteral("candidates"), tr("Candidates"), m_candidates, PanelPlace::candidates);
  addPanel(QStringLiteral("details"), tr("Details"),
           keep(tr("Details"), new DetailsPanel(m_content, m_selection)), PanelPlace::details);
  m_comparison = keep(tr("Comparison"), new ComparisonPanel(m_content, m_selection));
  addPanel(QStringLiteral("comparison"), tr("Comparison"), m_comparison, PanelPlace::details);
  m_code = keep(tr("Code comparison"), new CodeComparison(m_content));
  m_code->setLister([this] { return m_workbench.lister(); });
  addPanel(QStringLiteral("code"), tr("Code side by side"), m_code, PanelPlace::plots);
  m_log = keep(tr("Log"), new LogPanel(m_content, m_selection));
  addPanel(QStringLiteral("log"), tr("Log"), m_log, PanelPlace::foot);
  // Last, so that the keys of the others stay.
  m_importance = keep(tr("Importance"), new ImportancePanel(m_content, m_selection));
  addPanel(QStringLiteral("importance"), tr("Importance"), m_importance, PanelPlace::plots);
  m_heatMap = keep(tr("Heat map"), new HeatMapPanel(m_content, m_selection));
  addPanel(QStringLiteral("heatmap"), tr("Heat map"), m_heatMap, PanelPlace::plots);
  m_curves = keep(tr("Runs"), new CurvesPanel(m_content, m_selection));
  addPanel(QStringLiteral("runs"), tr("Runs"), m_curves, PanelPlace::plots);
  m_counters = keep(tr("Counters"), new CountersPanel(m_content, m_selection));
  addPanel(QStringLiteral("counters"), tr("Counters"), m_counters, PanelPlace::plots);
  m_roofline = keep(tr("Roofline"), new RooflinePanel(m_content, m_selection));
  addPanel(QStringLiteral("roofline"), tr("Roofline"), m_roofline, PanelPlace::plots);
  m_tree = keep(tr("Profiling tree"), new ProfilingTreePanel(m_content, m_selection));
  addPanel(QStringLiteral("tree"), tr("Profiling tree"), m_tree, PanelPlace::plots);
  m_review = keep(tr("Proposals"), new ReviewPanel(m_content, m_workbench.agent()));
  addPanel(QStringLiteral("review"), tr("Proposals"), m_review, PanelPlace::plots);
  connect(m_tree, &ProfilingTreePanel::policyChanged, this,
          [this] { m_workbench.setPolicy(m_tree->policy()); });
  connect(m_importance, &ImportancePanel::pairWanted, this,
          [this](const QString& first, const QString& second) {
            m_heatMap->choosePair(first, second);
            m_docks->reveal(QStringLiteral("dock.heatmap"));
          });
  connect(m_comparison, &ComparisonPanel::codeWanted, this,
          [this](const std::vector<view::CandidateId>& ids) {
            if (ids.size() < 2) return;
            m_code->show(ids.front(), ids.back());
            m_docks->reveal(QStringLiteral("dock.code"));
          });
}

void MainWindow::makeMenus() {
  QMenu* file = m_actions->fileMenu(menuBar());
  file->insertActions(file->actions().front(), m_start->panelActions());
  QMenu* run = menuBar()->addMenu(tr("&Run"));
  run->addActions(m_runBar->panelActions());
  run->addSeparator();
  run->addAction(m_profile);
  run->addAction(m_nsight);
  QMenu* go = m_actions->goMenu(menuBar());
  auto* results = new ResultsMenu(m_content, go);
  connect(results, &ResultsMenu::placeWanted, &m_workbench, &Workbench::showPlace);
  go->addSeparator();
  go->addMenu(results);
  QMenu* look = menuBar()->addMenu(tr("&View"));
  m_docks->fillMenu(*look);
  look->addSeparator();
  look->addActions(m_actions->viewActions());
  look->addSeparator();
  look->addActions(m_messages->panelActions());
  QMenu* help = m_actions->helpMenu(menuBar());
  help->insertAction(help->actions().front(), m_palette->openAction());
  addAction(m_palette->openAction());
  addActions(m_messages->panelActions());
}

void MainWindow::registerActions() {
  m_actions->registerIn(m_registry);
  m_registry.add(m_start->panelActions(), tr("File"));
  m_registry.add(m_runBar->panelActions(), tr("Run"));
  m_registry.add(m_profile, tr("Run"));
  m_registry.add(m_nsight, tr("Run"));
  m_registry.add(m_messages->panelActions(), tr("View"));
  m_registry.add(m_docks->panelActions(), tr("View"));
  m_registry.add(m_docks->layoutActions(), tr("Layout"));
  m_registry.add(m_palette->openAction(), tr("Help"));
  for (const auto& [category, actions] : std::as_const(m_panelActions))
    m_registry.add(actions, category);
  m_registry.setRecent(m_settings.values().recentActions);
}

QStringList MainWindow::panelNames() const {
  return m_panelNames;
}

QWidget* MainWindow::showPanel(const QString& name) {
  if (!m_panelNames.contains(name)) return nullptr;
  m_docks->reveal(QStringLiteral("dock.") + name);
  return m_docks->dock(QStringLiteral("dock.") + name)->widget();
}

QWidget* MainWindow::takePanel(const QString& name) {
  QWidget* panel = showPanel(name);
  if (!panel) return nullptr;
  QDockWidget* dock = m_docks->dock(QStringLiteral("dock.") + name);
  dock->setTitleBarWidget(new QWidget(dock));
  dock->setFloating(true);
  dock->resize(size());
  return panel;
}

}  // namespace kw
