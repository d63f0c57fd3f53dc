// SPDX-License-Identifier: GPL-3.0-or-later
// A device and a problem whose figures can be worked out by hand.
#pragma once

#include "view/roofline/roofline_points.h"

namespace kw::test {

// Measured: DRAM copy 4 TB/s and read 4.5, L2 10, shared 30; fp32 60 Top/s.
inline DeviceInfo roofDevice() {
  DeviceInfo device;
  device.kind = "cuda";
  device.uuid = "GPU-1";
  device.limits = {{"memory_clock_khz", 3'201'000},
                   {"memory_bus_bits", 6144},
                   {"clock_khz", 1'980'000},
                   {"sm_count", 132},
                   {"compute_capability", 90}};
  device.measuredPeaks = {{"dram_copy_bytes_per_second", 4e12},
                          {"dram_read_bytes_per_second", 4.5e12},
                          {"l2_read_bytes_per_second", 1e13},
                          {"shared_bytes_per_second", 3e13},
                          {"fp32_flops_per_second", 6e13}};
  return device;
}

// 2 operations and 8 bytes for each of n elements: a thousand million in the case "large", ten in
// "small".
inline Problem roofProblem(bool hasOperations = true) {
  Problem problem;
  problem.name = "sample";
  problem.cases = {{.name = "large", .performance = true, .sizes = {{"n", 1'000'000'000}}},
                   {.name = "checked only", .sizes = {{"n", 7}}},
                   {.name = "small", .performance = true, .sizes = {{"n", 10'000'000}}}};
  if (hasOperations) problem.work.flops = *expression::Expression::parse("2 * n");
  problem.work.bytes = *expression::Expression::parse("8 * n");
  return problem;
}

inline view::CandidateRow roofRow(int64_t block, double large, double small,
                                  VerdictKind verdict = VerdictKind::verified) {
  view::CandidateRow row;
  row.key = std::to_string(block) + "/" + std::to_string(large);
  row.candidate.isTemplate = block > 0;
  if (block > 0) row.candidate.configuration = Configuration({{"BLOCK", ParameterValue(block)}});
  row.deviceId = "GPU-1";
  row.verdict = verdict;
  row.cases = {{.median = large}, {.median = small}};
  return row;
}

inline Profile roofProfile(const view::CandidateRow& row, Provenance bytes = Provenance::derived) {
  Profile profile;
  profile.candidate = row.candidate;
  profile.caseName = "large";
  profile.deviceId = row.deviceId;
  profile.regime = "memory-bound";
  profile.title = "DRAM bandwidth";
  profile.values = {{"dram_bytes", {1e10, "byte", bytes, ""}},
                    {"l2_bytes", {2e10, "byte", Provenance::measured, ""}},
                    {"l1_bytes", {4e10, "byte", Provenance::measured, ""}}};
  return profile;
}

}  // namespace kw::test
