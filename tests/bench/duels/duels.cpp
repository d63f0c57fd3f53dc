// SPDX-License-Identifier: GPL-3.0-or-later
// duels SESSION [COUNT]: takes each duel that the session holds apart and counts how duels of the
// default settings would have ended. First as they would have run one after the other, each with
// the blocks that came next (as good as live); then COUNT (800) times with blocks drawn from all of
// them. A duel of a kernel with itself shows how often noise is called a difference; one of a
// planted difference, how often it is seen. Prints a line for each and the 95 % bound above
// (Clopper and Pearson) of the rate at which one side was called faster.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <random>
#include <string>

#include "client/session/session.h"

using namespace kw;

namespace {

struct Counts {
  int duels = 0, first = 0, second = 0, ties = 0, undecided = 0;
  size_t blocks = 0;
};

void count(Counts& counts, const Duel& duel) {
  const DuelResult result = resultOf(duel);
  ++counts.duels;
  counts.blocks += result.blocks;
  counts.first += result.outcome == DuelOutcome::firstFaster;
  counts.second += result.outcome == DuelOutcome::secondFaster;
  counts.ties += result.outcome == DuelOutcome::tie;
  counts.undecided += result.outcome == DuelOutcome::undecided;
}

Duel emptied(const Duel& whole) {
  Duel duel = whole;
  duel.settings = {};
  for (DuelCase& one : duel.cases)
    one.first.clear(), one.second.clear();
  return duel;
}

void addBlock(Duel& duel, const Duel& whole, size_t block) {
  for (size_t i = 0; i < duel.cases.size(); ++i)
    for (const size_t turn : {2 * block, 2 * block + 1}) {
      duel.cases[i].first.push_back(whole.cases[i].first[turn]);
      duel.cases[i].second.push_back(whole.cases[i].second[turn]);
    }
}

Counts oneAfterTheOther(const Duel& whole) {
  Counts counts;
  Duel duel = emptied(whole);
  for (size_t block = 0; block < whole.blocks(); ++block) {
    addBlock(duel, whole, block);
    if (!isEnough(duel)) continue;
    count(counts, duel);
    duel = emptied(whole);
  }
  return counts;
}

Counts drawn(const Duel& whole, int duels) {
  Counts counts;
  std::mt19937_64 random(1);
  for (int i = 0; i < duels; ++i) {
    Duel duel = emptied(whole);
    while (!isEnough(duel))
      addBlock(duel, whole, random() % whole.blocks());
    count(counts, duel);
  }
  return counts;
}

// P(at most `seen` of `all`) at a rate, by the logarithms of its terms.
double atMost(int seen, int all, double rate) {
  double sum = 0;
  for (int k = 0; k <= seen; ++k)
    sum += std::exp(std::lgamma(all + 1) - std::lgamma(k + 1) - std::lgamma(all - k + 1) +
                    k * std::log(rate) + (all - k) * std::log1p(-rate));
  return sum;
}

// The rate at which seeing so few would be a chance of 2.5 %.
double boundAbove(int seen, int all) {
  if (seen >= all) return 1;
  double low = static_cast<double>(seen) / all, high = 1;
  for (int i = 0; i < 60; ++i) {
    const double middle = (low + high) / 2;
    (atMost(seen, all, middle) > 0.025 ? low : high) = middle;
  }
  return high;
}

void print(const char* how, const Counts& counts) {
  if (counts.duels == 0) return;
  const int called = counts.first + counts.second;
  std::printf(
      "  %-14s %5d duels: first faster %d, second faster %d, tie %d, undecided %d; one side called "
      "faster in %.1f %% (at most %.1f %%); %.1f blocks each\n",
      how, counts.duels, counts.first, counts.second, counts.ties, counts.undecided,
      100.0 * called / counts.duels, 100 * boundAbove(called, counts.duels),
      static_cast<double>(counts.blocks) / counts.duels);
}

}  // namespace

int main(int count, char** arguments) {
  if (count < 2) {
    std::fprintf(stderr, "usage: duels SESSION [COUNT]\n");
    return 2;
  }
  const auto session = Session::open(arguments[1], Session::Mode::readOnly);
  const auto duels = session ? (*session)->duels() : fail(session.error());
  if (!duels) {
    std::fprintf(stderr, "%s\n", duels.error().text().c_str());
    return 2;
  }
  for (const Duel& duel : *duels) {
    const DuelResult all = resultOf(duel);
    std::printf("%s against %s: %zu blocks, %.5f (95 %%: %.5f to %.5f)\n",
                duel.first.label().c_str(), duel.second.label().c_str(), all.blocks, all.speedup,
                all.interval95.low, all.interval95.high);
    if (all.blocks < 100) continue;
    print("in order:", oneAfterTheOther(duel));
    print("drawn:", drawn(duel, count > 2 ? std::atoi(arguments[2]) : 800));
  }
  return 0;
}
