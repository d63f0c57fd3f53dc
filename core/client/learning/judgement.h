// SPDX-License-Identifier: GPL-3.0-or-later
// Whether a changed tree is better than the incumbent: lower ends for the means of paired
// log-rewards (changed minus incumbent, kernel by kernel), valid for many proposals at once.
//
// The correction for the number of proposals is a bootstrap of the largest statistic, with
// multipliers (Chernozhukov, Chetverikov and Kato, 2013): each kernel gets a normal random number,
// the same for all proposals of a family, and a proposal's deviate is the sum of its kernels'
// distances from their mean, each times its kernel's number, in units of the standard error. The
// quantile z of the largest deviate bounds all proposals together. Bonferroni's correction would be
// safe too, but splits at neighbouring thresholds are nearly the same proposal, and it would charge
// for each of them.
//
// Drawing kernels with replacement does not do here: of a proposal that 8 kernels decide, some
// draws have two, and such proposals set the bound for all (1,120 proposals got a wider one than
// Bonferroni's). Multipliers make each deviate exactly normal. That a mean over n kernels varies as
// Student's t with v = n - 1 comes in afterwards: the lower end is mean - t * standard error, with
// the t whose tail is that of z (Wallace, 1959):
//   z = (8v + 1) / (8v + 3) * sqrt(v ln(1 + t^2 / v)).
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace kw {

// Of one proposal: the kernels that it gives other metrics, and how their log-rewards change. The
// others' change by nothing, and are left out.
struct PairedDifferences {
  std::vector<uint32_t> kernels;  // numbers below the family's count, each once
  std::vector<double> values;
};

struct LowerBound {
  size_t kernels = 0;
  double mean = 0;  // of the log-rewards' differences
  double low = 0;   // lower end of its interval; -infinity for fewer than two kernels
};

struct Family {
  double critical = 0;             // as a normal deviate
  std::vector<LowerBound> bounds;  // in the order of the proposals
};

struct BootstrapSettings {
  double level = 0.05;  // the chance that any lower end lies above its true mean
  int resamples = 1000;
  uint64_t seed = 1;
};

// Deterministic: the same input and seed give the same numbers.
Family lowerBounds(const std::vector<PairedDifferences>& proposals, size_t kernels,
                   const BootstrapSettings& settings);

// A standard normal number for each kernel.
class Multipliers {
 public:
  Multipliers(size_t count, uint64_t seed);
  const std::vector<double>& next();

 private:
  uint64_t m_state;
  std::vector<double> m_values;
};

// Draws of `count` out of `count` with replacement: how often each came.
class KernelDraws {
 public:
  KernelDraws(size_t count, uint64_t seed);
  const std::vector<double>& next();

 private:
  uint64_t m_state;
  std::vector<double> m_times;
};

}  // namespace kw
