// SPDX-License-Identifier: GPL-3.0-or-later
// kwr learn-tree: learns from rewards which metrics to look at, and compares that with other ways
// of choosing them.
#include <filesystem>
#include <memory>
#include <optional>

#include "base/files/files.h"
#include "base/files/hash.h"
#include "base/json/text.h"
#include "cli/command.h"
#include "cli/common_options.h"
#include "cli/json_forms.h"
#include "cli/learning_forms.h"
#include "cli/output_places.h"
#include "client/learning/comparison.h"
#include "client/learning/configurations.h"
#include "client/learning/learner.h"
#include "client/learning/reward_table.h"
#include "model/formats/wording.h"

namespace kw::cli {

namespace {

constexpr size_t mostBytes = size_t{1} << 30;
constexpr int mostCount = 1'000'000'000;

struct Options {
  std::string rewards, policy, out, log;
  SeedOption seed;
  std::optional<int> depth, metrics, evaluations, proposals, repeats, parts;
  std::optional<double> margin;
  bool compare = false;
};

LearningSettings settingsOf(const Options& options) {
  LearningSettings settings;
  settings.seed = options.seed.seed.value_or(settings.seed);
  const auto take = [](const std::optional<int>& from, size_t& to) {
    if (from) to = static_cast<size_t>(*from);
  };
  take(options.depth, settings.limits.depth);
  take(options.metrics, settings.limits.metrics);
  take(options.evaluations, settings.evaluations);
  take(options.proposals, settings.proposals);
  take(options.repeats, settings.repeats);
  settings.margin = options.margin.value_or(settings.margin);
  return settings;
}

// Only policies are replaced.
Status checkOut(const Options& options) {
  const std::string& file = options.out;
  if (file.empty()) return {};
  KW_TRY(checkWritable(file, "--out"));
  KW_TRY(checkIsOther(file, "--out", options.log, "the log (--log)"));
  std::error_code ignored;
  if (!std::filesystem::exists(file, ignored) || std::filesystem::is_empty(file, ignored))
    return {};
  const auto text = files::readText(file);
  if (text && Policy::read(*text, file, catalogue())) return {};
  return failInput("--out: " + file + " holds something else than a policy", {},
                   "name another file, or remove this one");
}

// What learning works on, kept together.
struct Material {
  std::string rewardsHash, policyHash;
  RewardTable table;
  Policy start;
  std::vector<MetricGroup> groups;
};

Result<Material> materialOf(const Options& options) {
  Material material;
  KW_ASSIGN(const std::string rewards, files::readText(options.rewards, mostBytes));
  KW_ASSIGN(material.table, RewardTable::read(rewards, options.rewards, catalogue()));
  material.rewardsHash = files::contentHash(rewards);
  material.start = defaultPolicy();
  if (!options.policy.empty()) {
    KW_ASSIGN(const std::string text, files::readText(options.policy));
    KW_ASSIGN(material.start, Policy::read(text, options.policy, catalogue()));
  }
  material.policyHash = files::contentHash(json::writeLine(material.start.toJson()));
  material.groups =
      material.table.groups().empty() ? fixedConfigurations() : material.table.groups();
  return material;
}

Result<Journal> journalOf(const Options& options, const Material& material,
                          const LearningSettings& settings) {
  if (options.log.empty()) return Journal();
  KW_TRY(checkWritable(options.log, "--log"));
  return Journal::open(options.log, json::Value::object({{"format", "kernelwright-learning/1"},
                                                         {"rewards", material.rewardsHash},
                                                         {"policy", material.policyHash},
                                                         {"settings", toJson(settings)}}));
}

std::string endText(const LearningResult& result) {
  return countText(result.accepted, "change") + " accepted of " +
         countText(result.proposals, "proposal") + " judged, " +
         countText(result.evaluations, "evaluation") + "; " + result.ended;
}

// With what it was learnt from. A tree that nothing was added to is given as it was.
Result<Policy> finished(const LearningResult& result, const Material& material,
                        const Options& options, const LearningSettings& settings) {
  if (result.accepted == 0) return result.policy;
  return named(result.policy, material.start.name() + ", learnt",
               "Learnt by kwr learn-tree from \"" + material.start.name() + "\" on " +
                   std::filesystem::path(options.rewards).filename().string() + " (SHA-256 " +
                   material.rewardsHash.substr(0, 12) + "), seed " + std::to_string(settings.seed) +
                   ": " + endText(result) + ".",
               catalogue());
}

Result<ComparedWays> compared(const LearningTask& task, const LearningSettings& settings,
                              const Options& options, Context& context) {
  ComparingSettings comparing;
  comparing.learning = settings;
  // Kernels that are left out must not be learnt from more sparingly than the others.
  comparing.learning.evaluations = 0;
  if (options.parts) comparing.parts = static_cast<size_t>(*options.parts);
  auto comparison = compareWays(
      task, fixedConfigurations(), comparing,
      [&](size_t part) {
        context.output.setStatus("Learning without part " + std::to_string(part + 1) + " of " +
                                 std::to_string(comparing.parts));
      },
      context.stop);
  context.output.clearStatus();
  return comparison;
}

void say(Output& output, const ComparedWays& comparison) {
  output.say("");
  output.say("Geometric means over kernels with 95 % intervals; the tree learnt " +
             std::to_string(comparison.parts) +
             " times, each kernel by one that was learnt without it; the oracle's choice is of "
             "noisy rewards, so it is too high:");
  for (const std::string& line : comparisonTable(comparison))
    output.say(line);
}

Result<int> runLearnTree(const Options& options, Context& context) {
  const LearningSettings settings = settingsOf(options);
  if (options.parts && !options.compare)
    return failInput("--parts belongs to --compare", {}, "give both, or neither");
  KW_TRY(checkOut(options));
  KW_ASSIGN(Material material, materialOf(options));
  KW_ASSIGN(Journal journal, journalOf(options, material, settings));
  Output& output = context.output;
  EnumeratingProposer proposer(material.groups);
  const LearningTask task{material.start, material.table.kernels(), material.table, proposer,
                          catalogue()};
  output.say(countText(task.kernels.size(), "kernel") + ", " +
             countText(material.table.rewards(), "reward") + "; from the tree \"" +
             material.start.name() + "\" (" + material.start.origin() + ").");
  KW_ASSIGN(const LearningResult result,
            learn(
                task, settings, journal,
                [&](const Decision& decision) {
                  for (const std::string& text : decisionTexts(decision))
                    output.say("  " + text);
                  output.event(decisionEvent(decision));
                },
                context.stop));
  KW_ASSIGN(const Policy policy, finished(result, material, options, settings));
  output.say(endText(result) + ".");
  if (!options.out.empty()) {
    KW_TRY(files::writeAtomically(options.out, json::writePretty(policy.toJson()) + "\n"));
    output.say("Policy: " + options.out);
  }
  json::Value line = summary();
  line.set("kernels", task.kernels.size());
  line.set("training", result.training);
  line.set("held_out", result.heldOut);
  line.set("accepted", result.accepted);
  line.set("proposals", result.proposals);
  line.set("evaluations", result.evaluations);
  line.set("from_log", journal.repeated());
  line.set("ended", result.ended);
  line.set("policy", policy.toJson());
  if (!options.out.empty()) line.set("out", options.out);
  if (!options.log.empty()) line.set("log", options.log);
  if (options.compare) {
    KW_ASSIGN(const ComparedWays comparison, compared(task, settings, options, context));
    say(output, comparison);
    line.set("comparison", comparisonJson(comparison));
  }
  output.event(line);
  return 0;
}

}  // namespace

void addLearnTree(Commands& commands) {
  auto options = std::make_shared<Options>();
  Arguments command = commands.parser.command(
      "learn-tree", "learn from rewards which metrics a profiling tree should look at");
  command.operand("REWARDS", options->rewards,
                  "speed-ups of rewritten kernels by kernel and metrics (kernelwright-rewards/1)");
  command.option("--policy", options->policy,
                 "the tree to start from (kernelwright-policy/1); without it, the program's own");
  command.option("--out", options->out, "write the learnt tree to this file");
  command.option("--log", options->log,
                 "append all rewards and decisions to this file; what is there already is gone on "
                 "with");
  options->seed.addTo(command, "of the kernels that are set aside, and of the bootstrap (1)");
  command.option("--max-depth", options->depth, 0, 1000, "tests on a path (8)");
  command.option("--max-metrics", options->metrics, 0, 1000, "metrics of a leaf (8)");
  command.option("--evaluations", options->evaluations, 1, mostCount,
                 "at most so many rewards, each of a kernel with some metrics");
  command.option("--proposals", options->proposals, 1, mostCount,
                 "at most so many proposals are judged");
  command.option("--repeats", options->repeats, 1, 1000000,
                 "of each reward at most so many repeats (all there are, up to 100)");
  command.option("--margin", options->margin, 1e-6, 10.0,
                 "what a change must gain at least, as a logarithm (0.005)");
  command.flag("--compare", options->compare,
               "also compare with no metrics, random and fixed ones, and the oracle");
  command.option("--parts", options->parts, 2, 1000,
                 "with --compare: learn so many times, with a part of the kernels left out (5)");
  command.whenChosen([&chosen = commands.chosen, options] {
    chosen = [options](Context& context) { return runLearnTree(*options, context); };
  });
}

}  // namespace kw::cli
