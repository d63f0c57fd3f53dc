// SPDX-License-Identifier: GPL-3.0-or-later
// kwr tune: searches a problem's space for the fastest verified candidate.
#include <algorithm>
#include <memory>

#include "cli/command.h"
#include "cli/common_options.h"
#include "cli/json_forms.h"
#include "cli/tune_display.h"
#include "client/exports/report_file.h"
#include "client/search/strategy.h"
#include "model/formats/wording.h"

namespace kw::cli {

namespace {

struct Options {
  std::string problem;
  std::string strategy = "auto";
  std::string budget = "60s";
  bool resume = false;
  std::string report;
  DeviceOptions device;
  SeedOption seed;
  SessionOption session;
  ProtocolOptions protocol;
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

// Refused before a runner is started: what a wrong word costs is then nothing.
Result<LoadedProblem> checkedProblem(const Options& options) {
  KW_TRY(Budget::parse(options.budget));
  KW_ASSIGN(LoadedProblem loaded, loadProblem(options.problem));
  if (!loaded.problem.space)
    return failInput(
        "the problem " + loaded.problem.name + " has no template, so there is nothing to tune", {},
        "`kwr verify` verifies and times its source kernel");
  const std::vector<std::string> names = strategyNames();
  if (options.strategy != "auto" &&
      std::find(names.begin(), names.end(), options.strategy) == names.end()) {
    const std::string near = nearest(options.strategy, names);
    std::string all;
    for (const std::string& name : names)
      all += (all.empty() ? "" : ", ") + name;
    return failInput("there is no strategy " + options.strategy, {},
                     near.empty() ? "there are " + all : "did you mean " + near + "?");
  }
  return loaded;
}

std::optional<double> secondsOf(const Budget& budget) {
  if (!budget.time) return std::nullopt;
  return std::chrono::duration<double>(*budget.time).count();
}

Result<std::unique_ptr<Engine>> openEngine(const Options& options, const LoadedProblem& problem,
                                           Context& context) {
  const auto note = [&output = context.output](const std::string& text) {
    output.hasStatusLine() ? output.setStatus(text) : output.notice(text);
  };
  return Engine::open(options.device.choice(), problem, options.seed.seed.value_or(1), note,
                      context.stop);
}

int finish(const Options& options, const TuneSummary& result, const Session& session,
           Context& context) {
  json::Value line = summaryOf(result);
  line.set("session", session.path().string());
  if (!options.report.empty()) line.set("report", options.report);
  int status = 0;
  if (result.cancelled) {
    status = exitStatus(ErrorKind::cancelled);
    const std::string command = resumingCommand(context);
    context.output.say("Stopped. Everything measured is kept; go on with:\n  " + command);
    addError(line, Error{ErrorKind::cancelled,
                         "stopped before the budget was used",
                         {},
                         "go on with: " + command});
  } else if (!result.best || result.verified == 0) {
    status = exitStatus(ErrorKind::failed);
    const Error error{ErrorKind::failed,
                      "no candidate was verified",
                      {},
                      "the reasons stand above and in the session"};
    context.output.fault(error.text());
    addError(line, error);
  }
  context.output.event(line);
  return status;
}

Result<int> runTune(const Options& options, Context& context) {
  KW_ASSIGN(const LoadedProblem problem, checkedProblem(options));
  KW_ASSIGN(TuneOptions tuning, (Budget::parse(options.budget).map([&](Budget budget) {
              return TuneOptions{options.strategy, budget, options.seed.seed.value_or(1),
                                 options.resume, std::nullopt};
            })));
  for (const std::string& warning : problem.warnings)
    context.output.notice("Warning: " + warning);
  KW_ASSIGN(const std::unique_ptr<Session> session, openForWriting(options.session.path(problem)));
  KW_ASSIGN(const std::unique_ptr<Engine> engine, openEngine(options, problem, context));
  tuning.protocol = options.protocol.on(engine->device());

  TuneDisplay display(context.output, secondsOf(tuning.budget));
  engine->subscribeLossless([&display](const std::vector<Event>& events) { display.show(events); });
  KW_ASSIGN(const TuneSummary result, engine->tune(tuning, session.get(), context.stop));
  display.showResult(problem.problem, result);
  KW_TRY(session->flush());
  context.output.say("Session: " + session->path().string());
  if (!options.report.empty()) {
    KW_TRY(writeReport(*session, problem, options.report, result.device.uuid,
                       tuning.protocol->text()));
    context.output.say("Report: " + options.report);
  }
  return finish(options, result, *session, context);
}

}  // namespace

void addTune(Commands& commands) {
  auto options = std::make_shared<Options>();
  Arguments command = commands.parser.command(
      "tune", "find the fastest verified configuration of a problem's template");
  command.operand("PROBLEM", options->problem, "folder, problem.json or name of a library kernel");
  command.option("--strategy", options->strategy, "how the space is searched");
  command.option("--budget", options->budget, "candidates (24) or time (60s, 5m)");
  command.flag("--resume", options->resume, "go on where the session stands");
  command.option("--report", options->report, "write an HTML report to this file");
  options->device.addTo(command);
  options->session.addTo(command);
  options->seed.addTo(command, "of the inputs and the search (1)");
  options->protocol.addTo(command);
  command.whenChosen([&chosen = commands.chosen, options] {
    chosen = [options](Context& context) { return runTune(*options, context); };
  });
}

}  // namespace kw::cli
