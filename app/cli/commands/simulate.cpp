// SPDX-License-Identifier: GPL-3.0-or-later
// kwr simulate: how good a search strategy is, found by running it many times on a recorded space.
#include <algorithm>
#include <chrono>
#include <memory>

#include "base/files/files.h"
#include "cli/command.h"
#include "cli/common_options.h"
#include "cli/json_forms.h"
#include "cli/output_places.h"
#include "cli/progress_bar.h"
#include "cli/simulation_forms.h"
#include "client/recordings/any_recording.h"
#include "client/replay/simulation_texts.h"
#include "client/search/registry.h"
#include "model/formats/wording.h"

namespace kw::cli {

namespace {

constexpr size_t mostRepeats = 1'000'000;

struct Options {
  std::string file;
  std::vector<std::string> strategies;
  std::string budget = "200";
  size_t repeats = 100;
  SeedOption seed;
  std::string curves;
};

// What was asked for, checked before anything is read or run.
struct Request {
  std::vector<std::string> strategies;
  size_t evaluations = 0;
};

Result<Request> requestOf(const Options& options) {
  KW_ASSIGN(const Budget budget, Budget::parse(options.budget));
  if (!budget.evaluations)
    return failInput("expected a number of evaluations for --budget, found " + options.budget, {},
                     "what is found within a time is part of what --curves writes");
  if (options.repeats == 0 || options.repeats > mostRepeats)
    return failInput("expected 1 to " + std::to_string(mostRepeats) + " for --repeats, found " +
                     std::to_string(options.repeats));
  Request request{options.strategies, *budget.evaluations};
  if (request.strategies.empty()) request.strategies = {"auto"};
  if (request.strategies == std::vector<std::string>{"all"}) request.strategies = strategyNames();
  for (const std::string& name : request.strategies)
    KW_TRY(checkStrategyName(name));
  return request;
}

// Only curves that were written before are replaced.
Status checkCurves(const std::string& file) {
  if (file.empty()) return {};
  KW_TRY(checkWritable(file, "--curves"));
  std::error_code ignored;
  if (!std::filesystem::exists(file, ignored) || std::filesystem::is_empty(file, ignored))
    return {};
  const auto text = files::readText(file);
  if (text && text->starts_with(curvesHeading)) return {};
  return failInput("--curves: " + file + " holds something else than curves", {},
                   "name another file, or remove this one");
}

Result<Recording> readAny(const std::string& file, Output& output) {
  KW_ASSIGN(ReadRecording read, readAnyRecording(file));
  for (const std::string& line : read.report.lines())
    output.notice(line);
  return std::move(read.recording);
}

Result<RecordedSpace> recordedIn(const std::string& file, Output& output) {
  KW_ASSIGN(Recording recording, readAny(file, output));
  auto recorded = RecordedSpace::of(std::move(recording));
  if (recorded) return recorded;
  Error error = std::move(recorded).error();
  error.place.file = file;
  return fail(std::move(error));
}

// On the status line, over all strategies.
class RunsDisplay {
 public:
  RunsDisplay(Output& output, size_t total) : m_output(output), m_total(total) {}

  void begin(const std::string& strategy) { m_strategy = strategy; }
  void end(size_t runs) { m_before += runs; }
  void show(size_t finished) {
    Progress progress;
    progress.done = m_before + finished;
    progress.total = m_total;
    const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - m_begin;
    progress.elapsedSeconds = elapsed.count();
    progress.leftSeconds = elapsed.count() / static_cast<double>(progress.done) *
                           static_cast<double>(m_total - progress.done);
    m_output.setStatus(progressLine(progress, {}, m_output.width() - m_strategy.size() - 2) + ", " +
                       m_strategy);
  }

