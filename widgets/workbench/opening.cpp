// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/workbench/opening.h"

#include <utility>

#include "base/files/files.h"
#include "client/session/default_path.h"
#include "model/formats/standing.h"

namespace kw {

namespace {

bool isSessionFile(const std::filesystem::path& where) {
  std::error_code ignored;
  return where.extension() == ".kwr" ||
         (std::filesystem::is_regular_file(where, ignored) && where.extension() != ".json");
}

// A recording that comes with the program: to look around in, not to be changed.
bool isRecording(const std::filesystem::path& session) {
  std::error_code ignored;
  return std::filesystem::equivalent(session.parent_path(),
                                     files::dataFolder() / "resources/sessions", ignored);
}

Status openRecording(Opened& opened) {
  KW_ASSIGN(opened.session, Session::open(opened.sessionPath, Session::Mode::readOnly));
  opened.readOnly = true;
  opened.readOnlyWhy =
      "it comes with the program; open the kernel from the library to tune it yourself";
  return {};
}

// For writing if that can be had, else for reading, and then why.
Status openSession(Opened& opened) {
  if (isRecording(opened.sessionPath)) return openRecording(opened);
  Result<std::unique_ptr<Session>> session =
      Session::open(opened.sessionPath, Session::Mode::readWrite);
  if (!session) {
    const std::string why = session.error().message;
    session = Session::open(opened.sessionPath, Session::Mode::readOnly);
    if (!session) return fail(std::move(session).error());
    opened.readOnly = true;
    opened.readOnlyWhy = why;
    opened.isFollowed = true;
  }
  opened.session = std::move(*session);
  return {};
}

Status readSession(Opened& opened) {
  KW_TRY(openSession(opened));
  KW_ASSIGN(std::optional<LoadedProblem> stored, opened.session->problem());
  if (!stored && !opened.problem)
    return failInput("this session holds no problem, since it was never tuned",
                     Place{.file = opened.sessionPath.string()},
                     "open the problem's folder instead");
  if (!opened.problem) opened.problem = std::make_shared<const LoadedProblem>(std::move(*stored));
  KW_ASSIGN(opened.results, shownResults(*opened.problem, *opened.session));
  KW_ASSIGN(opened.runs, opened.session->runs());
  return {};
}

}  // namespace

Result<ShownResults> shownResults(const LoadedProblem& problem, Session& session,
                                  const std::string& deviceId, const std::string& protocol) {
  KW_ASSIGN(EvaluationRows rows, session.evaluationsAfter(0));
  KW_ASSIGN(const std::vector<DeviceInfo> devices, session.devices());
  const Standing standing = standingOf(problem, std::move(rows.evaluations), deviceId, protocol);
  ShownResults results;
  results.last = rows.last;
  results.deviceModel = standing.deviceModel;
  results.protocol = standing.protocol;
  results.elsewhere = standing.elsewhere;
  const std::vector<std::string> cases = view::performanceCases(problem.problem);
  for (const Evaluation& evaluation : standing.evaluations)
    results.rows.push_back(view::rowOf(evaluation, cases));
  if (const Evaluation* source = standing.sourceEvaluation())
    results.source = std::make_shared<const Evaluation>(*source);
  if (const Evaluation* best = standing.bestEvaluation())
    results.best = std::make_shared<const Evaluation>(*best);
  for (const DeviceInfo& device : devices)
    if (device.uuid == standing.deviceId) results.device = device;
  return results;
}

Result<AddedResults> addedResults(const LoadedProblem& problem, Session& session, int64_t last,
                                  const std::string& deviceModel, const std::string& protocol) {
  KW_ASSIGN(EvaluationRows rows, session.evaluationsAfter(last));
  const std::vector<std::string> cases = view::performanceCases(problem.problem);
  AddedResults added;
  added.last = rows.last;
  for (Evaluation& evaluation : rows.evaluations) {
    const Candidate& candidate = evaluation.candidate;
    const std::string& hash = candidate.isTemplate ? problem.templateHash : problem.sourceHash;
    if (candidate.textHash != hash || evaluation.deviceModel != deviceModel ||
        evaluation.protocol != protocol) {
      ++added.elsewhere;
      continue;
    }
    added.rows.push_back(view::rowOf(evaluation, cases));
    if (evaluation.verdict.ok())
      added.verified.push_back(std::make_shared<const Evaluation>(std::move(evaluation)));
  }
  return added;
}

Result<Opened> openAnything(const std::filesystem::path& where) {
  Opened opened;
  if (isSessionFile(where)) {
    opened.sessionPath = where;
    KW_TRY(readSession(opened));
    return opened;
  }
  KW_ASSIGN(LoadedProblem problem, loadProblem(where));
  opened.warnings = problem.warnings;
  opened.sessionPath = defaultSessionPath(problem);
  opened.problem = std::make_shared<const LoadedProblem>(std::move(problem));
  std::error_code ignored;
  if (std::filesystem::exists(opened.sessionPath, ignored)) KW_TRY(readSession(opened));
  return opened;
}

}  // namespace kw
