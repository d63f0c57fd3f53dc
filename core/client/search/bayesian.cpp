// SPDX-License-Identifier: GPL-3.0-or-later
#include "client/search/bayesian.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "client/search/surrogate/expected_improvement.h"
#include "client/search/surrogate/kernel_fit.h"

namespace kw {

namespace {

// How the targets' pressure, the kernel's smoothness and the constants below were set: among a
// dozen sets, 50 runs each, on five recordings (two convolutions, dedispersion, pnpoly, rmsnorm).
// Which set is best when one recording is left out differs from one left out to the next, within
// the simulation's error; what the better ones have in common was taken.

// Spread over the space before anything is modelled, and the usable ones that a model needs. Few:
// with the model's wide beliefs its own choices teach more than a design's.
constexpr size_t designSize = 8;
constexpr size_t leastUsable = 4;
constexpr int designTries = 30;
// The shape is learned anew when there is a quarter more to learn from, from so many at most.
constexpr size_t leastNew = 4;
constexpr size_t mostToFit = 120;
// A part of a large space is drawn anew after so many.
constexpr size_t poolAge = 16;
// More than these slow a choice down for nothing.
constexpr size_t mostModelled = 500;
// A posterior costs half the observations squared times the pool: so many products, some tens of
// milliseconds, are spent on one, so that a search stops soon after it is told to.
constexpr double mostProducts = 1.5e8;
constexpr size_t leastInPool = 1000, mostInPool = 5000;
constexpr size_t bestWithNeighbours = 16;
// Early on each choice rests on few answers, so it waits for nearly all of them: in simulations two
// in flight were better after 50 evaluations than four, and in the mean no worse than one.
constexpr size_t leastInFlight = 2, mostInFlight = 16, asksForOneMore = 16;
// The model is too sure of itself: it takes its one shape for certain, and times change more
// abruptly than any smooth shape says. In simulations 1 and 1.4 differ by about their own error; 2
// explored so much that it passed by what lies beside the best.
constexpr double doubt = 1.4;
// Some choices are made beside one of the best alone: a value that suits a kernel by chance of its
// sizes stands out from all around it, and no smooth model sees it coming. Early on the best so far
// are not good enough for that: the part grows over so many asks.
constexpr double nearbyPart = 0.3, asksUntilNearby = 45;
constexpr size_t nearbyCentres = 8;

double squaredDistance(const std::vector<float>& a, const std::vector<float>& b) {
  double sum = 0;
  for (size_t i = 0; i < a.size(); ++i)
    sum += (a[i] - b[i]) * (a[i] - b[i]);
  return sum;
}

double nearbyChance(size_t asked) {
  return nearbyPart * std::min(1.0, static_cast<double>(asked) / asksUntilNearby);
}

size_t poolSize(size_t observations) {
  const auto count = static_cast<double>(std::max<size_t>(observations, 1));
  const double affordable = 2 * mostProducts / (count * count);
  return static_cast<size_t>(
      std::clamp(affordable, static_cast<double>(leastInPool), static_cast<double>(mostInPool)));
}

}  // namespace

Bayesian::Bayesian(const ValidSpace& space, uint64_t seed)
    : LearningStrategy(space, seed),
      m_coordinates(space.space()),
      m_withResources(space.space(), ResourceColumns::count),
      m_resources(m_coordinates),
      m_shape(surrogate::priorShape(m_withResources)),
      m_pool(axes(), m_coordinates),
      m_costs(space, m_coordinates) {}

size_t Bayesian::window() const {
  // The design learns from failures alone, so all of it may be in flight.
  if (memory().askedCount() < designSize) return designSize;
  return std::min(mostInFlight, leastInFlight + memory().askedCount() / asksForOneMore);
}

std::optional<size_t> Bayesian::propose() {
  std::optional<size_t> chosen;
  if (designing()) {
    chosen = farFromAll();
  } else {
    if (modelIsOld()) renewModel();
    m_posterior->update();
    m_costs.update();
    if (random().chance(nearbyChance(memory().askedCount())))
      chosen = mostPromising(besideOneOfTheBest());
    if (!chosen) chosen = mostPromising({});
    if (!chosen) chosen = memory().nextAtRandom();
    observe(*chosen, m_posterior->meanAt(pointWithResources(*chosen).data()));
  }
  m_flying.push_back(*chosen);
  return chosen;
}

void Bayesian::learn(size_t index, double score) {
  std::erase(m_flying, index);
  m_told.push_back({index, score});
  const bool usable = std::isfinite(score);
  if (usable) ++m_usable;
  if (const auto foretold = m_foretold.extract(index); foretold)
    m_failures.learn(foretold.mapped(), usable);
  else
    m_failures.count(usable);
  if (!m_posterior) return;
  if (!usable && !m_feasibility) {
    m_feasibility.emplace(m_coordinates, m_shape, m_pool.points());
    for (const Told& told : m_told)
      m_feasibility->tell(pointOf(told.index).data(), std::isfinite(told.score));
  } else if (m_feasibility) {
    m_feasibility->tell(pointOf(index).data(), usable);
  }
  // A failure stays as what was believed of it until the model is renewed without it.
  if (!usable) return;
  if (const auto known = m_observation.find(index); known != m_observation.end())
    m_posterior->setValue(known->second, m_targets->of(score));
  else
    observe(index, m_targets->of(score));
}

void Bayesian::learnResources(size_t index, const ResourceUse& use) {
  m_resources.learn(index, pointOf(index).data(), use);
}

bool Bayesian::designing() const {
  return memory().askedCount() < designSize || m_usable < leastUsable;
}

// Of some at random, the one farthest from all that were asked, and from what failed.
size_t Bayesian::farFromAll() {
  std::vector<size_t> candidates;
  for (int i = 0; i < designTries; ++i) {
    const size_t index = random().below(space().size());
    if (!memory().isAsked(index)) candidates.push_back(index);
  }
  if (candidates.empty()) return memory().nextAtRandom();
  std::vector<float> points;
  appendPoints(space(), m_coordinates, candidates, points);
  surrogate::PoolFeasibility feasibility(m_coordinates, m_shape, points);
  std::vector<double> nearest(candidates.size(), std::numeric_limits<double>::max());
  const auto keepAway = [&](size_t asked) {
    const std::vector<float> there = pointOf(asked);
    for (size_t i = 0; i < candidates.size(); ++i)
      nearest[i] = std::min(nearest[i], squaredDistance(pointOf(candidates[i]), there));
  };
  for (const Told& told : m_told) {
    keepAway(told.index);
    feasibility.tell(pointOf(told.index).data(), std::isfinite(told.score));
  }
  std::ranges::for_each(m_flying, keepAway);
  size_t best = 0;
  for (size_t i = 1; i < candidates.size(); ++i)
    if (nearest[i] * feasibility.probability(i) > nearest[best] * feasibility.probability(best))
      best = i;
  return candidates[best];
}

bool Bayesian::modelIsOld() const {
  if (!m_posterior || m_usable >= m_fittedWith + std::max(leastNew, m_fittedWith / 4)) return true;
  return !m_pool.holdsAll() &&
         m_told.size() >= m_renewedWith + std::max(poolAge, m_told.size() / 16);
}

void Bayesian::renewModel() {
  const std::vector<Told> modelled = modelledPoints();
  std::vector<double> scores;
  scores.reserve(modelled.size());
  for (const Told& told : modelled)
    scores.push_back(told.score);
  m_targets.emplace(scores);
  if (m_usable >= m_fittedWith + std::max(leastNew, m_fittedWith / 4)) {
    fitShape(modelled);
    m_fittedWith = m_usable;
  }
  std::vector<size_t> best;
  for (size_t i = 0; i < std::min(modelled.size(), bestWithNeighbours); ++i)
    best.push_back(modelled[i].index);
  m_pool.fill(poolSize(modelled.size()), memory(), best, random());

  m_posterior.emplace(m_withResources, m_shape,
                      m_resources.appendTo(m_pool.indices(), m_pool.points()));
  m_observation.clear();
  for (const Told& told : modelled)
    observe(told.index, m_targets->of(told.score));
  m_posterior->update();
  for (const size_t index : m_flying)
    observe(index, m_posterior->meanAt(pointWithResources(index).data()));
  if (m_usable < m_told.size()) {
    m_feasibility.emplace(m_coordinates, m_shape, m_pool.points());
    for (const Told& told : m_told)
      m_feasibility->tell(pointOf(told.index).data(), std::isfinite(told.score));
  }
  m_costs.renew(m_pool.points());
  m_renewedWith = m_told.size();
}

// The usable ones, the best first; where there are too many, the best half and some of the others.
std::vector<Bayesian::Told> Bayesian::modelledPoints() {
  std::vector<Told> usable;
  std::ranges::copy_if(m_told, std::back_inserter(usable),
                       [](const Told& told) { return std::isfinite(told.score); });
  std::ranges::stable_sort(usable, {}, &Told::score);
  if (usable.size() <= mostModelled) return usable;
  for (size_t i = mostModelled / 2; i < mostModelled; ++i)
    std::swap(usable[i], usable[i + random().below(usable.size() - i)]);
  usable.resize(mostModelled);
  return usable;
}

void Bayesian::fitShape(const std::vector<Told>& modelled) {
  // The best first: they matter most. The others at random.
  std::vector<Told> taken = modelled;
  if (taken.size() > mostToFit) {
    for (size_t i = mostToFit / 2; i < mostToFit; ++i)
      std::swap(taken[i], taken[i + random().below(taken.size() - i)]);
    taken.resize(mostToFit);
  }
  std::vector<size_t> indices;
  std::vector<double> targets;
  for (const Told& told : taken) {
    indices.push_back(told.index);
    targets.push_back(m_targets->of(told.score));
  }
  std::vector<float> points;
  appendPoints(space(), m_coordinates, indices, points);
  m_shape = surrogate::fitKernel(m_withResources, m_resources.appendTo(indices, points), targets,
                                 m_shape);
}

void Bayesian::observe(size_t index, double value) {
  m_observation[index] = m_posterior->observations();
  m_posterior->observe(pointWithResources(index).data(), value);
}

// The configurations that differ in one value from one of the best told.
std::vector<size_t> Bayesian::besideOneOfTheBest() {
  std::vector<Told> best = m_told;
  const size_t count = std::min(m_usable, nearbyCentres);
  std::ranges::partial_sort(best, best.begin() + static_cast<ptrdiff_t>(count), {}, &Told::score);
  std::vector<size_t> beside;
  for (const Axes::Neighbour& neighbour : axes().neighbours(best[random().below(count)].index))
    beside.push_back(neighbour.index);
  std::ranges::sort(beside);
  return beside;
}

std::optional<size_t> Bayesian::mostPromising(const std::vector<size_t>& among) {
  const double best = m_targets->of(memory().bestScore());
  std::optional<size_t> chosen;
  double foretold = 1;
  double most = -std::numeric_limits<double>::infinity();
  for (size_t i = 0; i < m_pool.indices().size(); ++i) {
    const size_t index = m_pool.indices()[i];
    if (memory().isAsked(index)) continue;
    if (!among.empty() && !std::ranges::binary_search(among, index)) continue;
    double promise = surrogate::logExpectedImprovement(best, m_posterior->mean(i),
                                                       doubt * std::sqrt(m_posterior->variance(i)));
    const double feasible = m_feasibility ? m_feasibility->probability(i) : 1;
    if (m_feasibility) promise += std::log(m_failures.probability(feasible));
    promise -= m_costs.logarithm(i);
    if (promise <= most) continue;
    most = promise;
    chosen = index;
    foretold = feasible;
  }
  if (chosen && m_feasibility) m_foretold[*chosen] = foretold;
  return chosen;
}

std::vector<float> Bayesian::pointOf(size_t index) const {
  std::vector<float> point(m_coordinates.columns());
  m_coordinates.write(space().indices(index), point.data());
  return point;
}

std::vector<float> Bayesian::pointWithResources(size_t index) const {
  return m_resources.appendTo({index}, pointOf(index));
}

}  // namespace kw
