// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/client/learning/trials.h"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <thread>

namespace kw::test {

namespace {

template <class T>
T need(Result<T> result) {
  if (!result) {
    std::fprintf(stderr, "%s\n", result.error().text().c_str());
    std::abort();
  }
  return std::move(*result);
}

// P(at most `hits` of `count`) where each has the chance p.
double binomialSum(size_t hits, size_t count, double p) {
  const auto n = static_cast<double>(count);
  double sum = 0;
  for (size_t i = 0; i <= hits; ++i) {
    const auto k = static_cast<double>(i);
    sum += std::exp(std::lgamma(n + 1) - std::lgamma(k + 1) - std::lgamma(n - k + 1) +
                    k * std::log(p) + (n - k) * std::log1p(-p));
  }
  return sum;
}

// Goes along the accepted changes.
size_t wrongSteps(const MadeRewards& made, const LearningResult& result) {
  size_t wrong = 0;
  Policy policy = made.start();
  for (const Decision& decision : result.decisions) {
    for (const JudgedChange& judged : decision.judged) {
      if (!judged.accepted) continue;
      const double before = made.trueGain(policy);
      policy = need(apply(policy, judged.change, "", catalogue()));
      wrong += made.trueGain(policy) <= before + 1e-12;
    }
  }
  return wrong;
}

}  // namespace

Trial learnOnce(const MadeSettings& settings, const LearningSettings& learning) {
  MadeRewards made(settings);
  EnumeratingProposer proposer(made.groups());
  const LearningTask task{made.start(), made.kernels(), made, proposer, catalogue()};
  Journal nothing;
  LearningSettings seeded = learning;
  seeded.seed = settings.seed;
  const LearningResult result = need(learn(task, seeded, nothing, {}, {}));
  Trial trial;
  trial.accepted = result.accepted;
  trial.wronglyAccepted = wrongSteps(made, result);
  trial.evaluations = result.evaluations;
  trial.proposals = result.proposals;
  if (settings.truth == Truth::noise) return trial;
  trial.regimesFound = made.regimesFound(result.policy);
  trial.gained = made.trueGain(result.policy) / made.bestGain();
  trial.isBest = trial.regimesFound == 4 && trial.wronglyAccepted == 0;
  return trial;
}

Trials learnOften(const MadeSettings& made, const LearningSettings& settings, size_t count,
                  unsigned threads) {
  Trials trials;
  trials.all.resize(count);
  std::atomic<size_t> next{0};
  {
    std::vector<std::jthread> pool;
    for (unsigned i = 0; i < threads; ++i)
      pool.emplace_back([&] {
        for (size_t table = next++; table < count; table = next++) {
          MadeSettings one = made;
          one.seed = made.seed + table;
          trials.all[table] = learnOnce(one, settings);
        }
      });
  }
  return trials;
}

size_t Trials::withWrong() const {
  return static_cast<size_t>(
      std::ranges::count_if(all, [](const Trial& trial) { return trial.wronglyAccepted > 0; }));
}

size_t Trials::best() const {
  return static_cast<size_t>(std::ranges::count(all, true, &Trial::isBest));
}

double Trials::found() const {
  double sum = 0;
  for (const Trial& trial : all)
    sum += static_cast<double>(trial.regimesFound) / 4;
  return sum / static_cast<double>(all.size());
}

double Trials::gained() const {
  double sum = 0;
  for (const Trial& trial : all)
    sum += trial.gained;
  return sum / static_cast<double>(all.size());
}

double upperBound95(size_t hits, size_t count) {
  if (hits >= count) return 1;
  double low = static_cast<double>(hits) / static_cast<double>(count), high = 1;
  for (int i = 0; i < 100; ++i) {
    const double middle = (low + high) / 2;
    (binomialSum(hits, count, middle) > 0.025 ? low : high) = middle;
  }
  return high;
}

}  // namespace kw::test
