// SPDX-License-Identifier: GPL-3.0-or-later
#include "client/exports/winner_files.h"

#include <algorithm>

#include "base/files/files.h"
#include "client/exports/replaceable.h"
#include "client/session/session_standing.h"
#include "model/formats/kernel_export.h"
#include "model/problem/recorded_problem.h"

namespace kw {

namespace {

// The standing with this candidate in the winner's place.
Status chooseCandidate(const Problem& problem, std::string_view key, Standing& standing) {
  const auto found =
      std::find_if(standing.evaluations.begin(), standing.evaluations.end(),
                   [key](const Evaluation& evaluation) { return evaluation.key == key; });
  if (found == standing.evaluations.end())
    return failInput("the candidate to export is not among the results shown", {},
                     "choose one of the present revision, device and protocol");
  if (!found->verdict.ok())
    return failInput("the candidate " + found->candidate.label() + " is not verified", {},
                     "choose a verified one");
  standing.best = static_cast<size_t>(found - standing.evaluations.begin());
  standing.speedup = {};
  if (const Evaluation* source = standing.sourceEvaluation())
    standing.speedup = speedupOf(problem, *source, *found, standing.duels);
  return {};
}

}  // namespace

Result<std::vector<std::string>> writeWinner(Session& session, const LoadedProblem& problem,
                                             const std::filesystem::path& file,
                                             const WinnerChoice& choice) {
  KW_TRY(requireKernel(problem.problem));
  KW_ASSIGN(const std::vector<DeviceInfo> devices, session.devices());
  KernelExport request;
  request.problem = &problem;
  KW_ASSIGN(request.standing, standingIn(session, problem, choice.deviceId, choice.protocol));
  if (!choice.key.empty()) KW_TRY(chooseCandidate(problem.problem, choice.key, request.standing));
  for (const DeviceInfo& device : devices)
    if (device.uuid == request.standing.deviceId) request.device = device;
  request.generalOnly = choice.generalOnly || !choice.key.empty();
  request.fileName = file.filename().string();
  request.session = session.path().filename().string();
  KW_ASSIGN(const std::vector<ExportedFile> exported, exportKernel(request));
  for (const ExportedFile& part : exported)
    KW_TRY(checkReplacedExport(file.parent_path() / part.name));
  std::vector<std::string> written;
  for (const ExportedFile& part : exported) {
    const std::filesystem::path path = file.parent_path() / part.name;
    KW_TRY(files::writeAtomically(path, part.text));
    written.push_back(path.string());
  }
  return written;
}

}  // namespace kw
