// SPDX-License-Identifier: GPL-3.0-or-later
// kwr tune: searches a problem's space for the fastest verified candidate.
#include <algorithm>
#include <memory>

#include "base/files/files.h"
#include "cli/json_forms.h"
#include "cli/output_places.h"
#include "cli/run_options.h"
#include "cli/tune_display.h"
#include "cli/tune_finals.h"
#include "client/exports/replaceable.h"
#include "client/exports/report_file.h"
#include "client/recordings/any_recording.h"
#include "client/recordings/foreign_file.h"
#include "client/replay/replay_file.h"
#include "client/search/registry.h"
#include "model/formats/case_winners.h"
#include "model/formats/wording.h"
#include "model/t1/t1_file.h"

namespace kw::cli {

namespace {

struct Options {
  RunOptions run;
  std::string strategy = "auto";
  std::string budget = "60s";
  bool resume = false;
  std::string report;
  bool noFinals = false, noSanitizers = false;
};

std::string quoted(const std::string& argument) {
  constexpr std::string_view plain =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-+=./:,%@";
  if (!argument.empty() && argument.find_first_not_of(plain) == std::string::npos) return argument;
  std::string text = "'";
  for (const char c : argument)
    text += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return text + "'";
}

std::string resumingCommand(const Context& context) {
  std::string text;
  bool resumes = false;
  for (const std::string& argument : context.arguments) {
    text += (text.empty() ? "" : " ") + quoted(argument);
    resumes = resumes || argument == "--resume";
  }
  return resumes ? text : text + " --resume";
}

FinalsOptions finalsOf(const Options& options, const TuneOptions& tuning) {
  FinalsOptions finals{.protocol = *tuning.protocol};
  if (!options.noSanitizers)
    finals.sanitizing = SanitizingJob{.choice = options.run.device.choice(),
                                      .seed = tuning.seed,
                                      .isDeviceLent = true,
                                      .smallCasesOnly = true,
                                      .endsAtFinding = true};
  return finals;
}

// A session can hold a template that `kwr propose` gained, which the folder's then replaces.
Status warnOfProposedTemplate(Session& session, const LoadedProblem& problem, Context& context) {
  KW_ASSIGN(const std::optional<LoadedProblem> stored, session.problem());
  if (!stored || stored->templateHash == problem.templateHash) return {};
  KW_ASSIGN(const std::vector<Round> rounds, session.rounds());
  for (const Round& round : rounds)
    if (round.ending == RoundEnding::gained && round.templateAfter == stored->templateHash)
      context.output.notice("the session's template is that of round " +
                            std::to_string(round.number) +
                            " of kwr propose; from now on it is the problem's own, and kwr propose "
                            "goes on from that round all the same");
  return {};
}

bool isMeasured(const std::string& file) {
  return isSessionFile(file) || isForeignFile(file);
}

bool holdsT1(const std::string& file) {
  const auto text = files::readText(file);
  return text && isT1(*text);
}

Error notRunnable(const std::string& where) {
  return {ErrorKind::badInput,
          where + " holds what was measured, and no kernel that could be run here",
          {},
          "to search what it holds: kwr tune " + quoted(where) + " --device " +
              quoted("replay:" + where)};
}

// What can be tuned only by replaying it says so, and so does what can only be counted.
Result<LoadedProblem> problemFor(const Options& options) {
  const std::string& where = options.run.problem;
  const bool isReplayed = replayedFile(options.run.device.device).has_value();
  if (!isMeasured(where)) return loadProblem(where);
  auto replay = openReplayFile(where);
  if (replay && isReplayed) return std::move(replay->problem);
  if (replay) return fail(notRunnable(where));
  if (isReplayed || holdsT1(where)) return fail(std::move(replay).error());
  return loadProblem(where);
}

Status checkReplay(const Options& options) {
  const auto file = replayedFile(options.run.device.device);
  if (!file) return {};
  if (options.run.protocol.any())
    return failInput("a recording is replayed as it was timed", {},
                     "leave out --warmups, --launches, --case-seconds and --warm");
  std::error_code ignored;
  if (std::filesystem::equivalent(*file, options.run.session.file, ignored) && !ignored)
    return failInput("--session " + options.run.session.file + " is the file that is replayed", {},
                     "choose another session");
  return {};
}

// Refused before a runner is started: what a wrong word costs is then nothing.
Result<LoadedProblem> checkedProblem(const Options& options) {
  KW_TRY(Budget::parse(options.budget));
  KW_TRY(checkReplay(options));
  KW_ASSIGN(LoadedProblem loaded, problemFor(options));
  if (!loaded.problem.space)
    return failInput(
        "the problem " + loaded.problem.name + " has no template, so there is nothing to tune", {},
        "`kwr verify` verifies and times its source kernel");
  KW_TRY(checkStrategyName(options.strategy));
  return loaded;
}

std::optional<double> secondsOf(const Budget& budget) {
  if (!budget.time) return std::nullopt;
  return std::chrono::duration<double>(*budget.time).count();
}

// Why the run is no success, or nothing if it is one.
std::optional<Error> failureOf(const TuneSummary& result, const Context& context) {
  if (result.cancelled) {
    Error stopped{ErrorKind::cancelled,
                  result.cancelledInFinals
                      ? "stopped while the finalists were looked at; the search had ended"
                      : "stopped before the budget was used",
                  {},
                  "go on with: " + resumingCommand(context)};
    if (result.fault) stopped.further.push_back(*result.fault);
    return stopped;
  }
  if (result.fault) return result.fault;
  if (result.best && result.verified > 0) return std::nullopt;
  return Error{ErrorKind::failed,
               "no candidate was verified",
               {},
               "the reasons stand above and in the session"};
}

void sayFailure(const TuneSummary& result, const Error& failure, Context& context) {
  if (!result.cancelled) return context.output.fault(failure.text());
  if (result.fault) context.output.fault(result.fault->text());
  context.output.say((result.unsaved > 0
                          ? "Stopped. What was saved is kept; go on with:\n  "
                          : "Stopped. Everything measured is kept; go on with:\n  ") +
                     resumingCommand(context));
}

// Over all that the session holds of this device and protocol, since earlier runs count too.
void tellCaseWinners(const LoadedProblem& problem, const Standing& standing, Context& context,
                     json::Value& line) {
  json::Array lines;
  for (const CaseWinner& winner : caseWinnersOf(problem.problem, standing)) {
    if (lines.empty()) context.output.say("Best per case:");
    context.output.say("  " + caseWinnerText(standing, winner));
    lines.push_back(caseWinnerJson(standing, winner));
  }
  line.set("per_case", std::move(lines));
}

int finish(const Options& options, const TuneSummary& result, const Session& session,
           json::Value line, Context& context) {
  line.set("session", session.path().string());
  if (!options.report.empty()) line.set("report", options.report);
  const std::optional<Error> failure = failureOf(result, context);
  if (failure) {
    sayFailure(result, *failure, context);
    addError(line, *failure);
  }
  context.output.event(line);
  return failure ? exitStatus(failure->kind) : 0;
}

// What fails after the run must not hide what the run found.
void noteFault(TuneSummary& result, const Status& status) {
  if (status) return;
  if (result.fault)
    result.fault->further.push_back(status.error());
  else
    result.fault = status.error();
}

void reportTo(const Options& options, const LoadedProblem& problem, TuneSummary& result,
              Session& session, Context& context) {
  if (options.report.empty()) return;
  const Status written =
      writeReport(session, problem, options.report, result.device.uuid, result.protocol);
  noteFault(result, written);
  if (written) context.output.say("Report: " + options.report);
}

TuneOptions tuningOf(const Options& options, Budget budget) {
  return {options.strategy, budget, options.run.seed.seed.value_or(1), options.resume,
          std::nullopt};
}

Result<int> runTune(const Options& options, Context& context) {
  KW_ASSIGN(const LoadedProblem problem, checkedProblem(options));
  KW_ASSIGN(const Budget budget, Budget::parse(options.budget));
  if (!options.report.empty()) {
    KW_TRY(checkWritable(options.report, "--report"));
    KW_TRY(
        checkNotReplaced(options.report, "--report", options.run.session.path(problem), problem));
    KW_TRY(checkReplacedReport(options.report));
  }
  KW_ASSIGN(SessionPlace place, SessionPlace::find(options.run.session, problem));
  TuneOptions tuning = tuningOf(options, budget);
  KW_ASSIGN(const std::unique_ptr<Engine> engine,
            openEngine(options.run.device.choice(), problem, tuning.seed, context));
  tuning.protocol = options.run.protocol.on(engine->device());
  KW_TRY(engine->prepareTune(tuning, context.stop));
  KW_ASSIGN(const std::unique_ptr<Session> session, place.open());
  KW_TRY(warnOfProposedTemplate(*session, problem, context));

  TuneDisplay display(context.output, secondsOf(budget));
  engine->subscribeLossless([&display](const std::vector<Event>& events) { display.show(events); });
  KW_ASSIGN(TuneSummary result, engine->tune(tuning, session.get(), context.stop));
  if (!result.fault) noteFault(result, session->flush());
  std::optional<FinalsOptions> finals;
  if (!options.noFinals && !result.cancelled && !result.fault) finals = finalsOf(options, tuning);
  auto standing = settle(*engine, problem, *session, result, finals, context);
  if (!standing) {
    if (standing.error().kind == ErrorKind::cancelled)
      result.cancelled = result.cancelledInFinals = true;
    else
      noteFault(result, fail(standing.error()));
    // What was measured in turns until then counts all the same.
    standing = settle(*engine, problem, *session, result, std::nullopt, context);
  }
  if (standing) takeStanding(result, *standing);
  display.showResult(problem.problem, result);
  json::Value line = summaryOf(result);
  if (standing) {
    tellFinals(problem.problem, *standing, context, line);
    tellCaseWinners(problem, *standing, context, line);
  }
  context.output.say("Session: " + session->path().string());
  reportTo(options, problem, result, *session, context);
  return finish(options, result, *session, std::move(line), context);
}

}  // namespace

void addTune(Commands& commands) {
  auto options = std::make_shared<Options>();
  Arguments command = commands.parser.command(
      "tune", "find the fastest verified configuration of a problem's template");
  options->run.addOperandTo(command);
  command.option("--strategy", options->strategy,
                 "how the space is searched: " + listedStrategies());
  command.option("--budget", options->budget, "candidates (24) or time (60s, 5m)");
  command.flag("--resume", options->resume, "go on where the session stands");
  command.flag("--no-finals", options->noFinals,
               "do not measure the fastest candidates against each other at the end");
  command.flag(
      "--no-sanitizers", options->noSanitizers,
      "do not run the best candidate under compute-sanitizer at the end, which takes about "
      "a minute on a GPU where it is installed");
  command.option("--report", options->report, "write an HTML report to this file");
  options->run.addTo(command, "of the inputs and the search (1)");
  command.whenChosen([&chosen = commands.chosen, options] {
    chosen = [options](Context& context) { return runTune(*options, context); };
  });
}

}  // namespace kw::cli
