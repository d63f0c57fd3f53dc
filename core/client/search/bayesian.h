// SPDX-License-Identifier: GPL-3.0-or-later
// Bayesian optimisation: a Gaussian process learns from what was measured how fast each
// configuration may be, another average how likely it is to work, and the configuration with the
// largest expected improvement for what it takes to try is tried next. What is in
// flight counts as if it had come out as believed, so that several at once do not crowd together.
#pragma once

#include <optional>
#include <unordered_map>
#include <vector>

#include "client/search/candidate_pool.h"
#include "client/search/evaluation_costs.h"
#include "client/search/learning_strategy.h"
#include "client/search/resource_columns.h"
#include "client/search/search_targets.h"
#include "client/search/surrogate/failure_belief.h"
#include "client/search/surrogate/pool_feasibility.h"
#include "client/search/surrogate/pool_posterior.h"

namespace kw {

class Bayesian final : public LearningStrategy {
 public:
  Bayesian(const ValidSpace& space, uint64_t seed);
  std::string_view name() const override { return "bayesian"; }
  // More in flight as the search goes on and each tells less; in simulation that costs nothing.
  size_t window() const override;

 protected:
  std::optional<size_t> propose() override;
  void learn(size_t index, double score) override;
  void learnCost(size_t index, double seconds) override { m_costs.learn(index, seconds); }
  void learnResources(size_t index, const ResourceUse& use) override;

 private:
  struct Told {
    size_t index = 0;
    double score = 0;  // infinite: a failure
  };

  bool designing() const;
  size_t farFromAll();
  bool modelIsOld() const;
  void renewModel();
  void fitShape(const std::vector<Told>& modelled);
  std::vector<Told> modelledPoints();
  void observe(size_t index, double value);
  std::vector<size_t> besideOneOfTheBest();
  // In the pool, and `among` these (ascending) where there are any.
  std::optional<size_t> mostPromising(const std::vector<size_t>& among);
  std::vector<float> pointOf(size_t index) const;
  std::vector<float> pointWithResources(size_t index) const;

  surrogate::Coordinates m_coordinates;
  surrogate::Coordinates m_withResources;  // the same groups, and those of m_resources
  ResourceColumns m_resources;
  surrogate::KernelShape m_shape;
  CandidatePool m_pool;
  EvaluationCosts m_costs;
  std::vector<Told> m_told;      // in order
  std::vector<size_t> m_flying;  // asked and not told
  size_t m_usable = 0;

  std::optional<SearchTargets> m_targets;
  std::optional<surrogate::PoolPosterior> m_posterior;
  std::optional<surrogate::PoolFeasibility> m_feasibility;  // none before the first failure
  surrogate::FailureBelief m_failures;
  std::unordered_map<size_t, double> m_foretold;     // by index: what m_feasibility said when asked
  std::unordered_map<size_t, size_t> m_observation;  // of m_posterior, by index of the space
  size_t m_fittedWith = 0;                           // usable ones that m_shape was learned from
  size_t m_renewedWith = 0;                          // told when the posterior was made
};

}  // namespace kw
