// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/client/learning/made_rewards.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <numbers>

#include "base/json/text.h"
#include "client/learning/routing.h"

namespace kw::test {

namespace {

constexpr const char* startTree = R"({
  "format": "kernelwright-policy/1", "name": "made", "origin": "hand-set", "root": "activity",
  "nodes": [
    {"id": "activity", "acquire": ["dram_utilisation", "sm_utilisation"], "next": "dram", "reason": "r"},
    {"id": "dram", "test": {"metric": "dram_utilisation", "at_least": 50}, "yes": "both", "no": "pipes", "unknown": "no", "reason": "r"},
    {"id": "both", "test": {"metric": "sm_utilisation", "at_least": 50}, "yes": "algorithm", "no": "memory", "unknown": "no", "reason": "r"},
    {"id": "pipes", "test": {"metric": "sm_utilisation", "at_least": 50}, "yes": "compute", "no": "latency", "unknown": "no", "reason": "r"},
    {"id": "algorithm", "leaf": "algorithm-bound", "title": "a", "advice": "", "metrics": ["dram_utilisation", "sm_utilisation"], "reason": "r"},
    {"id": "memory", "leaf": "memory-bound", "title": "m", "advice": "", "metrics": ["dram_utilisation", "sm_utilisation"], "reason": "r"},
    {"id": "compute", "leaf": "compute-bound", "title": "c", "advice": "", "metrics": ["dram_utilisation", "sm_utilisation"], "reason": "r"},
    {"id": "latency", "leaf": "latency-bound", "title": "l", "advice": "", "metrics": ["dram_utilisation", "sm_utilisation"], "reason": "r"}
  ]})";

// A stream of random numbers that a text chooses (FNV-1a into SplitMix64).
class Stream {
 public:
  Stream(uint64_t seed, const std::string& text) : m_state(seed ^ 0xCBF29CE484222325u) {
    for (const char c : text)
      m_state = (m_state ^ static_cast<unsigned char>(c)) * 0x100000001B3u;
  }
  double uniform() {  // above 0 and below 1
    uint64_t value = m_state += 0x9E3779B97F4A7C15u;
    value = (value ^ (value >> 30)) * 0xBF58476D1CE4E5B9u;
    value = (value ^ (value >> 27)) * 0x94D049BB133111EBu;
    value ^= value >> 31;
    return (static_cast<double>(value >> 11) + 0.5) / 9007199254740992.0;
  }
  double normal() {  // Box and Muller
    const double radius = std::sqrt(-2 * std::log(uniform()));
    return radius * std::cos(2 * std::numbers::pi * uniform());
  }

 private:
  uint64_t m_state;
};

std::string joined(const MetricSet& set) {
  std::string text;
  for (const std::string& id : set)
    text += "|" + id;
  return text;
}

double rounded(double value) {
  return std::round(value * 100) / 100;
}

bool holds(const MetricSet& set, const MetricSet& part) {
  return std::ranges::includes(set, part);
}

// All ways of taking up to `most` of the groups.
void addSets(const MetricSet& base, const std::vector<MetricGroup>& groups, size_t first,
             size_t most, std::vector<MetricSet>& sets) {
  sets.push_back(base);
  if (most == 0) return;
  for (size_t i = first; i < groups.size(); ++i)
    addSets(united(base, groups[i].metrics), groups, i + 1, most - 1, sets);
}

}  // namespace

MadeRewards::MadeRewards(const MadeSettings& settings) : m_settings(settings) {
  auto start = Policy::read(startTree, "made", catalogue());
  if (!start) {
    std::fprintf(stderr, "%s\n", start.error().text().c_str());
    std::abort();
  }
  m_start = *std::move(start);
  m_groups = {{"hit rates", metricSet({"l1_hit_rate", "l2_hit_rate"})},
              {"coalescing", metricSet({"load_efficiency", "store_efficiency"})},
              {"instructions", metricSet({"instructions", "uniform_branches"})},
              {"waits", metricSet({"stall_barrier", "stall_long_scoreboard"})},
              {"occupancy", metricSet({"achieved_occupancy", "eligible_warps"})}};
  for (size_t i = 0; i < settings.kernels; ++i) {
    ProfiledKernel kernel;
    kernel.name = "kernel " + std::to_string(i);
    Stream random(settings.seed, "observed" + kernel.name);
    const auto half = [&](bool isUpper) {
      return rounded(50 * random.uniform() + (isUpper ? 50 : 0));
    };
    kernel.observed["dram_utilisation"] = half(i % 4 < 2);
    kernel.observed["sm_utilisation"] = half(i % 2 == 0);
    for (const char* id : {"l2_hit_rate", "l1_hit_rate", "lanes_active", "achieved_occupancy"})
      kernel.observed[id] = rounded(100 * random.uniform());
    m_kernels.push_back(std::move(kernel));
  }
}

