// SPDX-License-Identifier: GPL-3.0-or-later
// How far to trust a model of what fails. Failures can lie together, and then what is near tells of
// them; or strike anywhere, and then only how often they do tells anything.
#pragma once

#include <cstddef>

namespace kw::surrogate {

class FailureBelief {
 public:
  // What came of a configuration that the model had given this probability to be usable.
  void learn(double modelled, bool usable);
  // What came of one that was asked for without the model.
  void count(bool usable);
  // The model's probability and the overall share of usable ones, weighted by how well each of them
  // foretold what came (Bayesian model averaging).
  double probability(double modelled) const;

 private:
  double share() const;

  // The logarithm of how much better the model foretold than the share did.
  double m_evidence = 0;
  size_t m_usable = 0, m_all = 0;
};

}  // namespace kw::surrogate
