// SPDX-License-Identifier: GPL-3.0-or-later
#include "client/search/registry.h"

#include <algorithm>

#include "client/search/annealing.h"
#include "client/search/bayesian.h"
#include "client/search/differential_evolution.h"
#include "client/search/genetic.h"
#include "client/search/in_order.h"
#include "client/search/local_search.h"
#include "client/search/particle_swarm.h"

namespace kw {

namespace {

// What `auto` is where it cannot try everything. THE ONE PLACE to change for a better one.
constexpr std::string_view automatic = "bayesian";
constexpr size_t mostInOrder = 16;

struct Entry {
  StrategyDescription description;
  std::unique_ptr<Strategy> (*make)(const ValidSpace& space, uint64_t seed);
};

template <class T>
std::unique_ptr<Strategy> made(const ValidSpace& space, uint64_t seed) {
  return std::make_unique<T>(space, seed);
}

const std::vector<Entry>& entries() {
  static const std::vector<Entry> all{
      {{"exhaustive", "every configuration, in the order of the space"}, made<Exhaustive>},
      {{"random", "every configuration, in a random order"}, made<RandomSearch>},
      {{"bayesian", "models what was measured and tries what promises most"}, made<Bayesian>},
      {{"genetic", "genetic algorithm: crosses and mutates the best found"}, made<Genetic>},
      {{"differential-evolution", "moves by the differences between configurations found"},
       made<DifferentialEvolution>},
      {{"particle-swarm", "particles drawn to their own best and their neighbours'"},
       made<ParticleSwarm>},
      {{"annealing", "simulated annealing: a walk that takes ever fewer steps for the worse"},
       made<Annealing>},
      {{"local-search", "iterated local search: descends, then starts again near the best"},
       made<LocalSearch>},
  };
  return all;
}

// What other tuners call them.
struct OtherName {
  std::string_view theirs, ours;
};
constexpr OtherName otherNames[] = {
    {"bayes_opt", "bayesian"},
    {"brute_force", "exhaustive"},
    {"random_sample", "random"},
    {"genetic_algorithm", "genetic"},
    {"ga", "genetic"},
    {"diff_evo", "differential-evolution"},
    {"de", "differential-evolution"},
    {"pso", "particle-swarm"},
    {"firefly_algorithm", "particle-swarm"},
    {"simulated_annealing", "annealing"},
    {"dual_annealing", "annealing"},
    {"mls", "local-search"},
    {"greedy_mls", "local-search"},
    {"ordered_greedy_mls", "local-search"},
    {"greedy_ils", "local-search"},
    {"basinhopping", "local-search"},
    {"hill_climbing", "local-search"},
};

std::string meantBy(std::string name) {
  std::ranges::replace(name, '-', '_');
  for (const OtherName& other : otherNames)
    if (other.theirs == name) return std::string(other.ours);
  std::ranges::replace(name, '_', '-');
  return nearest(name, strategyNames());
}

const Entry* entryOf(std::string_view name) {
  const auto found = std::ranges::find_if(
      entries(), [&](const Entry& entry) { return entry.description.name == name; });
  return found == entries().end() ? nullptr : &*found;
}

}  // namespace

const std::vector<StrategyDescription>& strategyDescriptions() {
  static const std::vector<StrategyDescription> all = [] {
    std::vector<StrategyDescription> made{
        {"auto", "the best there is; all of a tiny space in order"}};
    for (const Entry& entry : entries())
      made.push_back(entry.description);
    return made;
  }();
  return all;
}

std::vector<std::string> strategyNames() {
  std::vector<std::string> names;
  for (const StrategyDescription& description : strategyDescriptions())
    names.emplace_back(description.name);
  return names;
}

std::string listedStrategies() {
  std::string all;
  for (const std::string& name : strategyNames())
    all += (all.empty() ? "" : ", ") + name;
  return all;
}

std::string resolveStrategy(const std::string& name, size_t spaceSize,
                            std::optional<size_t> evaluations, bool limitedByTime) {
  if (name != "auto") return name;
  // In order, since nothing is gained by choosing. Larger spaces are searched even where all of
  // them will be tried: the best is found long before the end, and whoever stops early has it.
  const bool coversSpace = !limitedByTime && (!evaluations || *evaluations >= spaceSize);
  return coversSpace && spaceSize <= mostInOrder ? "exhaustive" : std::string(automatic);
}

Status checkStrategyName(const std::string& name) {
  if (name == "auto" || entryOf(name)) return {};
  const std::string meant = meantBy(name);
  return failInput(
      "there is no search strategy '" + name + "'", Place{},
      meant.empty() ? "there are " + listedStrategies() : "did you mean " + meant + "?");
}

Result<std::unique_ptr<Strategy>> makeStrategy(const std::string& name, const ValidSpace& space,
                                               uint64_t seed) {
  KW_TRY(checkStrategyName(name));
  return entryOf(name == "auto" ? automatic : name)->make(space, seed);
}

}  // namespace kw
