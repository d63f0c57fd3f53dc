// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/records/sample_records.h"

#include <limits>

using namespace kw;

DeviceInfo sampleDevice() {
  return {.id = "cuda:1",
          .kind = "cuda",
          .model = "NVIDIA \"H200\"",
          .uuid = "GPU-1",
          .driver = "580.1",
          .compiler = "NVRTC 13.0",
          .architecture = "sm_90",
          .limits = {{"threads_per_block", 1024}, {"memory_bytes", int64_t{150} << 30}},
          .measuredPeaks = {{"dram_copy_bytes_per_second", 4.25e12}},
          .canDo = {"compile", "launch"},
          .missing = {"counters: not allowed"}};
}

Protocol sampleProtocol() {
  return {.warmups = 3,
          .launches = 7,
          .caseSeconds = 0.1,
          .precision = 0.02,
          .leastLaunches = 2,
          .flush = false,
          .warm = true};
}

Candidate sampleCandidate() {
  return {
      .isTemplate = true,
      .textHash = "abc",
      .configuration = Configuration(
          {{"BLOCK", int64_t{256}}, {"A", 2.0}, {"TYPE", std::string("float")}, {"FAST", true}})};
}

namespace {

Verdict sampleVerdict() {
  return {
      .kind = VerdictKind::wrong,
      .verifiedCases = 2,
      .allCases = 5,
      .notApplicableTo = {"odd"},
      .oracle = "independent (NumPy)",
      .message = "x differs",
      .detail = "line 1\nline 2 \xc3\xa9",
      .difference = Difference{.caseName = "tail",
                               .argument = "x",
                               .what = "differs",
                               .index = {1, 2},
                               .got = std::numeric_limits<double>::quiet_NaN(),
                               .want = -std::numeric_limits<double>::infinity(),
                               .allowed = 1e-300,
                               .count = 3,
                               .elements = int64_t{1} << 40,
                               .ulps = 12.5,
                               .inputs = "narrow",
                               .map = {.rows = 1, .columns = 2, .wrong = {3, 4}}},
      .errors =
          {{.caseName = "tail", .argument = "x", .counts = {5, 6}, .incomparable = 7, .worst = 8}},
      .globals = {"arrived"},
      .unchecked = {"no guards"}};
}

}  // namespace

Evaluation sampleEvaluation() {
  return {
      .key = "key",
      .candidate = sampleCandidate(),
      .deviceId = "GPU-1",
      .deviceModel = "NVIDIA H200",
      .protocol = "10 warm-ups",
      .verdict = sampleVerdict(),
      .measurements = {{.caseName = "decode",
                        .state = "cold",
                        .samples = {0.1, 0.30000000000000004, 1e-9},
                        .median = 0.1,
                        .low = 0.09,
                        .high = 0.2,
                        .stoppedEarly = true,
                        .floor = 0.05,
                        .perSample = 40,
                        .conditions = {.setAside = 12,
                                       .disturbances = {"thermal slowdown"},
                                       .lowestClock = 1755,
                                       .highestClock = 1980,
                                       .temperature = 54,
                                       .otherProcesses = 1}}},
      .resources = {{.function = "f<1>",
                     .registers = 40,
                     .staticShared = 128,
                     .local = 8,
                     .spillStores = 16,
                     .spillLoads = 24,
                     .constant = 360}},
      .occupancy = {{.function = "f<1>",
                     .threadsPerBlock = 256,
                     .blocksPerSm = 6,
                     .occupancy = 0.75,
                     .limitedBy = "registers"}},
      .metrics = {{"dram__bytes.sum", 12345678901.0}},
      .costs =
          {.compile = 300, .verify = 2, .full = 7, .thorough = 90, .measure = 50, .kernel = 12.5},
      .seed = 0xfedcba9876543210,
      .depth = Depth::thorough,
      .checkSeed = 0xf000000000000001,
      .started = "2026-01-02T03:04:05.678Z",
      .geomean = 0.123};
}