 private:
  Output& m_output;
  const size_t m_total;
  const std::chrono::steady_clock::time_point m_begin = std::chrono::steady_clock::now();
  std::string m_strategy;
  size_t m_before = 0;
};

// The counts that the table shows: few enough for a line of a terminal.
std::vector<size_t> shownCounts(size_t evaluations) {
  std::vector<size_t> counts = usualCounts(evaluations);
  constexpr size_t most = 4;
  if (counts.size() > most) counts.erase(counts.begin(), counts.end() - most);
  return counts;
}

struct Outcome {
  std::vector<NamedSummary> summaries;
  std::string curves{curvesHeading};
  bool cancelled = false;
};

Result<Outcome> simulateAll(const RecordedSpace& recorded, const Request& request,
                            const Options& options, Context& context) {
  RunsDisplay display(context.output, options.repeats * request.strategies.size());
  Outcome outcome;
  for (const std::string& name : request.strategies) {
    display.begin(name);
    const SimulationOptions simulation{.strategy = name,
                                       .evaluations = request.evaluations,
                                       .repeats = options.repeats,
                                       .seed = options.seed.seed.value_or(1)};
    KW_ASSIGN(const Simulation done,
              simulate(
                  recorded, simulation, [&](size_t runs) { display.show(runs); }, context.stop));
    display.end(done.runs.size());
    outcome.cancelled = done.cancelled;
    if (done.runs.empty()) break;
    const size_t evaluations = std::min(request.evaluations, recorded.space().size());
    outcome.summaries.push_back({name, summarise(recorded, done.runs, shownCounts(evaluations),
                                                 usualTimes(recorded, done.runs))});
    if (!options.curves.empty()) outcome.curves += curvesOf(recorded, name, done.runs);
    context.output.event(simulationEvent(outcome.summaries.back(), done));
    if (done.cancelled) break;
  }
  context.output.clearStatus();
  return outcome;
}

void sayTable(const RecordedSpace& recorded, const Outcome& outcome, const Request& request,
              const Options& options, Output& output) {
  output.say(recordingText(recorded) + ".");
  output.say("The best time there is over the best found, " +
             countText(outcome.summaries.front().summary.runs, "run") + " of " +
             countText(std::min(request.evaluations, recorded.space().size()), "evaluation") +
             ", ± half the 95 % interval of the mean:");
  output.say("");
  for (const std::string& line : simulationTable(outcome.summaries))
    output.say(line);
  if (!options.curves.empty()) output.say("\nCurves: " + options.curves);
}

Result<int> runSimulate(const Options& options, Context& context) {
  KW_ASSIGN(const Request request, requestOf(options));
  KW_TRY(checkCurves(options.curves));
  KW_ASSIGN(const RecordedSpace recorded, recordedIn(options.file, context.output));
  KW_ASSIGN(const Outcome outcome, simulateAll(recorded, request, options, context));
  if (outcome.summaries.empty())
    return fail(Error{ErrorKind::cancelled, "stopped before a run was finished"});
  if (!options.curves.empty()) KW_TRY(files::writeAtomically(options.curves, outcome.curves));
  sayTable(recorded, outcome, request, options, context.output);
  json::Value line = simulationSummary(recorded, outcome.summaries);
  if (!options.curves.empty()) line.set("curves", options.curves);
  if (outcome.cancelled) {
    const Error stopped{ErrorKind::cancelled,
                        "stopped; the figures are of the runs that were finished"};
    context.output.fault(stopped.text());
    addError(line, stopped);
  }
  context.output.event(line);
  return outcome.cancelled ? exitStatus(ErrorKind::cancelled) : 0;
}

}  // namespace

void addSimulate(Commands& commands) {
  auto options = std::make_shared<Options>();
  Arguments command = commands.parser.command(
      "simulate", "run a search strategy many times on a recorded space and say how good it is");
  command.operand("RECORDED", options->file,
                  "a session, a Kernel Tuner cache, T4, KTT results or CSV, also compressed (.gz)");
  command.repeatable(
      "--strategy", options->strategies,
      "how the space is searched, " + listedStrategies() + "; \"all\" for each (auto)");
  command.option("--budget", options->budget, "evaluations of a run");
  command.option("--repeats", options->repeats, "runs of each strategy");
  options->seed.addTo(command, "of the first run; the others' follow from it (1)");
  command.option("--curves", options->curves,
                 "write fractions against evaluations and time to this file, as CSV");
  command.whenChosen([&chosen = commands.chosen, options] {
    chosen = [options](Context& context) { return runSimulate(*options, context); };
  });
}

}  // namespace kw::cli
