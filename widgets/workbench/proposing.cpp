// SPDX-License-Identifier: GPL-3.0-or-later
// The agent loop as the workbench sees it.
#include <utility>

#include "widgets/workbench/workbench.h"

namespace kw {

void Workbench::connectAgent() {
  connect(&m_agent, &AgentDriver::noted, this, [this](const QString& text) {
    RunFigures figures = m_content.run();
    figures.phase = text;
    m_content.setRun(figures);
  });
  connect(&m_agent, &AgentDriver::roundChanged, this, &Workbench::takeRound);
  connect(&m_agent, &AgentDriver::finished, this, &Workbench::endProposing);
}

AgentDriver::Work Workbench::agentWork(const AgentRequest& request) {
  RunDriver::Work run = work(m_request);
  AgentDriver::Work work;
  work.problem = run.problem;
  work.provider = request.provider;
  work.showsEachPrompt = request.showsEachPrompt;
  work.isUnattended = request.isUnattended;
  work.options.rounds = request.rounds;
  work.options.roles = request.roles;
  work.options.notes.assign(request.notes.begin(), request.notes.end());
  work.options.time = request.time;
  work.options.from = request.from;
  work.options.measuring.choice = choiceOf(m_request);
  work.options.measuring.strategy = m_request.strategy.toStdString();
  work.options.measuring.seed = m_request.seed;
  work.prepare = [this] { m_driver.giveBackDevice(); };
  work.session = std::move(run.session);
  return work;
}

void Workbench::propose(const AgentRequest& request) {
  if (!m_content.isOpen() || isBusy()) return;
  if (m_readOnly) {
    Q_EMIT failed(tr("Asking a model"),
                  Error{ErrorKind::badInput,
                        "the session is open for reading only: " + m_readOnlyWhy.toStdString(),
                        {},
                        "open the problem's folder, or wait until it is free"});
    return;
  }
  Result<Budget> budget = Budget::parse(request.budget);
  if (!budget) {
    Q_EMIT failed(tr("Asking a model"), budget.error());
    return;
  }
  AgentDriver::Work work = agentWork(request);
  work.options.measuring.budget = *budget;
  m_agentBegan = m_content.problem();
  m_content.setRun({});
  m_content.setRunState(RunState::starting);
  m_agent.start(std::move(work));
}

void Workbench::takeRound(const Round& round) {
  m_content.takeRound(round);
  if (round.ending == RoundEnding::open || !m_session) return;
  follow();  // what was measured of the template that is shown
  readProfiles();
}

void Workbench::endProposing(const AgentDriver::Outcome& outcome) {
  const Content::ProblemPtr began = std::exchange(m_agentBegan, nullptr);
  m_content.setRunState(RunState::idle);
  m_content.setRun({});
  if (!*outcome && outcome->error().kind != ErrorKind::cancelled)
    Q_EMIT failed(tr("Asking a model"), outcome->error());
  else if (!*outcome)
    Q_EMIT m_content.noticed(tr("Stopped before anything was asked."));
  else if (began == m_content.problem())
    takeProposed(**outcome);
  else
    Q_EMIT m_content.noticed(
        tr("The problem was edited meanwhile: it stays as it is. What the rounds gained is kept in "
           "the session."));
  m_content.setSession(sessionState());
  Q_EMIT runFinished();
}

// The best template is the problem's from now on, as it is the session's.
void Workbench::takeProposed(const AgentSummary& summary) {
  Q_EMIT m_content.noticed(tr("Ended: %1.").arg(QString::fromStdString(summary.ended)));
  const auto now = std::make_shared<const LoadedProblem>(summary.problem);
  const bool isSame = now->templateHash == m_content.problem()->templateHash;
  if (!isSame) {
    m_draft.begin(now);
    m_unsaved = false;
    m_content.setDraftFaults({});
    m_content.setProblem(now);
  }
  useDevice(summary.measured.device);
  reload(summary.measured.device.uuid);
  readProfiles();
}

}  // namespace kw
