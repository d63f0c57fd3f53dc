// SPDX-License-Identifier: GPL-3.0-or-later
// What happens in the window: who asks whom for what.
#include <QAbstractButton>
#include <QApplication>
#include <QDesktopServices>
#include <QDockWidget>
#include <QFileDialog>
#include <QFileInfo>
#include <QJsonDocument>
#include <QJsonObject>
#include <QKeyEvent>
#include <QMenuBar>
#include <QMessageBox>
#include <QTabBar>
#include <QTimer>
#include <QToolBar>
#include <QUrl>
#include <algorithm>

#include "client/engine/engine.h"
#include "widgets/controls/save_dialog.h"
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
#include "widgets/palette/shortcuts_dialog.h"
#include "widgets/panels/candidates_panel.h"
#include "widgets/panels/comparison_panel.h"
#include "widgets/parameters_plot/parameters_panel.h"
#include "widgets/plots/picture_actions.h"
#include "widgets/plots/plot.h"
#include "widgets/profile_action/nsight_action.h"
#include "widgets/profiling_tree/profiling_tree_panel.h"
#include "widgets/review/review_panel.h"
#include "widgets/roofline/roofline_panel.h"
#include "widgets/run/run_bar.h"
#include "widgets/settings/settings.h"
#include "widgets/start/start_page.h"
#include "widgets/theme/theme.h"
#include "widgets/window/file_drop.h"
#include "widgets/window/main_window.h"
#include "widgets/window/window_actions.h"

