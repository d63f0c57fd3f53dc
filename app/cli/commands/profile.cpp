// SPDX-License-Identifier: GPL-3.0-or-later
// kwr profile: walks one candidate through the profiling tree, or lists the counters of a chip.
#include <array>
#include <filesystem>
#include <memory>
#include <optional>

#include "base/files/files.h"
#include "cli/imported_profiles.h"
#include "cli/json_forms.h"
#include "cli/output_places.h"
#include "cli/profile_csv.h"
#include "cli/profile_texts.h"
#include "cli/run_options.h"
#include "client/engine/nsight_compute.h"
#include "client/engine/plan.h"
#include "client/engine/profiling.h"
#include "client/profile/longest_case.h"
#include "client/session/session_standing.h"
#include "model/formats/wording.h"
#include "model/problem/recorded_problem.h"
#include "model/space/space_file.h"
#include "view/counters/counter_texts.h"

namespace kw::cli {

namespace {

struct Options {
  RunOptions run;
  std::string configuration;
  bool source = false;
  bool best = false;
  std::string caseName;
  std::string policy;
  std::optional<int> budgetPasses;
  std::optional<double> budgetMilliseconds;
  std::optional<int> budgetMetrics;
  bool full = false;
  bool modelled = false;
  bool keepsNothing = false;
  bool list = false;
  std::string chip;
  std::string kernel;
  std::string ncuReport;
  std::string csv;
};

// --- counters of a chip

Result<int> runList(const Options& options, Context& context) {
  const std::string chip = options.chip.empty() ? "present" : options.chip;
  KW_ASSIGN(const auto runners, listCounters(options.run.device.choice(), chip, context.stop,
                                             progressNotes(context.output)));
  const RunnerDevices& runner = runners.front();
  if (runner.error) return fail(*runner.error);
  if (!runner.counters)
    return fail("the runner " + runner.command + " does not list counters",
                "install the same version of Kernelwright there");
  const CounterListing& listing = *runner.counters;
  if (!listing.refusal.empty()) return failMissing(listing.refusal, listing.advice);
  context.output.say(listing.chip + (listing.isPresent ? " (here)" : ""));
  for (const std::string& text : offerTexts(listing))
    context.output.say("  " + text);
  context.output.say("The full set at once: " + std::to_string(listing.fullPasses) + " passes.");
  json::Value line = summary();
  const json::Value whole = toJson(listing);
  for (const auto& [key, value] : whole.asObject())
    line.set(key, value);
  context.output.event(line);
  return 0;
}

// --- what is profiled

struct Subject {
  LoadedProblem problem;
  std::unique_ptr<Session> session;  // null: there is none
  bool keeps = false;                // it may be written to
};

// For writing where that is possible: another program may be at it, or the folder read-only.
Status openSession(const std::filesystem::path& path, const Options& options, Context& context,
                   Subject& subject) {
  subject.keeps = !options.keepsNothing;
  if (subject.keeps) {
    auto opened = Session::open(path, Session::Mode::readWrite);
    if (opened) {
      subject.session = *std::move(opened);
      return {};
    }
    context.output.notice("nothing is stored: " + opened.error().message);
    subject.keeps = false;
  }
  KW_ASSIGN(subject.session, openForReading(path));
  return {};
}

Result<Subject> subjectOf(const Options& options, Context& context) {
  Subject subject;
  const std::filesystem::path given = options.run.problem;
  if (given.extension() == ".kwr" && std::filesystem::is_regular_file(given)) {
    if (!options.run.session.file.empty())
      return failInput(given.string() + " is a session itself: --session names one of a problem",
                       {}, "give the problem in its place, or leave --session out");
    KW_TRY(openSession(given, options, context, subject));
    KW_ASSIGN(subject.problem, problemOf(*subject.session));
  } else {
    KW_ASSIGN(subject.problem, loadProblem(options.run.problem));
    const std::filesystem::path path = options.run.session.path(subject.problem);
    std::error_code ignored;
    if (std::filesystem::exists(path, ignored)) {
      KW_TRY(openSession(path, options, context, subject));
      KW_TRY(checkIsAbout(subject.problem, *subject.session));
    } else if (!options.run.session.file.empty()) {
      return failInput("there is no session " + path.string(), {}, "`kwr tune` makes one");
    }
  }
  KW_TRY(requireKernel(subject.problem.problem));
  return subject;
}

// The candidate, with what is known of it where the session holds it.
struct Chosen {
  Candidate candidate;
  std::optional<Evaluation> known;
};

Result<Chosen> bestOf(const Subject& subject, std::string_view deviceId) {
  if (!subject.session)
    return failInput("there is no session of " + subject.problem.problem.name +
                         " whose best candidate could be profiled",
                     {}, "`kwr tune` makes one; --config names a configuration");
  KW_ASSIGN(const MeasuredOn searchedHere,
            searchedLast(*subject.session, subject.problem, deviceId));
  // A session that was tuned on another device: its best is measured here anew.
  KW_ASSIGN(const Standing here,
            standingIn(*subject.session, subject.problem,
                       searchedHere.deviceId.empty() ? std::string_view() : deviceId));
  if (const Evaluation* best = here.bestEvaluation()) return Chosen{best->candidate, *best};
  return failInput("the session " + subject.session->path().string() +
                       " holds no verified candidate of this problem",
                   {}, "`kwr tune` finds one; --config names a configuration");
}

Result<Chosen> choose(const Options& options, const Subject& subject, std::string_view deviceId) {
  if (options.best) return bestOf(subject, deviceId);
  if (options.configuration.empty())
    return Chosen{Candidate{false, subject.problem.sourceHash, {}}, {}};
  if (!subject.problem.problem.space)
    return failInput("the problem " + subject.problem.problem.name +
                     " has no template, so it has no configurations");
  KW_ASSIGN(Configuration configuration,
            readConfiguration(options.configuration, *subject.problem.problem.space));
  return Chosen{Candidate{true, subject.problem.templateHash, std::move(configuration)}, {}};
}

// What only a candidate's profile has a use for. Silence would let people believe it was heeded.
Status checkUnused(const Options& options, const std::string& form) {
  const std::array<std::pair<const char*, bool>, 12> given{
      {{"--config", !options.configuration.empty()},
       {"--source", options.source},
       {"--best", options.best},
       {"--case", !options.caseName.empty()},
       {"--budget-passes", options.budgetPasses.has_value()},
       {"--budget-ms", options.budgetMilliseconds.has_value()},
       {"--budget-metrics", options.budgetMetrics.has_value()},
       {"--full", options.full},
       {"--modelled", options.modelled},
       {"--ncu", !options.ncuReport.empty()},
       {"--keep-nothing", options.keepsNothing},
       {"--session", !options.run.session.file.empty()}}};
  for (const auto& [option, isGiven] : given)
    if (isGiven)
      return failInput(std::string(option) + " has no meaning for " + form, {}, "leave it out");
  return {};
}

Status checkChoice(const Options& options) {
  const bool isNcuFile = !options.list && options.run.problem.ends_with(".csv");
  if (options.list) KW_TRY(checkUnused(options, "--list"));
  if (options.list && !options.policy.empty())
    return failInput("--policy has no meaning for --list", {}, "leave it out");
  if (options.list && !options.run.problem.empty())
    return failInput("--list is of a chip, found " + options.run.problem, {}, "leave it out");
  if (isNcuFile) KW_TRY(checkUnused(options, "a file of Nsight Compute"));
  if (!isNcuFile && !options.kernel.empty())
    return failInput("--kernel belongs to a file of Nsight Compute", {},
                     "kwr profile FILE.csv --kernel NAME");
  if (options.modelled && !options.ncuReport.empty())
    return failInput("--modelled and --ncu exclude each other", {},
                     "--ncu counts, --modelled does without counters");
  const int choices = int{options.source} + int{options.best} + int{!options.configuration.empty()};
  if (choices > 1)
    return failInput("--config, --best and --source exclude each other", {}, "give one of them");
  if (!options.chip.empty() && !options.list)
    return failInput("--chip belongs to --list", {}, "kwr profile --list --chip GH100");
  if (!options.csv.empty() && (options.list || options.run.problem.ends_with(".csv")))
    return failInput("--csv writes the profile of a candidate", {},
                     "name a problem or a session; --json writes what else there is");
  if (options.run.problem.empty() && !options.list)
    return failInput("what is to be profiled?", {},
                     "name a problem or a session, or list counters with --list");
  return {};
}

// Before anything is measured.
Status checkCase(const Options& options, const Problem& problem) {
  if (options.caseName.empty()) return {};
  const Case* found = problem.findCase(options.caseName);
  if (found && found->performance) return {};
  std::string timed;
  for (const Case& one : problem.cases)
    if (one.performance) timed += (timed.empty() ? "" : ", ") + one.name;
  return failInput(
      "the case '" + options.caseName +
          (found ? "' is for correctness only and is not timed" : "' is none of the problem's"),
      {}, "its timed cases: " + timed);
}

Result<Policy> policyOf(const Options& options) {
  if (options.policy.empty()) return defaultPolicy();
  KW_ASSIGN(const std::string text, files::readText(options.policy));
  return Policy::read(text, options.policy, catalogue());
}

ProfilingOptions profilingOptions(const Options& options, const Subject& subject,
                                  std::optional<Evaluation> known, Context& context) {
  ProfilingOptions profiling;
  profiling.caseName = options.caseName;
  profiling.modelled = options.modelled;
  profiling.seed = options.run.seed.seed.value_or(1);
  profiling.keeps = subject.keeps;
  profiling.known = std::move(known);
  profiling.walk.budget.passes = options.budgetPasses.value_or(0);
  profiling.walk.budget.milliseconds = options.budgetMilliseconds.value_or(0);
  profiling.walk.budget.metrics = options.budgetMetrics.value_or(0);
  profiling.walk.full = options.full;
  Output& output = context.output;
  profiling.started = [&output](const std::string& phase) {
    output.setStatus("Profiling: " + phase);
  };
  profiling.walk.stepped = [&output](const ProfileStep& step) {
    output.clearStatus();
    output.say("  " + stepText(step));
    output.event(stepLine(step));
  };
  return profiling;
}

void say(Output& output, const Profile& profile) {
  output.say(profileText(profile) + ".");
  if (!profile.advice.empty()) output.say(profile.advice);
  for (const std::string& text : valueTexts(profile))
    output.say("  " + text);
  output.say(view::collectorText(profile) + ". " + view::costText(profile));
  if (!profile.refusal.empty())
    output.say("No counters: " + profile.refusal +
               (profile.remedy.empty() ? "" : "; " + profile.remedy) + ".");
}

json::Value lineOf(const Profile& profile, const LoadedProblem& problem, const DeviceInfo& device) {
  json::Value line = summary();
  line.set("problem", problem.problem.name);
  line.set("device", device.id);
  line.set("config", configurationJson(profile.candidate.configuration));
  line.set("sentence", profileText(profile));
  line.set("unknown", strings(unknownTests(profile)));
  const std::vector<std::string> path = profile.path();
  line.set("path", strings(path));
  const json::Value whole = toJson(profile);
  for (const auto& [key, value] : whole.asObject())
    line.set(key, value);
  return line;
}

// --- under Nsight Compute

// As asked for, else the one that takes longest. ncu looks at it before a device could say.
Result<std::string> ncuCase(const Options& options, const Subject& subject, const Chosen& chosen) {
  if (!options.caseName.empty()) return options.caseName;
  std::vector<Evaluation> evaluations;
  if (subject.session) {
    KW_ASSIGN(evaluations, subject.session->evaluations());
  }
  return longestCase(subject.problem.problem, chosen.candidate, evaluations);
}

Result<std::vector<NcuLaunch>> underNcu(const Options& options, const LoadedProblem& problem,
                                        const Candidate& candidate, const std::string& caseName,
                                        Context& context) {
  NsightJob job{.candidate = candidate,
                .caseName = caseName,
                .seed = options.run.seed.seed.value_or(1),
                .report = options.ncuReport};
  context.output.setStatus("Profiling " + job.caseName + " under ncu");
  KW_ASSIGN(std::vector<NcuLaunch> launches,
            profileWithNcu(options.run.device.choice(), problem, job, progressNotes(context.output),
                           context.stop));
  context.output.clearStatus();
  context.output.say("Nsight Compute's report: " + options.ncuReport + " (ncu-ui opens it)");
  if (launches.empty()) return fail("ncu's report holds no launch of the candidate");
  if (launches.size() > 1)
    context.output.say("It holds " + std::to_string(launches.size()) +
                       " launches; the tree walks over the first of them.");
  return launches;
}

Status checkOutputs(const Options& options, const Subject& subject) {
  const std::filesystem::path session = subject.session ? subject.session->path() : "";
  for (const auto& [file, option] :
       {std::pair(options.csv, "--csv"), std::pair(options.ncuReport, "--ncu")}) {
    if (file.empty()) continue;
    KW_TRY(checkWritable(file, option));
    KW_TRY(checkNotReplaced(file, option, session, subject.problem));
    KW_TRY(checkIsOther(file, option, options.policy, "the tree (--policy)"));
  }
  return {};
}

Result<int> runProfile(const Options& options, Context& context) {
  KW_TRY(checkChoice(options));
  if (options.list) return runList(options, context);
  KW_ASSIGN(const Policy policy, policyOf(options));
  if (options.run.problem.ends_with(".csv"))
    return profileNcuFile(options.run.problem, options.kernel, policy, context);
  KW_ASSIGN(const Subject subject, subjectOf(options, context));
  KW_TRY(checkCase(options, subject.problem.problem));
  KW_ASSIGN(const Chosen wanted, choose(options, subject, {}));  // a wrong word costs nothing
  KW_TRY(checkOutputs(options, subject));
  std::optional<NcuCounters> ncu;
  std::vector<NcuLaunch> launches;
  std::string caseUnderNcu;
  if (!options.ncuReport.empty()) {
    KW_ASSIGN(caseUnderNcu, ncuCase(options, subject, wanted));
    KW_ASSIGN(launches,
              underNcu(options, subject.problem, wanted.candidate, caseUnderNcu, context));
    ncu.emplace(launches.front());
  }
  KW_ASSIGN(const auto engine, openEngine(options.run.device.choice(), subject.problem,
                                          options.run.seed.seed.value_or(1), context));
  KW_ASSIGN(Chosen chosen, choose(options, subject, engine->device().uuid));
  Output& output = context.output;
  if (engine->device().isHost()) output.say(hostHeading);
  output.say(chosen.candidate.label() + " on " + engine->device().model + ", tree " +
             policy.name() + " (" + policy.origin() + "):");
  ProfilingOptions profiling = profilingOptions(options, subject, std::move(chosen.known), context);
  if (ncu) {
    profiling.caseName = caseUnderNcu;
    profiling.counters = &*ncu;
    profiling.collector = "ncu";
  }
  KW_ASSIGN(const Profile profile,
            profileCandidate(*engine, subject.problem, chosen.candidate,
                             options.run.protocol.on(engine->device()), policy, profiling,
                             subject.session.get(), context.stop));
  output.clearStatus();
  say(output, profile);
  if (!options.csv.empty()) {
    KW_TRY(writeProfileCsv(options.csv, profile, subject.problem, subject.session.get()));
    output.say("The metrics are in " + options.csv + ".");
  }
  output.event(lineOf(profile, subject.problem, engine->device()));
  return 0;
}

}  // namespace

void addProfile(Commands& commands) {
  auto options = std::make_shared<Options>();
  Arguments command = commands.parser.command(
      "profile", "what bounds a candidate: counters, decided step by step by a profiling tree");
  command.optionalOperand(
      "PROBLEM", options->run.problem,
      "a problem's folder or name in the library, a session file, or what Nsight "
      "Compute wrote with --csv (raw or details page)");
  command.option("--config", options->configuration,
                 "a configuration, such as BLOCK=256,VEC=4; without it, the source kernel");
  command.flag("--source", options->source, "the source kernel");
  command.flag("--best", options->best, "the best candidate of the session");
  command.option("--case", options->caseName, "the one that takes longest otherwise");
  command.option("--policy", options->policy, "a tree of your own (kernelwright-policy/1)");
  command.option("--budget-passes", options->budgetPasses, 1, 10000,
                 "counters are read in at most so many passes");
  command.option("--budget-ms", options->budgetMilliseconds, 0.001, 1e9,
                 "no counters are asked for after this time of reading them");
  command.option("--budget-metrics", options->budgetMetrics, 1, 10000, "at most so many counters");
  command.flag("--full", options->full, "read the full set first, then walk the tree over it");
  command.flag("--modelled", options->modelled, "without counters, from the work model and times");
  command.option("--ncu", options->ncuReport,
                 "count under Nsight Compute, and keep its report in this file (.ncu-rep)");
  command.option("--csv", options->csv,
                 "also write the metrics to this file, as the counters panel exports them");
  command.flag("--keep-nothing", options->keepsNothing, "do not store it in the session");
  command.flag("--list", options->list, "what the chip here offers of counters, with passes");
  command.option("--chip", options->chip, "with --list: of this chip, which need not be here");
  command.option("--kernel", options->kernel,
                 "of a file of Nsight Compute: only kernels whose name holds this");
  options->run.addTo(command, "of the inputs (1)");
  command.whenChosen([&chosen = commands.chosen, options] {
    chosen = [options](Context& context) { return runProfile(*options, context); };
  });
}

}  // namespace kw::cli
