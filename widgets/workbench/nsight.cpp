// SPDX-License-Identifier: GPL-3.0-or-later
// One candidate under Nsight Compute: profiled in the background, its report kept and opened.
#include <QProcess>

#include "client/engine/code_listings.h"
#include "client/engine/nsight_report.h"
#include "client/profile/longest_case.h"
#include "widgets/workbench/workbench.h"

namespace kw {

Workbench::Lister Workbench::lister() const {
  std::string architecture;
  if (m_content.device() && !m_content.onHost()) architecture = m_content.device()->architecture;
  return [choice = choiceOf(m_request), architecture](
             const Content::ProblemPtr& problem, const Candidate& candidate,
             const std::string& format, std::stop_token stop) {
    const bool isOfGpu = format != "assembly";
    return listCode(choice, *problem, {candidate, format, isOfGpu ? architecture : std::string()},
                    {}, std::move(stop));
  };
}

void Workbench::openInNsight(const Candidate& candidate, const QString& report) {
  if (!m_content.isOpen() || isBusy()) return;
  const std::string subject =
      m_session ? m_sessionPath.string() : m_content.problem()->folder.string();
  const bool onHost = m_request.device == QLatin1String("host") ||
                      (m_request.device == QLatin1String("auto") && m_content.onHost());
  const Status may = canProfileWithNsight(nsightPrograms(), onHost, subject, candidate);
  if (!may) {
    Q_EMIT failed(tr("Opening Nsight Compute"), may.error());
    return;
  }
  if (report.isEmpty() && m_readOnly) {
    Q_EMIT nsightPlaceWanted(candidate);
    return;
  }
  RunFigures figures;
  figures.phase = tr("Nsight Compute: %1").arg(QString::fromStdString(candidate.label()));
  m_content.setRun(figures);
  m_content.setRunState(RunState::starting);
  m_driver.underNsight(work(m_request), {candidate, m_session, m_sessionPath, report});
}

void Workbench::endNsight(const Result<QString>& report) {
  m_content.setRunState(RunState::idle);
  m_content.setRun({});
  Q_EMIT runFinished();
  if (!report) {
    if (report.error().kind == ErrorKind::cancelled)
      Q_EMIT m_content.noticed(tr("Stopped: nothing of the profile is kept."));
    else
      Q_EMIT failed(tr("Profiling with Nsight Compute"), report.error());
    return;
  }
  Q_EMIT m_content.noticed(tr("Nsight Compute's report is %1.").arg(*report));
  Q_EMIT wrote({*report});
  const NsightPrograms programs = nsightPrograms();
  if (!programs.window.empty() &&
      QProcess::startDetached(QString::fromStdString(programs.window), {*report}))
    return;
  Q_EMIT failed(tr("Opening Nsight Compute"),
                Error{ErrorKind::missing,
                      programs.window.empty()
                          ? "its window, ncu-ui, is not installed on this machine; the report is " +
                                report->toStdString()
                          : programs.window + " could not be started",
                      {},
                      "where it is installed: ncu-ui " + report->toStdString()});
}

}  // namespace kw
