// SPDX-License-Identifier: GPL-3.0-or-later
// space_construction [--json] [NAME...]: builds the published spaces, and spaces of 10^10
// configurations, each several times, and prints the median time, the size of the diagram, how many
// configurations are valid, the most memory that building took, and how long one of 10,000 uniform
// samples takes.
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <random>

#include "model/space/valid_space.h"
#include "support/large_spaces.h"
#include "support/published_spaces.h"

namespace {

using namespace kw;
using Clock = std::chrono::steady_clock;

constexpr int samples = 10'000;

[[noreturn]] void giveUp(const Error& error) {
  std::fprintf(stderr, "%s\n", error.text().c_str());
  std::exit(1);
}

double millisecondsSince(Clock::time_point begin) {
  return std::chrono::duration<double, std::milli>(Clock::now() - begin).count();
}

ValidSpace built(const Space& space) {
  auto valid = ValidSpace::build(space, {});
  if (!valid) giveUp(valid.error());
  return *std::move(valid);
}

// Of 3 to 51 times, as many as fit into two seconds.
double medianBuildTime(const Space& space) {
  std::vector<double> times;
  const auto begin = Clock::now();
  while (times.size() < 3 || (times.size() < 51 && millisecondsSince(begin) < 2000)) {
    const auto start = Clock::now();
    const ValidSpace valid = built(space);
    times.push_back(millisecondsSince(start));
    if (valid.size() == 0) std::abort();
  }
  std::ranges::sort(times);
  return times[times.size() / 2];
}

// Milliseconds for all samples. Their sum is used, so that none can be left out.
double sampleTime(const ValidSpace& valid) {
  std::mt19937_64 random(1);
  std::uniform_int_distribution<size_t> uniform(0, valid.size() - 1);
  size_t sum = 0;
  const auto start = Clock::now();
  for (int i = 0; i < samples; ++i)
    sum += valid.indices(uniform(random)).back();
  const double time = millisecondsSince(start);
  if (sum == SIZE_MAX) std::abort();
  return time;
}

// By how many bytes the largest resident size of a process of its own grows.
long peakBytes(const Space& space) {
  int ends[2];
  if (pipe(ends) != 0) std::abort();
  const pid_t child = fork();
  if (child == 0) {
    const auto largest = [] {
      rusage usage{};
      getrusage(RUSAGE_SELF, &usage);
      return usage.ru_maxrss * 1024L;
    };
    const long before = largest();
    const ValidSpace valid = built(space);
    const long grown = largest() - before;
    if (write(ends[1], &grown, sizeof grown) != sizeof grown) std::abort();
    _exit(0);
  }
  long grown = 0;
  if (read(ends[0], &grown, sizeof grown) != sizeof grown) grown = -1;
  waitpid(child, nullptr, 0);
  close(ends[0]);
  close(ends[1]);
  return grown;
}

void report(const std::string& name, const Space& space, bool json) {
  const long peak = peakBytes(space);
  const double time = medianBuildTime(space);
  const ValidSpace valid = built(space);
  const double sampling = sampleTime(valid);
  const auto& diagram = valid.diagram();
  if (json)
    std::printf(
        "{\"name\":\"%s\",\"build_ms\":%.4f,\"valid\":%zu,\"cartesian\":%.0f,\"nodes\":%zu,"
        "\"bytes\":%zu,\"peak_bytes\":%ld,\"samples_ms\":%.3f}\n",
        name.c_str(), time, valid.size(), valid.cartesianSize(), diagram.nodes(), diagram.bytes(),
        peak, sampling);
  else
    std::printf(
        "%-18s %9.3f ms %13zu valid of %.3g, %7zu nodes, %8.1f KiB, peak +%6.1f MiB, "
        "%d samples %.1f ms\n",
        name.c_str(), time, valid.size(), valid.cartesianSize(), diagram.nodes(),
        static_cast<double>(diagram.bytes()) / 1024, static_cast<double>(peak) / (1024.0 * 1024.0),
        samples, sampling);
  std::fflush(stdout);
}

}  // namespace

int main(int argc, char** argv) {
  std::vector<std::string> names(argv + 1, argv + argc);
  const bool json = std::erase(names, "--json") > 0;
  const auto wanted = [&](const std::string& name) {
    return names.empty() || std::ranges::find(names, name) != names.end();
  };
  auto published = test::publishedSpaces(KW_TEST_DATA "/spaces/spaces.json");
  if (!published) giveUp(published.error());
  for (const auto& each : *published)
    if (wanted(each.name)) report(each.name, each.space, json);
  for (const auto& each : test::largeSpaces())
    if (wanted(each.name)) report(each.name, each.space, json);
  return 0;
}
