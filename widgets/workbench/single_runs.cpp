// SPDX-License-Identifier: GPL-3.0-or-later
// One candidate evaluated or profiled by itself, and two measured in turns.
#include "model/formats/duel_texts.h"
#include "model/formats/final_figures.h"
#include "model/formats/wording.h"
#include "model/profile/profile.h"
#include "widgets/workbench/workbench.h"

namespace kw {

namespace {

std::string refusalOf(const Profile& profile) {
  return sentence(profile.refusal + (profile.remedy.empty() ? "" : "; " + profile.remedy));
}

}  // namespace

void Workbench::evaluate(const Candidate& candidate) {
  if (!m_content.isOpen() || m_readOnly) return;
  if (isBusy()) {
    Q_EMIT m_content.noticed(tr("A run is under way: stop it to evaluate one candidate."));
    return;
  }
  RunFigures figures;
  figures.phase = QString::fromStdString(candidate.label());
  figures.total = 1;
  m_content.setRun(figures);
  m_content.setRunState(RunState::starting);
  m_driver.evaluate(work(m_request), candidate);
}

void Workbench::endEvaluation(const Result<Evaluation>& result) {
  m_content.setRunState(RunState::idle);
  m_content.setRun({});
  if (!result) {
    if (result.error().kind != ErrorKind::cancelled)
      Q_EMIT failed(tr("Evaluating a candidate"), result.error());
    Q_EMIT runFinished();
    return;
  }
  const QString label = QString::fromStdString(result->candidate.label());
  Q_EMIT m_content.noticed(
      tr("%1: %2%3")
          .arg(label, QString::fromStdString(verdictText(result->verdict)),
               result->geomean > 0
                   ? QStringLiteral(", ") + QString::fromStdString(timeText(result->geomean))
                   : QString()));
  m_content.appendCandidates({view::rowOf(*result, m_content.caseNames())});
  takeNotable(std::make_shared<const Evaluation>(*result));
  makeFinding();
  Q_EMIT runFinished();
}

void Workbench::duel(const Candidate& first, const Candidate& second) {
  if (!m_content.isOpen() || m_readOnly || isBusy()) return;
  RunFigures figures;
  figures.phase =
      tr("Measuring in turns: %1 and %2")
          .arg(QString::fromStdString(first.label()), QString::fromStdString(second.label()));
  m_content.setRun(figures);
  m_content.setRunState(RunState::starting);
  m_driver.duel(work(m_request), first, second);
}

void Workbench::endDuel(const Result<Duel>& result) {
  m_content.setRunState(RunState::idle);
  m_content.setRun({});
  if (result) {
    Q_EMIT m_content.noticed(QString::fromStdString(sentence(duelText(*result))));
    // Who is best may have changed by it.
    reload(result->deviceId, result->protocol);
  } else if (result.error().kind != ErrorKind::cancelled) {
    Q_EMIT failed(tr("Measuring in turns"), result.error());
  }
  Q_EMIT runFinished();
}

void Workbench::profile(const Candidate& candidate) {
  if (!m_content.isOpen() || m_readOnly || isBusy()) return;
  RunFigures figures;
  figures.phase = tr("Profiling: %1").arg(QString::fromStdString(candidate.label()));
  m_content.setRun(figures);
  m_content.setRunState(RunState::starting);
  m_driver.profile(work(m_request), candidate, m_policy);
}

void Workbench::endProfile(const Result<Profile>& result) {
  m_content.setRunState(RunState::idle);
  m_content.setRun({});
  if (result) {
    m_content.takeProfile(*result);
    const QString label = QString::fromStdString(result->candidate.label());
    Q_EMIT m_content.noticed(
        tr("%1: %2.").arg(label, QString::fromStdString(profileText(*result))));
    if (!result->refusal.empty())
      Q_EMIT m_content.noticed(
          tr("No counters: %1").arg(QString::fromStdString(refusalOf(*result))));
    follow();  // it may have been timed for this
  } else {
    m_content.dropGrowingProfile();
    if (result.error().kind == ErrorKind::cancelled)
      Q_EMIT m_content.noticed(tr("Stopped: nothing of the profile is kept."));
    else
      Q_EMIT failed(tr("Profiling"), result.error());
  }
  Q_EMIT runFinished();
}

// After the finalists of a run were measured in turns.
void Workbench::takeStanding(const Standing& standing) {
  // Rows that were shown as verified are not any more.
  if (standing.refuted > 0) reload(standing.deviceId, standing.protocol);
  m_finalFigures = finalFigureTexts(m_content.problem()->problem, standing);
  if (standing.bestEvaluation())
    m_best = std::make_shared<const Evaluation>(*standing.bestEvaluation());
  if (standing.sourceEvaluation())
    m_source = std::make_shared<const Evaluation>(*standing.sourceEvaluation());
  m_content.setDuels(standing.duels);
  const std::string text = finalsText(standing);
  if (!text.empty()) Q_EMIT m_content.noticed(QString::fromStdString(text));
  makeFinding();
}

}  // namespace kw
