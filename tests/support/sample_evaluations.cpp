// SPDX-License-Identifier: GPL-3.0-or-later
#include "support/sample_evaluations.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <random>

#include "client/engine/keys.h"
#include "model/space/valid_space.h"

namespace kw::test {

namespace {

constexpr int samplesPerCase = 20;
const char* const sampleProtocol = "sample";

class Maker {
 public:
  Maker(const LoadedProblem& problem, bool samples) : m_problem(problem), m_samples(samples) {}

  Evaluation make(Candidate candidate, size_t number, VerdictKind kind, double factor) {
    Evaluation evaluation;
    evaluation.key = "sample-" + std::to_string(number);
    evaluation.candidate = std::move(candidate);
    evaluation.deviceId = sampleDevice().uuid;
    evaluation.deviceModel = sampleDevice().model;
    evaluation.protocol = sampleProtocol;
    evaluation.started = "2026-01-01T00:00:00Z";
    evaluation.verdict = verdict(kind);
    if (kind != VerdictKind::failedToCompile) addResources(evaluation);
    if (kind == VerdictKind::verified) addTimes(evaluation, factor);
    return evaluation;
  }

 private:
  Verdict verdict(VerdictKind kind) const {
    Verdict verdict;
    verdict.kind = kind;
    verdict.allCases = static_cast<int>(m_problem.problem.cases.size());
    verdict.verifiedCases = kind == VerdictKind::verified ? verdict.allCases : 0;
    verdict.oracle = "independent (NumPy) on all cases";
    if (kind == VerdictKind::wrong) {
      verdict.message = "an output differs";
      verdict.difference = Difference{.caseName = "tail",
                                      .argument = "out",
                                      .what = "differs",
                                      .index = {2, 17},
                                      .got = 0.5,
                                      .want = 0.25,
                                      .allowed = 0.001,
                                      .count = 12,
                                      .elements = 3003};
    } else if (kind == VerdictKind::failedToCompile) {
      verdict.message = "the compiler refused it";
      verdict.detail =
          "template.cu(12): error: identifier \"undefined_thing\" is undefined\n\n"
          "template.cu(20): warning #177-D: variable \"unused\" was declared but never "
          "referenced\n\n1 error detected.\n";
    } else if (kind != VerdictKind::verified) {
      verdict.message = "it asks for more than the device has";
    }
    return verdict;
  }

  void addResources(Evaluation& evaluation) {
    KernelResources kernel;
    kernel.function = m_problem.problem.launches.front().function;
    kernel.registers = 24 + static_cast<int>(m_random() % 64);
    kernel.staticShared = 128 * static_cast<int64_t>(m_random() % 8);
    kernel.spillStores = m_random() % 6 == 0 ? 16 : 0;
    evaluation.resources.push_back(kernel);
    LaunchOccupancy launch;
    launch.function = kernel.function;
    launch.threadsPerBlock = 256;
    launch.blocksPerSm = 8;
    launch.occupancy = 0.25 * static_cast<double>(1 + m_random() % 4);
    launch.limitedBy = "registers";
    evaluation.occupancy.push_back(launch);
  }

  void addTimes(Evaluation& evaluation, double factor) {
    double logarithms = 0, weights = 0;
    double base = 0.3;
    for (const Case& which : m_problem.problem.cases) {
      if (!which.performance) continue;
      Measurement cold = measurement(which.name, "cold", base * factor);
      logarithms += which.weight * std::log(cold.median);
      weights += which.weight;
      evaluation.measurements.push_back(std::move(cold));
      evaluation.measurements.push_back(measurement(which.name, "warm", base * factor * 0.6));
      base *= 0.1;
    }
    evaluation.geomean = std::exp(logarithms / weights);
  }

  Measurement measurement(const std::string& name, const std::string& state, double median) {
    Measurement measurement;
    measurement.caseName = name;
    measurement.state = state;
    measurement.median = median;
    measurement.low = median * 0.99;
    measurement.high = median * 1.01;
    measurement.floor = 0.1;
    for (int i = 0; m_samples && i < samplesPerCase; ++i)
      measurement.samples.push_back(median * (1 + 0.002 * (i - samplesPerCase / 2)));
    return measurement;
  }

  const LoadedProblem& m_problem;
  bool m_samples;
  std::mt19937 m_random{1};
};

VerdictKind kindOf(size_t number) {
  constexpr std::array failures = {VerdictKind::wrong, VerdictKind::failedToCompile,
                                   VerdictKind::exceedsLimits, VerdictKind::hung,
                                   VerdictKind::crashed};
  if (number % 9 != 4) return VerdictKind::verified;
  return failures[(number / 9) % failures.size()];
}

}  // namespace

LoadedProblem libraryProblem(const std::string& name) {
  Result<LoadedProblem> problem =
      loadProblem(std::filesystem::path(KW_SOURCE_FOLDER) / "templates" / name);
  return problem ? std::move(*problem) : LoadedProblem();
}

DeviceInfo sampleDevice() {
  DeviceInfo device;
  device.id = "cuda:0";
  device.kind = "cuda";
  device.model = "Sample GPU";
  device.uuid = "GPU-sample";
  device.architecture = "sm_90";
  device.limits = {{"threads_per_block", 1024},
                   {"block_x", 1024},
                   {"block_y", 1024},
                   {"block_z", 64},
                   {"shared_memory_per_block", 49152},
                   {"shared_memory_per_block_optin", 232448},
                   {"shared_memory_per_sm", 233472},
                   {"registers_per_block", 65536},
                   {"registers_per_sm", 65536},
                   {"sm_count", 132},
                   {"warp_size", 32},
                   {"threads_per_sm", 2048},
                   {"blocks_per_sm", 32},
                   {"compute_capability", 90}};
  return device;
}

std::vector<Evaluation> sampleEvaluations(const LoadedProblem& problem, size_t count,
                                          bool samples) {
  const Result<ValidSpace> space =
      ValidSpace::build(*problem.problem.space, deviceLookup(sampleDevice()));
  Maker maker(problem, samples);
  std::vector<Evaluation> evaluations;
  evaluations.push_back(maker.make(sourceCandidate(problem), 0, VerdictKind::verified, 1.0));
  std::mt19937 random(7);
  for (size_t i = 1; i <= count; ++i) {
    const double progress = static_cast<double>(i) / static_cast<double>(count + 1);
    const double factor =
        0.5 + 1.5 * (1 - 0.5 * progress) * (static_cast<double>(random() % 1000) / 1000);
    evaluations.push_back(maker.make(
        templateCandidate(problem, space->at(i * 7919 % space->size())), i, kindOf(i), factor));
  }
  return evaluations;
}

}  // namespace kw::test
