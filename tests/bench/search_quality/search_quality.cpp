// SPDX-License-Identifier: GPL-3.0-or-later
// search_quality [--repeats R] [--seed S] [--strategies NAME,NAME] [--json] RECORDED…: runs each
// strategy R times with 200 evaluations on each recording and prints the mean fraction of the
// optimum after 50 and 200 of them with its 95 % interval, what it took to reach 95 % of the
// optimum, and the strategy's own time per evaluation. Then the geometric means over recordings.
// With --json, a line for each recording and strategy, as compare_search.py reads it.
#include <charconv>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <string>
#include <vector>

#include "base/json/text.h"
#include "base/json/value.h"
#include "client/replay/simulation.h"
#include "client/replay/simulation_summary.h"
#include "client/replay/simulation_texts.h"
#include "client/search/registry.h"
#include "model/recordings/read_recording.h"

namespace {

using namespace kw;

const std::vector<size_t> counts{50, 200};

struct Options {
  size_t repeats = 100;
  uint64_t seed = 1;
  std::vector<std::string> strategies;
  bool json = false;
  std::vector<std::string> files;
};

[[noreturn]] void giveUp(const std::string& text) {
  std::fprintf(stderr, "%s\n", text.c_str());
  std::exit(2);
}

template <class T>
T value(Result<T> result) {
  if (!result) giveUp(result.error().text());
  return std::move(*result);
}

uint64_t numberIn(const std::string& text) {
  uint64_t number = 0;
  const auto end = std::from_chars(text.data(), text.data() + text.size(), number);
  if (end.ec != std::errc() || end.ptr != text.data() + text.size())
    giveUp("expected a whole number, found " + text);
  return number;
}

std::vector<std::string> partsOf(const std::string& list) {
  std::vector<std::string> parts{""};
  for (const char c : list) {
    if (c == ',')
      parts.emplace_back();
    else
      parts.back() += c;
  }
  return parts;
}

Options optionsOf(int argc, char** argv) {
  Options options;
  for (int i = 1; i < argc; ++i) {
    const std::string word = argv[i];
    const auto next = [&] {
      if (++i == argc) giveUp(word + " needs a value");
      return std::string(argv[i]);
    };
    if (word == "--repeats")
      options.repeats = numberIn(next());
    else if (word == "--seed")
      options.seed = numberIn(next());
    else if (word == "--strategies")
      options.strategies = partsOf(next());
    else if (word == "--json")
      options.json = true;
    else
      options.files.push_back(word);
  }
  if (options.files.empty())
    giveUp(
        "expected recordings: search_quality [--repeats R] [--seed S] [--strategies A,B] "
        "[--json] RECORDED...");
  if (options.strategies.empty()) options.strategies = strategyNames();
  return options;
}

json::Value orNull(double number) {
  return std::isfinite(number) ? json::Value(number) : json::Value();
}

void printJson(const std::string& file, const std::string& strategy,
               const SimulationSummary& summary) {
  json::Value line = json::Value::object({{"file", file}, {"strategy", strategy}});
  for (const FractionsAtEvaluations& at : summary.atEvaluations) {
    const Fractions& of = at.fractions;
    line.set("after_" + std::to_string(at.evaluations),
             json::Value::array({of.mean, of.meanInterval.low, of.meanInterval.high}));
  }
  line.set("reached",
           static_cast<double>(summary.reach.reached) / static_cast<double>(summary.runs));
  line.set("expected_evaluations", orNull(summary.reach.expectedEvaluations));
  line.set("expected_seconds", orNull(summary.reach.expectedSeconds));
  line.set("own_ms", summary.strategyMilliseconds);
  std::printf("%s\n", json::writeLine(line).c_str());
}

void print(const std::string& strategy, const SimulationSummary& summary) {
  std::printf("  %-24s", strategy.c_str());
  for (const FractionsAtEvaluations& at : summary.atEvaluations)
    std::printf(" %.4f [%.4f, %.4f]", at.fractions.mean, at.fractions.meanInterval.low,
                at.fractions.meanInterval.high);
  const TimeToReach& reach = summary.reach;
  std::printf(" %5.1f %% %9.1f %10.1f s %9.4f ms\n",
              100.0 * static_cast<double>(reach.reached) / static_cast<double>(summary.runs),
              reach.expectedEvaluations, reach.expectedSeconds, summary.strategyMilliseconds);
}

}  // namespace

int main(int argc, char** argv) {
  const Options options = optionsOf(argc, argv);
  std::map<std::string, std::vector<double>> logs;  // sums of logarithms, per strategy and count
  for (const std::string& file : options.files) {
    const RecordedSpace recorded = value(RecordedSpace::of(value(readRecording(file)).recording));
    if (!options.json)
      std::printf("%s\n  %s\n  %-24s %-23s %-23s %7s %9s %12s %12s\n", file.c_str(),
                  recordingText(recorded).c_str(), "", "after 50", "after 200", "to 95 %", "evals",
                  "time", "own, each");
    for (const std::string& strategy : options.strategies) {
      const Simulation simulation = value(simulate(recorded,
                                                   {.strategy = strategy,
                                                    .evaluations = counts.back(),
                                                    .repeats = options.repeats,
                                                    .seed = options.seed},
                                                   {}, {}));
      const SimulationSummary summary = summarise(recorded, simulation.runs, counts, {});
      if (options.json)
        printJson(file, strategy, summary);
      else
        print(strategy, summary);
      auto& sums = logs[strategy];
      sums.resize(counts.size());
      for (size_t i = 0; i < counts.size(); ++i)
        sums[i] += std::log(summary.atEvaluations[i].fractions.mean);
    }
    std::fflush(stdout);
  }
  if (options.json) return 0;
  std::printf("geometric mean over %zu recordings, after 50 and 200\n", options.files.size());
  for (const std::string& strategy : options.strategies) {
    std::printf("  %-24s", strategy.c_str());
    for (const double sum : logs[strategy])
      std::printf(" %.4f", std::exp(sum / static_cast<double>(options.files.size())));
    std::printf("\n");
  }
  return 0;
}
