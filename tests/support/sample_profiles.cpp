// SPDX-License-Identifier: GPL-3.0-or-later
#include "support/sample_profiles.h"

#include <map>
#include <vector>

#include "client/profile/walker.h"
#include "support/sample_evaluations.h"

namespace kw::test {

namespace {

constexpr double bytes = 1.39e9;
constexpr double milliseconds = 0.324;

// One pass for four counters. The chip has none for bytes of sectors stored.
class SampleCounters final : public CounterSource {
 public:
  explicit SampleCounters(double busy) {
    const double perSecond = bytes / (milliseconds / 1e3);
    m_values = {{"dram_bytes_read", 0.667 * bytes},
                {"dram_bytes_written", 0.333 * bytes},
                {"dram_peak", 1024},
                {"dram_clock", perSecond / (busy / 100) / 1024},
                {"l2_bytes", 1.1 * bytes},
                {"l2_peak", 4096},
                {"l2_clock", 1.7e9},
                {"active_cycles", 548'000},
                {"busy_cycles", 551'000},
                {"issue_utilisation_while_active", 21.4},
                {"lsu_utilisation_while_active", 12.7},
                {"alu_utilisation_while_active", 8.9},
                {"fma_utilisation_while_active", 6.1},
                {"xu_utilisation_while_active", 17.3},
                {"l1_utilisation_while_active", 14.2},
                {"achieved_occupancy", 78.4},
                {"issue_active", 0.31},
                {"stall_long_scoreboard", 9.8},
                {"stall_short_scoreboard", 0.4},
                {"stall_barrier", 0},
                {"stall_wait", 1.1},
                {"load_bytes_of_sectors", 100}};
  }

  Result<CounterReading> read(const std::vector<std::string>& metrics, int mostPasses,
                              std::stop_token) override {
    CounterReading reading;
    reading.chip = "GH100";
    reading.planned = (static_cast<int>(metrics.size()) + 3) / 4;
    reading.overBudget = mostPasses > 0 && reading.planned > mostPasses;
    if (reading.overBudget) return reading;
    reading.passes = reading.planned;
    reading.milliseconds = 11.5 * reading.passes;
    for (const std::string& id : metrics) {
      const auto found = m_values.find(id);
      if (found == m_values.end())
        reading.absent.push_back(id);
      else
        reading.values.insert(*found);
    }
    return reading;
  }

 private:
  std::map<std::string, double> m_values;
};

ModelInput sampleInput(double share) {
  ModelInput input;
  input.bytes = 0.98 * bytes;
  input.flops = 1.7e9;
  input.precision = "fp32";
  input.seconds = milliseconds / 1e3;
  input.floorSeconds = share / 100 * input.seconds;
  input.dramRate = 4.2e12;
  input.flopsRate = 5.5e13;
  input.occupancy = 1;
  return input;
}

Profile walked(const Candidate& candidate, CounterSource& source, double share, int passes) {
  WalkOptions options;
  options.budget.passes = passes;
  auto walk = kw::walk(defaultPolicy(), catalogue(), sampleInput(share), source, options, {});
  Profile profile = *std::move(walk);
  profile.candidate = candidate;
  profile.caseName = profiledCase;
  profile.deviceId = sampleDevice().uuid;
  profile.deviceModel = sampleDevice().model;
  profile.protocol = "sample";
  profile.started = "2026-01-01T00:00:00Z";
  return profile;
}

}  // namespace

Profile sampleProfile(const Candidate& candidate, double busy, int passes) {
  SampleCounters counters(busy);
  return walked(candidate, counters, 0.9 * busy, passes);
}

Profile modelledProfile(const Candidate& candidate, double share) {
  NoCounters none("this user may not read counters", "run it as root");
  return walked(candidate, none, share, 0);
}

}  // namespace kw::test
