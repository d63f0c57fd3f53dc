// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/workbench/opening.h"

#include <utility>

#include "base/files/files.h"
#include "client/recordings/foreign_file.h"
#include "client/session/default_path.h"
#include "client/session/session_standing.h"
#include "model/formats/final_figures.h"
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

// What another tuner wrote has no kernel, so there is nothing to write beside it.
constexpr const char* foreignWhy = "it comes from another tuner and holds no kernel to run";

// For writing if that can be had, else for reading, and then why.
Status openSession(Opened& opened) {
  if (isRecording(opened.sessionPath)) return openRecording(opened);
  Result<std::unique_ptr<Session>> session =
      Session::open(opened.sessionPath, Session::Mode::readWrite);
  if (!session) {
    const Error& fault = session.error();
    const std::string why = fault.message + (fault.advice.empty() ? "" : "; " + fault.advice);
    session = Session::open(opened.sessionPath, Session::Mode::readOnly);
    if (!session) return fail(std::move(session).error());
    opened.readOnly = true;
    opened.readOnlyWhy = why;
    opened.isFollowed = true;
  }
  opened.session = std::move(*session);
  return {};
}

template <class Records>
void readBeside(Opened& opened, Records& records, Result<Records> read) {
  if (read)
    records = *std::move(read);
  else
    opened.warnings.push_back(read.error().text());
}

Status readSession(Opened& opened) {
  KW_TRY(openSession(opened));
  KW_ASSIGN(std::optional<LoadedProblem> stored, opened.session->problem());
  if (!stored && !opened.problem)
    return failInput("this session holds no problem, since it was never tuned",
                     Place{.file = opened.sessionPath.string()},
                     "open the problem's folder instead");
  if (!opened.problem) opened.problem = std::make_shared<const LoadedProblem>(std::move(*stored));
  if (opened.problem->problem.recorded) {
    opened.readOnly = true;
    opened.readOnlyWhy = foreignWhy;
  }
  KW_ASSIGN(opened.results, shownResults(*opened.problem, *opened.session));
  KW_ASSIGN(opened.runs, opened.session->runs());
  // What cannot be read of these leaves the results as they are.
  readBeside(opened, opened.profiles, opened.session->profiles());
  readBeside(opened, opened.rounds, opened.session->rounds());
  return {};
}

Result<std::shared_ptr<const Evaluation>> wholeOf(Session& session, const std::string& key) {
  KW_ASSIGN(std::optional<Evaluation> found, session.find(key));
  if (!found) return fail("the session has lost an evaluation while it was being read");
  return std::make_shared<const Evaluation>(std::move(*found));
}

// The last timing of the source and the fastest of them.
std::vector<std::string> notableKeys(const std::vector<EvaluationSummary>& summaries) {
  const EvaluationSummary *source = nullptr, *best = nullptr;
  for (const EvaluationSummary& one : summaries) {
    if (!one.candidate.isTemplate) source = &one;
    const bool canWin = one.verdict.ok() && one.verdict.appliesToAll() && one.geomean > 0;
    if (canWin && (!best || one.geomean < best->geomean)) best = &one;
  }
  std::vector<std::string> keys;
  if (source) keys.push_back(source->key);
  if (best && best != source) keys.push_back(best->key);
  return keys;
}

Result<std::vector<std::string>> finalFigures(const LoadedProblem& problem, Session& session,
                                              const ShownResults& results,
                                              const std::vector<EvaluationSummary>& finals) {
  Standing standing;
  if (!results.best) return std::vector<std::string>();
  standing.evaluations = {*results.best};
  standing.best = 0;
  if (results.source) {
    standing.source = standing.evaluations.size();
    standing.evaluations.push_back(*results.source);
  }
  for (const Evaluation& one : standing.evaluations) {
    const EvaluationSummary* found = finalOf(finals, one.candidate);
    if (!found) continue;
    KW_ASSIGN(const auto whole, wholeOf(session, found->key));
    standing.finals.push_back(*whole);
  }
  return finalFigureTexts(problem.problem, standing);
}

}  // namespace

