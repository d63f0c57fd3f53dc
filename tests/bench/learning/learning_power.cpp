// SPDX-License-Identifier: GPL-3.0-or-later
// learning_power [--tables N] [--null-tables N] [--kernels N,N] [--repeats R,R] [--threads T]
// [--seed S] [--error-percent E]: learns on made-up tables of rewards whose best tree is known
// (tests/core/client/learning/made_rewards.h says how they are made, and with what noise). First
// tables of pure noise: the share on which anything was accepted, with the upper end of its 95 %
// interval. Then true effects of 5 and 10 % that REWRITE, or only SPLIT, can find: the share of the
// four that were found, of the gain that was reached, of tables on which exactly the best tree was
// found, and of those on which something was accepted wrongly.
#include <charconv>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <thread>

#include "core/client/learning/trials.h"

namespace {

using namespace kw;
using namespace kw::test;

struct Options {
  size_t tables = 200, nullTables = 1000;
  std::vector<size_t> kernels{128, 512}, repeats{1, 3};
  unsigned threads = std::max(1u, std::thread::hardware_concurrency());
  uint64_t seed = 1;
  double errorRate = LearningSettings{}.errorRate;
};

[[noreturn]] void giveUp(const std::string& text) {
  std::fprintf(stderr, "%s\n", text.c_str());
  std::exit(2);
}

size_t numberIn(const std::string& text) {
  size_t number = 0;
  const auto end = std::from_chars(text.data(), text.data() + text.size(), number);
  if (end.ec != std::errc() || end.ptr != text.data() + text.size())
    giveUp("expected a whole number, found " + text);
  return number;
}

std::vector<size_t> numbersIn(const std::string& list) {
  std::vector<size_t> numbers;
  for (size_t begin = 0; begin <= list.size();) {
    const size_t end = std::min(list.find(',', begin), list.size());
    numbers.push_back(numberIn(list.substr(begin, end - begin)));
    begin = end + 1;
  }
  return numbers;
}

Options optionsOf(int argc, char** argv) {
  Options options;
  for (int i = 1; i < argc; ++i) {
    const std::string word = argv[i];
    if (++i == argc) giveUp(word + " needs a value");
    const std::string value = argv[i];
    if (word == "--tables")
      options.tables = numberIn(value);
    else if (word == "--null-tables")
      options.nullTables = numberIn(value);
    else if (word == "--kernels")
      options.kernels = numbersIn(value);
    else if (word == "--repeats")
      options.repeats = numbersIn(value);
    else if (word == "--threads")
      options.threads = static_cast<unsigned>(numberIn(value));
    else if (word == "--seed")
      options.seed = numberIn(value);
    else if (word == "--error-percent")
      options.errorRate = static_cast<double>(numberIn(value)) / 100;
    else
      giveUp("unknown option " + word);
  }
  return options;
}

double percent(size_t part, size_t whole) {
  return 100.0 * static_cast<double>(part) / static_cast<double>(whole);
}

void printNoise(const Trials& trials) {
  size_t proposals = 0;
  for (const Trial& trial : trials.all)
    proposals += trial.proposals;
  const size_t count = trials.all.size(), wrong = trials.withWrong();
  std::printf(
      "falsely accepted on %zu of %zu tables, %.1f %% (at most %.1f %%); %zu proposals each", wrong,
      count, percent(wrong, count), 100 * upperBound95(wrong, count), proposals / count);
}

void printEffect(const Trials& trials) {
  const size_t count = trials.all.size();
  std::printf(
      "found %.1f %%, gain %.1f %%, best tree %.1f %%, something wrong %.1f %% (at most "
      "%.1f %%)",
      100 * trials.found(), 100 * trials.gained(), percent(trials.best(), count),
      percent(trials.withWrong(), count), 100 * upperBound95(trials.withWrong(), count));
}

void run(const Options& options, const char* name, MadeSettings made, size_t tables) {
  if (tables == 0) return;
  made.seed = options.seed;
  const auto begin = std::chrono::steady_clock::now();
  const Trials trials = learnOften(made, {.errorRate = options.errorRate}, tables, options.threads);
  const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - begin;
  std::printf("%-14s %4zu kernels, %zu repeats: ", name, made.kernels, made.repeats);
  if (made.truth == Truth::noise)
    printNoise(trials);
  else
    printEffect(trials);
  std::printf("; %zu tables in %.0f s\n", tables, taken.count());
  std::fflush(stdout);
}

}  // namespace

int main(int argc, char** argv) {
  const Options options = optionsOf(argc, argv);
  for (const size_t kernels : options.kernels)
    for (const size_t repeats : options.repeats) {
      MadeSettings made{.kernels = kernels, .repeats = repeats};
      run(options, "noise", made, options.nullTables);
      for (const double effect : {0.05, 0.10})
        for (const Truth truth : {Truth::rewrite, Truth::split}) {
          made.truth = truth;
          made.effect = std::log1p(effect);
          const std::string name = std::string(truth == Truth::rewrite ? "REWRITE" : "SPLIT") +
                                   (effect < 0.07 ? " 5 %" : " 10 %");
          run(options, name.c_str(), made, options.tables);
        }
    }
  return 0;
}
