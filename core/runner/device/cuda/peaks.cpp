// SPDX-License-Identifier: GPL-3.0-or-later
#include "runner/device/cuda/peaks.h"

#include <algorithm>
#include <bit>
#include <chrono>
#include <functional>
#include <utility>

#include "base/files/files.h"
#include "base/json/text.h"
#include "base/log/log.h"
#include "runner/device/cuda/buffers.h"
#include "runner/device/cuda/peak_kernels.h"

namespace kw::cuda {
namespace {

using Peaks = std::map<std::string, double>;
constexpr int64_t validSeconds = int64_t{30} * 24 * 3600;
// One more whenever others are measured: what an earlier version kept is measured again.
constexpr int64_t setOfPeaks = 2;
constexpr int64_t mostBytes = int64_t{1} << 30;
constexpr double launchSeconds = 10;  // far over what any of them takes

int64_t nowSeconds() {
  return std::chrono::duration_cast<std::chrono::seconds>(
             std::chrono::system_clock::now().time_since_epoch())
      .count();
}

std::string keyOf(const DeviceInfo& info) {
  return info.uuid + " " + info.driver;
}

Result<files::Path> storePath() {
  KW_ASSIGN(const files::Path folder, files::cacheFolder());
  return folder / "peaks.json";
}

json::Value readStore() {
  json::Value store = json::Value::object({});
  const auto path = storePath();
  if (!path) return store;
  const auto text = files::readText(*path);
  if (!text) return store;
  auto value = json::parse(*text, path->string());
  if (value && value->isObject()) store = std::move(*value);
  return store;
}

// Another runner that writes at the same moment may win: then one measurement is made again some
// day.
void remember(const DeviceInfo& info, const Peaks& peaks) {
  json::Value values = json::Value::object({});
  for (const auto& [name, value] : peaks)
    values.set(name, value);
  json::Value store = readStore();
  store.set(keyOf(info),
            json::Value::object(
                {{"measured", nowSeconds()}, {"set", setOfPeaks}, {"peaks", std::move(values)}}));
  const auto path = storePath();
  if (!path) return;
  if (const Status written = files::writeAtomically(*path, json::writePretty(store)); !written)
    log::warning("cuda", "the measured peaks are not kept: " + written.error().text());
}

// Seconds of the fastest of several launches.
class Stopwatch {
 public:
  static Result<Stopwatch> make(const std::shared_ptr<Gpu>& gpu) {
    KW_ASSIGN(Event begin, Event::make(gpu));
    KW_ASSIGN(Event end, Event::make(gpu));
    return Stopwatch(gpu, std::move(begin), std::move(end));
  }

  Result<double> fastest(int launches, const std::function<CUresult()>& enqueue) {
    double best = 0;
    for (int launch = 0; launch < launches; ++launch) {
      KW_ASSIGN(const double seconds, once(enqueue));
      if (launch == 0 || seconds < best) best = seconds;
    }
    return best;
  }

 private:
  Stopwatch(std::shared_ptr<Gpu> gpu, Event begin, Event end)
      : m_gpu(std::move(gpu)), m_begin(std::move(begin)), m_end(std::move(end)) {}

  Result<double> once(const std::function<CUresult()>& enqueue) {
    const DriverApi& api = m_gpu->api();
    constexpr auto what = "measuring the device's peaks";
    KW_TRY(m_gpu->check(api.cuEventRecord(m_begin.get(), m_gpu->stream()), what));
    KW_TRY(m_gpu->check(enqueue(), what));
    KW_TRY(m_gpu->check(api.cuEventRecord(m_end.get(), m_gpu->stream()), what));
    const LaunchOutcome outcome = m_gpu->waitFor(m_end.get(), launchSeconds);
    if (!outcome.ok()) return fail(std::string(what) + " failed: " + outcome.message);
    float milliseconds = 0;
    KW_TRY(m_gpu->check(api.cuEventElapsedTime(&milliseconds, m_begin.get(), m_end.get()), what));
    return std::max(static_cast<double>(milliseconds), 1e-6) / 1000;
  }

  std::shared_ptr<Gpu> m_gpu;
  Event m_begin, m_end;
};

// What is measured on one GPU.
class Measuring {
 public:
  Measuring(std::shared_ptr<Gpu> gpu, const PeakKernels& kernels, Stopwatch& watch)
      : m_gpu(std::move(gpu)), m_kernels(kernels), m_watch(watch) {}