namespace {

std::vector<MeasuredOn> placesOf(const LoadedProblem& problem,
                                 const std::vector<EvaluationSummary>& summaries) {
  std::vector<MeasuredOn> places;
  for (const EvaluationSummary& one : summaries) {
    const std::string& hash = one.candidate.isTemplate ? problem.templateHash : problem.sourceHash;
    if (one.candidate.textHash != hash || isOfFinalFigures(one.protocol)) continue;
    MeasuredOn place{one.deviceId, one.deviceModel, one.protocol};
    if (std::ranges::find(places, place) == places.end()) places.push_back(std::move(place));
  }
  return places;
}

}  // namespace

Result<ShownResults> shownResults(const LoadedProblem& problem, Session& session,
                                  const std::string& deviceId, const std::string& protocol) {
  KW_ASSIGN(SummaryRows rows, session.summariesAfter(0));
  KW_ASSIGN(const std::vector<DeviceInfo> devices, session.devices());
  ShownResults results;
  KW_ASSIGN(results.duels, session.duels());
  results.places = placesOf(problem, rows.summaries);
  KW_ASSIGN(const MeasuredOn searched, searchedLast(session, problem, deviceId, protocol));
  const bool wasSearched = !searched.deviceId.empty();
  Standings<EvaluationSummary> standing = summaryStandingOf(
      problem, std::move(rows.summaries), results.duels, wasSearched ? searched.deviceId : deviceId,
      wasSearched ? searched.protocol : protocol);
  std::erase_if(results.duels, [&](const Duel& duel) {
    return duel.deviceId != standing.deviceId || duel.protocol != standing.protocol;
  });
  results.last = rows.last;
  results.deviceModel = standing.deviceModel;
  results.protocol = standing.protocol;
  results.elsewhere = standing.elsewhere;
  if (const EvaluationSummary* source = standing.sourceEvaluation()) {
    KW_ASSIGN(results.source, wholeOf(session, source->key));
  }
  if (const EvaluationSummary* best = standing.bestEvaluation()) {
    KW_ASSIGN(results.best, wholeOf(session, best->key));
  }
  KW_ASSIGN(results.finalFigures, finalFigures(problem, session, results, standing.finals));
  const std::vector<std::string> cases = view::performanceCases(problem.problem);
  results.rows.reserve(standing.evaluations.size());
  for (EvaluationSummary& evaluation : standing.evaluations)
    results.rows.push_back(view::rowOf(std::move(evaluation), cases));
  for (const DeviceInfo& device : devices)
    if (device.uuid == standing.deviceId) results.device = device;
  return results;
}

Result<AddedResults> addedResults(const LoadedProblem& problem, Session& session, int64_t last,
                                  const std::string& deviceModel, const std::string& protocol) {
  KW_ASSIGN(SummaryRows rows, session.summariesAfter(last));
  std::erase_if(rows.summaries,
                [](const EvaluationSummary& one) { return isOfFinalFigures(one.protocol); });
  const size_t all = rows.summaries.size();
  std::erase_if(rows.summaries, [&](const EvaluationSummary& one) {
    const std::string& hash = one.candidate.isTemplate ? problem.templateHash : problem.sourceHash;
    return one.candidate.textHash != hash || one.deviceModel != deviceModel ||
           one.protocol != protocol;
  });
  AddedResults added;
  added.last = rows.last;
  added.elsewhere = all - rows.summaries.size();
  const std::vector<std::string> notable = notableKeys(rows.summaries);
  const std::vector<std::string> cases = view::performanceCases(problem.problem);
  for (EvaluationSummary& one : rows.summaries)
    added.rows.push_back(view::rowOf(std::move(one), cases));
  for (const std::string& key : notable) {
    KW_ASSIGN(added.notable.emplace_back(), wholeOf(session, key));
  }
  return added;
}

namespace {

// A T1 file has a space and no results, so it needs no session.
Result<Opened> openForeign(const std::filesystem::path& file) {
  KW_ASSIGN(ForeignFile foreign, openForeignFile(file));
  Opened opened;
  opened.sessionPath = foreign.problem ? file : foreign.session;
  if (!foreign.problem) {
    KW_TRY(readSession(opened));
    return opened;
  }
  opened.problem = std::make_shared<const LoadedProblem>(*std::move(foreign.problem));
  opened.readOnly = true;
  opened.readOnlyWhy = foreignWhy;
  return opened;
}

}  // namespace

Result<Opened> openAnything(const std::filesystem::path& where) {
  if (isForeignFile(where)) return openForeign(where);
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
