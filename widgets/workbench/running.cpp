// SPDX-License-Identifier: GPL-3.0-or-later
// Runs as the workbench sees them.
#include <utility>

#include "base/files/files.h"
#include "model/formats/wording.h"
#include "widgets/workbench/workbench.h"

namespace kw {

namespace {

// Made when a run needs it: a problem that was only looked at leaves no file behind.
Result<std::shared_ptr<Session>> makeSession(const std::filesystem::path& path) {
  KW_TRY(files::makeFolders(path.parent_path()));
  KW_ASSIGN(std::unique_ptr<Session> session, Session::open(path, Session::Mode::create));
  return std::shared_ptr<Session>(std::move(session));
}

QString summaryText(const TuneSummary& summary) {
  QString text = Workbench::tr("%1 in %2: %3 verified, %4 failed.")
                     .arg(QString::fromStdString(countText(summary.evaluated, "candidate")),
                          QString::fromStdString(durationText(summary.wallSeconds)))
                     .arg(summary.verified)
                     .arg(summary.failed);
  if (summary.resumed > 0)
    text += QLatin1Char(' ') +
            Workbench::tr("%1 kept from before.")
                .arg(QString::fromStdString(countText(summary.resumed, "candidate")));
  if (summary.exhausted) text += QLatin1Char(' ') + Workbench::tr("The whole space was tried.");
  return summary.cancelled ? Workbench::tr("Stopped. Everything measured is kept. ") + text : text;
}

}  // namespace

void Workbench::connectDriver() {
  connect(&m_driver, &RunDriver::phaseChanged, this, [this](const QString& text) {
    RunFigures figures = m_content.run();
    figures.phase = text;
    m_content.setRun(figures);
  });
  connect(&m_driver, &RunDriver::arrived, this, &Workbench::take);
  connect(&m_driver, &RunDriver::finished, this, &Workbench::endRun);
  connect(&m_driver, &RunDriver::evaluated, this, &Workbench::endEvaluation);
  connect(&m_driver, &RunDriver::duelled, this, &Workbench::endDuel);
  connect(&m_driver, &RunDriver::profileGrew, &m_content, &Content::growProfile);
  connect(&m_driver, &RunDriver::profiled, this, &Workbench::endProfile);
  connect(&m_driver, &RunDriver::nsightEnded, this, &Workbench::endNsight);
  connect(&m_driver, &RunDriver::settled, this,
          [this](const std::shared_ptr<const Standing>& standing) { takeStanding(*standing); });
  connect(&m_driver, &RunDriver::couldNotSettle, this, [this](const Error& error) {
    Q_EMIT failed(tr("Measuring the finalists in turns"), error);
  });
  connect(&m_driver, &RunDriver::deviceOpened, this, &Workbench::useDevice);
}

RunDriver::Work Workbench::work(const RunChoices& request) {
  RunDriver::Work work;
  work.problem = m_content.problem();
  work.request = request;
  work.session = [this, session = m_session,
                  path = m_sessionPath]() -> Result<std::shared_ptr<Session>> {
    if (session) return session;
    KW_ASSIGN(const std::shared_ptr<Session> made, makeSession(path));
    QMetaObject::invokeMethod(this, [this, made, path] {
      if (m_session || m_sessionPath != path) return;
      m_session = made;
      m_content.setSession(sessionState());
    });
    return made;
  };
  return work;
}

void Workbench::tune(const RunChoices& request) {
  if (!m_content.isOpen() || isBusy()) return;
  if (m_readOnly) {
    Q_EMIT failed(tr("Tuning"),
                  Error{ErrorKind::badInput,
                        "the session is open for reading only: " + m_readOnlyWhy.toStdString(),
                        {},
                        "open the problem's folder, or wait until it is free"});
    return;
  }
  m_request = request;
  m_content.setRun({});
  m_content.setRunState(RunState::starting);
  m_driver.tune(work(request));
}

void Workbench::setPaused(bool paused) {
  if (!m_driver.busy()) return;
  m_driver.setPaused(paused);
  m_content.setRunState(paused ? RunState::paused : RunState::running);
}

void Workbench::stop() {
  if (!isBusy()) return;
  m_content.setRunState(RunState::stopping);
  if (m_agent.busy())
    m_agent.stop();
  else
    m_driver.stop();
}

void Workbench::take(const RunBatch& batch) {
  for (const std::string& notice : batch.notices)
    Q_EMIT m_content.noticed(QString::fromStdString(notice));
  if (batch.started) {
    if (m_content.runState() == RunState::starting) m_content.setRunState(RunState::running);
    RunFigures begun = m_content.run();
    begun.kept = batch.started->resumed;
    m_content.setRun(begun);
    for (const std::string& warning : batch.started->warnings)
      Q_EMIT m_content.noticed(tr("Warning: %1").arg(QString::fromStdString(warning)));
  }
  // A run goes on with the revision that it began with; only results of the present one are shown.
  const LoadedProblem& problem = *m_content.problem();
  std::vector<view::CandidateRow> rows;
  for (const view::CandidateRow& row : batch.rows) {
    const Candidate& candidate = row.candidate;
    if (candidate.textHash == (candidate.isTemplate ? problem.templateHash : problem.sourceHash))
      rows.push_back(row);
    else
      ++m_elsewhere;
  }
  // A row that is not the best of all may still be the best on one case, which the finding says.
  const bool changed = !rows.empty() || !batch.notable.empty();
  m_content.appendCandidates(std::move(rows));
  for (const auto& evaluation : batch.notable)
    takeNotable(evaluation);
  if (changed) makeFinding();
  RunFigures figures = m_content.run();
  if (batch.progress) {
    figures.done = batch.progress->done;
    figures.failed = batch.progress->failed;
    figures.total = batch.progress->total;
    figures.elapsedSeconds = batch.progress->elapsedSeconds;
    figures.leftSeconds = batch.progress->leftSeconds;
  }
  if (!batch.phase.empty()) figures.phase = QString::fromStdString(batch.phase);
  m_content.setRun(figures);
  if (batch.missed > 0) follow();  // what was dropped stands in the session
}

void Workbench::takeNotable(const std::shared_ptr<const Evaluation>& evaluation) {
  const Candidate& candidate = evaluation->candidate;
  const LoadedProblem& problem = *m_content.problem();
  if (candidate.textHash != (candidate.isTemplate ? problem.templateHash : problem.sourceHash))
    return;
  if (!candidate.isTemplate) m_source = evaluation;
  const bool usable =
      evaluation->verdict.ok() && evaluation->verdict.appliesToAll() && evaluation->geomean > 0;
  if (!usable || (m_best && evaluation->geomean >= m_best->geomean)) return;
  m_best = evaluation;
  m_finalFigures.clear();  // those of the one before
}

void Workbench::endRun(const Result<TuneSummary>& result) {
  m_content.setRunState(RunState::idle);
  if (result) {
    Q_EMIT m_content.noticed(summaryText(*result));
    if (!result->cancelled && result->verified == 0 && result->evaluated > 0)
      Q_EMIT failed(tr("Tuning"), Error{ErrorKind::failed,
                                        "no candidate was verified",
                                        {},
                                        "the candidates' reasons stand in the table"});
  } else if (result.error().kind == ErrorKind::cancelled) {
    Q_EMIT m_content.noticed(tr("Stopped before anything was measured."));
  } else {
    Q_EMIT failed(tr("Tuning"), result.error());
  }
  RunFigures figures = m_content.run();
  figures.phase.clear();
  figures.leftSeconds = -1;
  m_content.setRun(figures);
  makeFinding();
  storeRevision();  // the run has made its own one the head
  m_content.setSession(sessionState());
  Q_EMIT runFinished();
}

}  // namespace kw
