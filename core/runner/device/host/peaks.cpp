// SPDX-License-Identifier: GPL-3.0-or-later
#include "runner/device/host/peaks.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <functional>
#include <memory>
#include <thread>
#include <vector>

#include "runner/device/host/processors.h"

// The widest vectors of the processor at hand, whatever this program was compiled for.
#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__) && \
    !defined(__SANITIZE_THREAD__) && !defined(__SANITIZE_ADDRESS__)
#define KW_WIDEST __attribute__((target_clones("arch=x86-64-v4", "arch=x86-64-v3", "default")))
#else
#define KW_WIDEST
#endif

namespace kw::host {

namespace {

using Clock = std::chrono::steady_clock;

double secondsOf(const std::function<void()>& work) {
  const auto begin = Clock::now();
  work();
  return std::chrono::duration<double>(Clock::now() - begin).count();
}

// On every processor at once; gives the time until the last has ended.
double everywhere(const std::function<void(size_t part)>& work) {
  return secondsOf([&] {
    std::vector<std::jthread> others;
    for (size_t part = 1; part < processors().size(); ++part)
      others.emplace_back([&work, part] { work(part); });
    work(0);
  });
}

KW_WIDEST void triad(float* a, const float* b, const float* c, size_t count) {
  for (size_t i = 0; i < count; ++i)
    a[i] = b[i] + 3.0f * c[i];
}

double triadBytesPerSecond() {
  const size_t threads = processors().size();
  const auto cache = static_cast<size_t>(lastLevelCacheBytes());
  const size_t share = std::min<size_t>(4 * cache, size_t{128} << 20) / sizeof(float) / threads;
  std::vector<std::unique_ptr<float[]>> arrays;
  for (int i = 0; i < 3; ++i)
    arrays.emplace_back(new float[share * threads]());
  const auto pass = [&](size_t part) {
    const size_t at = part * share;
    triad(arrays[0].get() + at, arrays[1].get() + at, arrays[2].get() + at, share);
  };
  double best = 1e30;
  const auto begin = Clock::now();
  for (int i = 0; i < 3 || (i < 20 && Clock::now() - begin < std::chrono::milliseconds(200)); ++i)
    best = std::min(best, everywhere(pass));
  return 3.0 * sizeof(float) * static_cast<double>(share * threads) / best;
}

constexpr size_t accumulators = 192;  // enough to hide the latency of the widest vectors

KW_WIDEST float multiplyAdd(int rounds) {
  float sums[accumulators];
  for (size_t i = 0; i < accumulators; ++i)
    sums[i] = static_cast<float>(i);
  for (int round = 0; round < rounds; ++round)
    for (float& sum : sums)
      sum = sum * 0.999f + 0.5f;
  float total = 0;
  for (const float sum : sums)
    total += sum;
  return total;
}

double flopsPerSecond() {
  constexpr int rounds = 1'000'000;
  static std::atomic<float> sink;  // keeps the work from being left out
  double best = 1e30;
  for (int i = 0; i < 3; ++i)
    best = std::min(best, everywhere([](size_t) { sink = multiplyAdd(rounds); }));
  return 2.0 * accumulators * rounds * static_cast<double>(processors().size()) / best;
}

}  // namespace

std::map<std::string, double> measurePeaks() {
  return {{"dram_copy_bytes_per_second", triadBytesPerSecond()},
          {"fp32_flops_per_second", flopsPerSecond()}};
}

}  // namespace kw::host