  Status memory() {
    size_t free = 0, total = 0;
    KW_TRY(m_gpu->check(m_gpu->api().cuMemGetInfo(&free, &total), "asking for free memory"));
    const int64_t bytes = std::min(mostBytes, static_cast<int64_t>(free / 8)) / 4096 * 4096;
    KW_ASSIGN(const Scratch from, Scratch::make(m_gpu, bytes, allocating));
    KW_ASSIGN(const Scratch to, Scratch::make(m_gpu, bytes, allocating));
    CUstream stream = m_gpu->stream();
    KW_TRY(m_gpu->check(setWords(*m_gpu, from.get(), 0x3c3c3c3cU, bytes),
                        "measuring the device's peaks"));
    KW_ASSIGN(const double copyKernel, m_watch.fastest(40, [&] {
      return m_kernels.copy(stream, from.get(), to.get(), bytes);
    }));
    KW_ASSIGN(const double copyDriver, m_watch.fastest(20, [&] {
      return m_gpu->api().cuMemcpyDtoDAsync(to.get(), from.get(), static_cast<size_t>(bytes),
                                            stream);
    }));
    KW_ASSIGN(const double read, m_watch.fastest(40, [&] {
      return m_kernels.read(stream, from.get(), to.get(), bytes);
    }));
    KW_ASSIGN(const double write,
              m_watch.fastest(20, [&] { return m_kernels.write(stream, to.get(), bytes); }));
    const auto size = static_cast<double>(bytes);
    peaks["dram_copy_bytes_per_second"] = 2 * size / std::min(copyKernel, copyDriver);
    peaks["dram_read_bytes_per_second"] = size / read;
    peaks["dram_write_bytes_per_second"] = size / write;
    return {};
  }

  // An eighth of the L2, whole powers of two: on large GPUs it is in two halves, and each keeps
  // what its own multiprocessors read.
  Status cache(int64_t cacheBytes) {
    if (cacheBytes < leastCache) return {};
    const auto bytes = static_cast<int64_t>(std::bit_floor(static_cast<uint64_t>(cacheBytes) / 8));
    constexpr int passes = 64;
    KW_ASSIGN(const Scratch from, Scratch::make(m_gpu, bytes, allocating));
    KW_ASSIGN(const Scratch scratch, Scratch::make(m_gpu, 4096, allocating));
    KW_ASSIGN(const double seconds, m_watch.fastest(20, [&] {
      return m_kernels.readCache(m_gpu->stream(), from.get(), scratch.get(), bytes, passes);
    }));
    peaks["l2_read_bytes_per_second"] = static_cast<double>(bytes) * passes / seconds;
    return {};
  }

  // So many rounds that a launch takes two milliseconds.
  Status inRounds(const PeakKernels::Rounds& which) {
    KW_ASSIGN(const Scratch scratch, Scratch::make(m_gpu, 4096, allocating));
    const auto run = [&](int rounds) {
      return [&, rounds] { return m_kernels.run(m_gpu->stream(), which, scratch.get(), rounds); };
    };
    int rounds = 8;
    double seconds = 0;
    for (; rounds < (1 << 20); rounds *= 2) {
      KW_ASSIGN(seconds, m_watch.fastest(3, run(rounds)));
      if (seconds > 0.002) break;
    }
    KW_ASSIGN(seconds, m_watch.fastest(20, run(rounds)));
    peaks[which.peak] = which.perRound * rounds / seconds;
    return {};
  }

  Peaks peaks;

 private:
  static constexpr const char* allocating = "allocating memory to measure peaks";
  static constexpr int64_t leastCache = int64_t{1} << 20;

  std::shared_ptr<Gpu> m_gpu;
  const PeakKernels& m_kernels;
  Stopwatch& m_watch;
};

}  // namespace

Peaks knownPeaks(const DeviceInfo& info) {
  const json::Value store = readStore();
  const json::Value& entry = store[keyOf(info)];
  const int64_t age = nowSeconds() - entry["measured"].asInteger();
  if (!entry.isObject() || age < 0 || age > validSeconds) return {};
  if (entry["set"].asInteger() != setOfPeaks) return {};
  Peaks peaks;
  for (const auto& [name, value] : entry["peaks"].asObject())
    if (value.asReal() > 0) peaks[name] = value.asReal();
  return peaks;
}

Result<Peaks> measurePeaks(const std::shared_ptr<Gpu>& gpu, const DeviceInfo& info) {
  KW_ASSIGN(const PeakKernels kernels, PeakKernels::load(gpu->api(), info));
  KW_ASSIGN(Stopwatch watch, Stopwatch::make(gpu));
  Measuring measuring(gpu, kernels, watch);
  KW_TRY(measuring.memory());
  KW_TRY(measuring.cache(info.limit("l2_bytes")));
  for (const PeakKernels::Rounds& which : kernels.inRounds())
    KW_TRY(measuring.inRounds(which));
  remember(info, measuring.peaks);
  return std::move(measuring.peaks);
}

}  // namespace kw::cuda
