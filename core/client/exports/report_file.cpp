// SPDX-License-Identifier: GPL-3.0-or-later
#include "client/exports/report_file.h"

#include "base/files/files.h"
#include "client/exports/replaceable.h"
#include "client/session/session_standing.h"
#include "model/formats/report_html.h"

namespace kw {

namespace {

std::string runText(const RunRecord& run) {
  return "strategy " + run.strategy + ", seed " + std::to_string(run.seed) + ", budget " +
         run.budget + ", begun " + run.begun + ", " +
         (run.outcome.empty() ? "not ended" : run.outcome);
}

}  // namespace

Status writeReport(Session& session, const LoadedProblem& problem,
                   const std::filesystem::path& file, std::string_view deviceId,
                   std::string_view protocol) {
  KW_TRY(checkReplacedReport(file));
  KW_ASSIGN(const std::vector<DeviceInfo> devices, session.devices());
  KW_ASSIGN(const std::vector<RunRecord> runs, session.runs());
  ReportContent content;
  content.problem = &problem;
  KW_ASSIGN(content.standing, standingIn(session, problem, deviceId, protocol));
  for (const DeviceInfo& device : devices)
    if (device.uuid == content.standing.deviceId) content.device = device;
  for (const RunRecord& run : runs)
    content.runs.push_back(runText(run));
  content.session = session.path().filename().string();
  return files::writeAtomically(file, reportHtml(content));
}

}  // namespace kw