namespace kw {

namespace {

QList<DeviceChoice> choicesOf(const std::vector<RunnerDevices>& runners) {
  QList<DeviceChoice> choices;
  for (const RunnerDevices& runner : runners)
    for (const DeviceInfo& device : runner.devices) {
      QStringList missing;
      for (const std::string& what : device.missing)
        missing.push_back(QString::fromStdString(what));
      choices.push_back({QString::fromStdString(device.id),
                         QString::fromStdString(device.id + ", " + device.model),
                         missing.join(QLatin1Char('\n'))});
    }
  return choices;
}

bool isKernelSource(const QString& path) {
  return path.endsWith(QLatin1String(".cu")) || path.endsWith(QLatin1String(".cuh"));
}

// The name a problem's files begin with.
QString stem(const Content& content) {
  return content.isOpen() ? QString::fromStdString(content.problem()->problem.name)
                          : QStringLiteral("kernel");
}

}  // namespace

void MainWindow::connectBars() {
  m_runBar->setChoices(m_settings.values().run);
  connect(m_runBar, &RunBar::tuneRequested, &m_workbench, &Workbench::tune);
  connect(m_runBar, &RunBar::pauseRequested, &m_workbench, &Workbench::setPaused);
  connect(m_runBar, &RunBar::stopRequested, &m_workbench, &Workbench::stop);
  connect(m_runBar, &RunBar::choicesChanged, this, [this](const RunChoices& choices) {
    m_settings.setRun(choices);
    m_workbench.setRequest(choices);
  });
  m_workbench.setRequest(m_runBar->choices());
  connect(m_start, &StartPage::openWanted, this, &MainWindow::open);
  connect(m_start, &StartPage::newProblemWanted, this, [this] { showNewProblem({}); });
  connect(m_start, &StartPage::noticed, m_log, &LogPanel::add);
  connect(m_drop, &FileDrop::dropped, this, [this](const QString& path, int count) {
    if (count > 1)
      m_log->add(
          tr("Of %1 files that were dropped, only '%2' is opened: one can be open at a time.")
              .arg(count)
              .arg(path));
    open(path);
  });
  connect(m_messages, &MessageBar::shownChanged, m_messageTools, &QWidget::setVisible);
  // Whoever finds another theme and no recent files wants to know why, and may not see the log.
  const auto tellOfSettings = [this](const QString& text) {
    m_log->add(text);
    m_messages->showWarning(text);
  };
  connect(&m_settings, &Settings::noticed, this, tellOfSettings);
  if (!m_settings.notice().isEmpty()) tellOfSettings(m_settings.notice());
}

// For a session that can only be read: nothing is put beside it.
void MainWindow::askForReport(const Candidate& candidate) {
  askWhereToSave(
      *this,
      {tr("Keep Nsight Compute's report"), stem(m_content) + QStringLiteral(".ncu-rep"),
       tr("Nsight Compute's reports (*.ncu-rep)"), QStringLiteral("ncu-rep")},
      [this, candidate](const QString& path) { m_workbench.openInNsight(candidate, path); });
}

void MainWindow::connectPanels() {
  const auto nsight = [this](const Candidate& candidate) { m_workbench.openInNsight(candidate); };
  connect(m_nsight, &NsightAction::wanted, this, nsight);
  connect(m_candidates, &CandidatesPanel::nsightWanted, this, nsight);
  connect(&m_workbench, &Workbench::nsightPlaceWanted, this, &MainWindow::askForReport);
  connect(m_code, &CodeComparison::sourceLineChosen, this, [this](bool isTemplate, int line) {
    if (isTemplate)
      m_template->goToLine(line);
    else
      m_source->goToLine(line);
  });
  connect(m_candidates, &CandidatesPanel::exportWanted, this, &MainWindow::askAndExport);
  connect(m_candidates, &CandidatesPanel::detailsRequested, this,
          [this] { m_docks->reveal(QStringLiteral("dock.details")); });
  // The keys stay in the table, where more can be selected.
  connect(m_candidates, &CandidatesPanel::compareRequested, this,
          [this] { m_docks->show(QStringLiteral("dock.comparison")); });
  const auto tell = [this](const QString& path, const QString& fault) {
    if (fault.isEmpty())
      m_messages->showDone(tr("Wrote %1").arg(path));
    else
      m_messages->showError(tr("Saving the picture"), {ErrorKind::failed, fault.toStdString()});
  };
  for (Plot* plot : findChildren<Plot*>())
    connect(plot, &Plot::saved, this, tell);
  for (PictureActions* pictures : findChildren<PictureActions*>())
    connect(pictures, &PictureActions::saved, this, tell);
  connect(m_counters, &CountersPanel::exported, this,
          [this](const QString& path, const Status& status) {
            if (status)
              m_messages->showDone(tr("Wrote %1").arg(path));
            else
              m_messages->showError(tr("Exporting the profile"), status.error());
          });
  connect(&m_content, &Content::problemChanged, this, [this] {
    showContent(m_content.isOpen());
    showTitle();
  });
}

void MainWindow::connectReview() {
  connect(m_review, &ReviewPanel::proposeWanted, &m_workbench, &Workbench::propose);
  connect(m_review, &ReviewPanel::stopWanted, &m_workbench, &Workbench::stop);
  connect(m_review, &ReviewPanel::attentionWanted, this,
          [this] { m_docks->reveal(QStringLiteral("dock.review")); });
  // A prompt rests on the best candidate's profile.
  connect(m_review, &ReviewPanel::metricWanted, this, [this](const QString& id) {
    const auto best = m_content.winner();
    if (!m_counters->goToMetric(id) && best) m_selection.selectOnly(*best);
    m_docks->reveal(QStringLiteral("dock.counters"));
    if (!m_counters->goToMetric(id))
      m_messages->showNote(tr("No profile that is shown has %1.").arg(id));
  });
}

void MainWindow::connectWorkbench() {
  connect(&m_workbench, &Workbench::opened, this, &MainWindow::problemShown);
  connect(&m_workbench, &Workbench::failed, this, [this](const QString& doing, const Error& error) {
    m_reportToShow.clear();
    m_afterSaving = nullptr;
    m_messages->showError(doing, error);
    m_log->add(tr("%1 failed: %2").arg(doing, QString::fromStdString(error.text())));
    Q_EMIT openFailed(m_messages->text());
  });
  connect(&m_workbench, &Workbench::wrote, this, [this](const QStringList& files) {
    const QString text = tr("Wrote %1").arg(files.join(QStringLiteral(", ")));
    m_messages->showDone(text);
    m_log->add(text);
    if (files.contains(m_reportToShow))
      QDesktopServices::openUrl(QUrl::fromLocalFile(std::exchange(m_reportToShow, QString())));
  });
  // What went wrong with the run before is no news of this one.
  connect(&m_content, &Content::runStateChanged, this, [this] {
    if (m_content.runState() == RunState::starting) m_messages->dismiss();
  });
  connect(&m_workbench, &Workbench::saved, this, [this] {
    if (const auto next = std::exchange(m_afterSaving, nullptr)) next();
  });
  connect(&m_workbench, &Workbench::closed, this, [this] { m_start->refresh(); });
  connect(&m_workbench, &Workbench::runFinished, this, [this] {
    if (const auto next = std::exchange(m_afterRun, nullptr)) return next();
    if (!m_selection.current()) selectNotable();
  });
}

void MainWindow::connectActions() {
  const auto on = [this](QAction* action, auto slot) {
    addAction(action);
    connect(action, &QAction::triggered, this, slot);
  };
  on(m_actions->toggleTheme, [] {
    Theme& theme = Theme::instance();
    theme.setName(theme.name() == ThemeName::light ? ThemeName::dark : ThemeName::light);
  });
  on(m_actions->largerFont,
     [] { Theme::instance().setFontStep(Theme::instance().fontStep() + 1); });
  on(m_actions->smallerFont,
     [] { Theme::instance().setFontStep(Theme::instance().fontStep() - 1); });
  on(m_actions->resetFont, [] { Theme::instance().setFontStep(0); });
  on(m_actions->selectBest, [this] { m_selection.selectOnly(*m_content.winner()); });
  on(m_actions->selectSource, [this] { m_selection.selectOnly(*m_content.candidates().source()); });
  on(m_actions->pinBaseline, [this] { m_selection.setBaseline(m_selection.current()); });
  on(m_actions->shortcuts, [this] {
    auto* dialog = new ShortcutsDialog(m_registry, this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->open();
  });
  on(m_actions->about, [this] { showAbout(); });
  connect(&Theme::instance(), &Theme::changed, this, [this] {
    if (m_manner.forPicture) return;
    m_settings.setTheme(Theme::instance().name());
    m_settings.setFontStep(Theme::instance().fontStep());
  });
  connect(&m_registry, &ActionRegistry::recentChanged, this,
          [this] { m_settings.setRecentActions(m_registry.recent()); });
  // A layout is about panels: what it says of the bars is not to be followed.
  connect(m_docks, &DockLayout::currentChanged, this, [this] {
    m_runTools->setVisible(m_panelsShown);
    m_messageTools->setVisible(!m_messages->text().isEmpty());
  });
  connect(m_docks, &DockLayout::actionsChanged, this,
          [this] { m_registry.add(m_docks->layoutActions(), tr("Layout")); });
}

void MainWindow::connectFileActions() {
  const auto on = [this](QAction* action, auto slot) {
    addAction(action);
    connect(action, &QAction::triggered, this, slot);
  };
  on(m_actions->close, [this] {
    whenRunHasEnded(tr("Stop it and close"),
                    [this] { whenEditsAreSafe([this] { m_workbench.close(); }); });
  });
  on(m_actions->saveProblem, [this] { saveInFolder(); });
  on(m_actions->saveProblemAs, [this] {
    const QString folder =
        QFileDialog::getExistingDirectory(this, tr("Save the problem in a folder"));
    if (folder.isEmpty())
      m_afterSaving = nullptr;
    else
      m_workbench.saveProblem(folder);
  });
  on(m_actions->writeReport, [this] { askAndReport(); });
  on(m_actions->exportWinner, [this] { askAndExport(std::nullopt); });
  on(m_actions->providers, [this] { showProviders(); });
  on(m_actions->quit, [this] { close(); });
}

void MainWindow::open(const QString& path) {
  if (isKernelSource(path)) return showNewProblem(path);
  const auto openIt = [this, path] {
    m_messages->showBusy(tr("Opening %1").arg(path));
    m_workbench.open(path);
  };
  whenRunHasEnded(tr("Stop it and open the other"), [this, openIt] { whenEditsAreSafe(openIt); });
}

void MainWindow::tune(const QString& budget) {
  RunChoices request = m_runBar->choices();
  request.budget = budget;
  m_runBar->setChoices(request);  // what runs is what it shows
  m_workbench.tune(request);
}

void MainWindow::keyPressEvent(QKeyEvent* event) {
  // Outside dialogs, Qt's buttons take the space bar alone.
  auto* button = qobject_cast<QAbstractButton*>(focusWidget());
  if (button && event->modifiers() == Qt::NoModifier &&
      (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter))
    return button->click();
  const QKeySequence keys(event->keyCombination());
  for (const RegisteredAction& each : m_registry.actions()) {
    const QString reason = ActionRegistry::disabledReason(each.action);
    if (each.action->isEnabled() || reason.isEmpty() ||
        each.action->shortcutContext() != Qt::WindowShortcut ||
        !each.action->shortcuts().contains(keys))
      continue;
    m_messages->showNote(tr("%1: %2").arg(each.text(), reason));
    return;
  }
  QMainWindow::keyPressEvent(event);
}

void MainWindow::selectNotable() {
  const view::CandidateList& candidates = m_content.candidates();
  const auto& rows = candidates.all();
  // Where all failed, the first one says why, in the template's line.
  const auto failed = std::find_if(rows.begin(), rows.end(), [](const view::CandidateRow& row) {
    return row.candidate.isTemplate && !row.verified();
  });
  if (candidates.verified() == 0 && failed != rows.end())
    m_selection.selectOnly(static_cast<view::CandidateId>(failed - rows.begin()));
  else if (candidates.best())
    m_selection.selectOnly(*candidates.best());
}

bool MainWindow::isSettled() const {
  // A panel that nobody sees puts its work off.
  const auto panelSettled = [](const auto* panel) {
    return panel->visibleRegion().isEmpty() || panel->settled();
  };
  return m_workbench.isSettled() && !m_deviceJob.running() && panelSettled(m_latency) &&
         panelSettled(m_parameters) && panelSettled(m_importance) && panelSettled(m_heatMap) &&
         panelSettled(m_curves) && panelSettled(m_counters) && panelSettled(m_roofline) &&
         panelSettled(m_review);
}

void MainWindow::problemShown(const QString& path) {
  m_messages->dismiss();
  if (const auto request = m_workbench.lastRequest()) {
    RunChoices choices = m_runBar->choices();
    choices.strategy = request->strategy;
    choices.budget = request->budget;
    choices.seed = request->seed;
    m_runBar->setChoices(choices);
  }
  selectNotable();
  m_code->showSourceAgainstTemplate();
  if (!m_manner.forPicture) {
    RecentFile recent;
    recent.path = m_content.session().path.isEmpty()
                      ? QString::fromStdString(m_content.problem()->folder.string())
                      : m_content.session().path;
    if (recent.path.isEmpty()) recent.path = path;
    recent.path = QFileInfo(recent.path).absoluteFilePath();
    recent.problem = QString::fromStdString(m_content.problem()->problem.name);
    if (m_content.device()) recent.device = QString::fromStdString(m_content.device()->model);
    m_settings.addRecent(recent);
  }
  if (m_content.session().readOnly)
    m_log->add(tr("Opened for reading only: %1").arg(m_content.session().readOnlyWhy));
  Q_EMIT openDone();
}

void MainWindow::childEvent(QChildEvent* event) {
  QMainWindow::childEvent(event);
  auto* const tabs = event->polished() ? qobject_cast<QTabBar*>(event->child()) : nullptr;
  if (!tabs) return;
  tabs->setElideMode(Qt::ElideNone);
  tabs->setUsesScrollButtons(true);
}

// The start page stands in the middle while nothing is open; then the docks have all the room.
void MainWindow::showContent(bool open) {
  if (open == m_panelsShown) {
    m_runTools->setVisible(open);
    return;
  }
  m_panelsShown = open;
  if (open) {
    takeCentralWidget();
    m_start->hide();
    // Rooms can be shared out once the middle has given up its own. After 1 ms, not 0: what is
    // queued comes before input and paint, so that all of it would be one pause.
    QTimer::singleShot(1, m_docks, &DockLayout::restore);
    return;
  }
  m_docks->remember();  // while everything of it is still to be seen
  m_runTools->hide();
  for (const QString& name : std::as_const(m_panelNames))
    m_docks->dock(QStringLiteral("dock.") + name)->hide();
  setCentralWidget(m_start);
  m_start->show();
}

void MainWindow::showTitle() {
  setWindowTitle(m_content.isOpen() ? stem(m_content) : QString());
}

void MainWindow::restorePanels() {
  const QMap<QString, QByteArray>& panels = m_settings.values().panels;
  const auto stateOf = [&panels](const char* name) { return panels.value(QLatin1String(name)); };
  const auto mapOf = [&stateOf](const char* name) {
    return QJsonDocument::fromJson(stateOf(name)).object().toVariantMap();
  };
  if (m_manner.forPicture) return;
  if (!stateOf("candidates").isEmpty()) m_candidates->restoreState(stateOf("candidates"));
  if (!stateOf("comparison").isEmpty()) m_comparison->restoreState(stateOf("comparison"));
  m_latency->restoreState(mapOf("latency"));
  m_parameters->restoreState(mapOf("parameters"));
  m_importance->restoreState(mapOf("importance"));
  m_heatMap->restoreState(mapOf("heatmap"));
  m_curves->restoreState(mapOf("runs"));
  m_roofline->restoreState(mapOf("roofline"));
  m_tree->restoreState(mapOf("tree"));
  m_review->restoreState(mapOf("review"));
}

void MainWindow::remember() {
  if (m_manner.forPicture) return;
  const auto textOf = [](const QVariantMap& state) {
    return QJsonDocument(QJsonObject::fromVariantMap(state)).toJson(QJsonDocument::Compact);
  };
  m_settings.setPanelState(QStringLiteral("candidates"), m_candidates->saveState());
  m_settings.setPanelState(QStringLiteral("comparison"), m_comparison->saveState());
  m_settings.setPanelState(QStringLiteral("latency"), textOf(m_latency->saveState()));
  m_settings.setPanelState(QStringLiteral("parameters"), textOf(m_parameters->saveState()));
  m_settings.setPanelState(QStringLiteral("importance"), textOf(m_importance->saveState()));
  m_settings.setPanelState(QStringLiteral("heatmap"), textOf(m_heatMap->saveState()));
  m_settings.setPanelState(QStringLiteral("runs"), textOf(m_curves->saveState()));
  m_settings.setPanelState(QStringLiteral("roofline"), textOf(m_roofline->saveState()));
  m_settings.setPanelState(QStringLiteral("tree"), textOf(m_tree->saveState()));
  m_settings.setPanelState(QStringLiteral("review"), textOf(m_review->saveState()));
  if (m_panelsShown) m_docks->remember();
  m_settings.setGeometry(saveGeometry());
}

void MainWindow::saveInFolder() {
  const std::filesystem::path& folder = m_content.problem()->folder;
  std::error_code ignored;
  if (isInLibrary(folder) || !std::filesystem::is_directory(folder, ignored))
    m_actions->saveProblemAs->trigger();  // the library's own kernels stay as they are
  else
    m_workbench.saveProblem(QString::fromStdString(folder.string()));
}

void MainWindow::askAndExport(std::optional<view::CandidateId> id) {
  askWhereToSave(*this,
                 {tr("Export the kernel and its launcher"), stem(m_content) + "_tuned.cu",
                  tr("CUDA C++ (*.cu)"), QStringLiteral("cu")},
                 [this, id](const QString& file) { m_workbench.exportCandidate(id, file); });
}

void MainWindow::askAndReport() {
  askWhereToSave(*this,
                 {tr("Write the report"), stem(m_content) + "_report.html", tr("HTML (*.html)"),
                  QStringLiteral("html")},
                 [this](const QString& file) {
                   m_reportToShow = file;
                   m_workbench.writeReport(file);
                 });
}

void MainWindow::listDevices() {
  m_deviceJob.start(
      [](std::stop_token stop) { return kw::listDevices(RunnerChoice(), false, stop); },
      [this](Result<std::vector<RunnerDevices>> runners) {
        if (runners) {
          m_runBar->setDevices(choicesOf(*runners));
          return;
        }
        m_log->add(tr("The devices of this machine cannot be listed: %1")
                       .arg(QString::fromStdString(runners.error().text())));
      });
}

void MainWindow::showAbout() {
  QMessageBox::about(
      this, tr("About Kernelwright"),
      tr("Kernelwright %1\n\nMakes GPU kernels fast and proves it: source, template and parameter "
         "space side by side, tuned live, each candidate verified against an independent "
         "oracle.\n\nGPL-3.0-or-later. Made with Qt %2, QScintilla, SQLite and others; see "
         "CONTRIBUTING.md.")
          .arg(QApplication::applicationVersion(), QLatin1String(qVersion())));
}

}  // namespace kw