size_t MadeRewards::regimeOf(const ProfiledKernel& kernel) const {
  const std::string& leaf = leafOf(m_start, kernel).id;
  constexpr std::array<const char*, 4> leaves{"algorithm", "memory", "compute", "latency"};
  return static_cast<size_t>(std::ranges::find(leaves, leaf) - leaves.begin());
}

double MadeRewards::need(const ProfiledKernel& kernel) const {
  if (m_settings.truth == Truth::noise) return 0;
  if (m_settings.truth == Truth::rewrite) return m_settings.effect;
  return kernel.observed.at("l2_hit_rate") >= 50 ? m_settings.effect : -m_settings.effect;
}

double MadeRewards::trueEffect(const ProfiledKernel& kernel, const MetricSet& set) const {
  return holds(set, m_groups[regimeOf(kernel)].metrics) ? need(kernel) : 0;
}

double MadeRewards::trueGain(const Policy& policy) const {
  double sum = 0;
  for (const ProfiledKernel& kernel : m_kernels)
    sum += trueEffect(kernel, metricsOfLeaf(leafOf(policy, kernel)));
  return sum / static_cast<double>(m_kernels.size());
}

double MadeRewards::bestGain() const {
  double sum = 0;
  for (const ProfiledKernel& kernel : m_kernels)
    sum += std::max(0.0, need(kernel));
  return sum / static_cast<double>(m_kernels.size());
}

size_t MadeRewards::regimesFound(const Policy& policy) const {
  std::array<double, 4> needed{}, given{};
  for (const ProfiledKernel& kernel : m_kernels) {
    needed[regimeOf(kernel)] += std::max(0.0, need(kernel));
    given[regimeOf(kernel)] += trueEffect(kernel, metricsOfLeaf(leafOf(policy, kernel)));
  }
  size_t found = 0;
  for (size_t i = 0; i < needed.size(); ++i)
    found += given[i] > 0.5 * needed[i];
  return found;
}

Result<std::optional<std::vector<double>>> MadeRewards::speedups(const ProfiledKernel& kernel,
                                                                 const MetricSet& set,
                                                                 size_t repeats, std::stop_token) {
  ++m_asked;
  // What is wrong adds nothing, so that those that are right have to gain more.
  const double own = 0.30 + 0.10 * Stream(m_settings.seed, "own" + kernel.name).normal();
  const double mean = own + trueEffect(kernel, set) / (1 - m_settings.wrong);
  Stream random(m_settings.seed, kernel.name + joined(set));
  std::vector<double> all;
  for (size_t i = 0; i < std::min(repeats, m_settings.repeats); ++i) {
    const bool isWrong = random.uniform() < m_settings.wrong;
    const double logSpeedup = mean + m_settings.noise * random.normal();
    all.push_back(isWrong ? 0 : std::exp(logSpeedup));
  }
  return std::optional(std::move(all));
}

std::string MadeRewards::text(size_t groups) const {
  std::vector<MetricSet> sets;
  addSets(metricSet({"dram_utilisation", "sm_utilisation"}), m_groups, 0, groups, sets);
  MadeRewards source(m_settings);
  json::Value named = json::Value::object({}), groupsValue = json::Value::object({});
  const auto list = [](const MetricSet& set) { return json::Array(set.begin(), set.end()); };
  for (size_t i = 0; i < sets.size(); ++i)
    named.set("set " + std::to_string(i), list(sets[i]));
  for (const MetricGroup& group : m_groups)
    groupsValue.set(group.name, list(group.metrics));
  json::Array kernels;
  for (const ProfiledKernel& kernel : m_kernels) {
    json::Value observed = json::Value::object({});
    for (const auto& [id, value] : kernel.observed)
      observed.set(id, value);
    json::Array rewards;
    for (size_t i = 0; i < sets.size(); ++i) {
      const std::vector<double> measured = **source.speedups(kernel, sets[i], 1000, {});
      rewards.push_back(
          json::Value::object({{"set", "set " + std::to_string(i)},
                               {"speedups", json::Array(measured.begin(), measured.end())}}));
    }
    kernels.push_back(json::Value::object({{"name", kernel.name},
                                           {"observed", std::move(observed)},
                                           {"rewards", std::move(rewards)}}));
  }
  return json::writePretty(json::Value::object({{"format", "kernelwright-rewards/1"},
                                                {"about", "made up"},
                                                {"sets", std::move(named)},
                                                {"groups", std::move(groupsValue)},
                                                {"kernels", std::move(kernels)}}));
}

}  // namespace kw::test
