// SPDX-License-Identifier: GPL-3.0-or-later
// Depth thorough, on devices that can: a candidate that was right is launched with its blocks and
// threads in other orders, and built with sanitizers.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "base/result/result.h"
#include "runner/measure/deep_check.h"

namespace kw {

class UnusualRuns {
 public:
  // All outlive this. `seed`: of the orders.
  UnusualRuns(const TwinParts& parts, const CheckedCandidate& checked, uint64_t seed)
      : m_parts(parts), m_checked(checked), m_seed(seed) {}

  struct Finding {
    std::optional<CaseFault> fault;
    std::string unchecked;  // what could not be tried on the case, and why; else ""
  };
  // The reverse order and three shuffled ones, each in a freshly loaded copy; no further one begins
  // after `seconds`. `before`: checksums of the outputs in the device's own order.
  Result<Finding> inOtherOrders(const CasePlan& plan, const std::vector<uint64_t>& before,
                                double seconds, std::stop_token stop);
  // One launch; values are not compared.
  Result<Finding> withSanitizers(const CasePlan& plan);

  // Seconds that one of these launches may take where it may take `usualSeconds` otherwise. What
  // outlasts them stays unchecked; a device that says nothing for a minute would be killed as hung.
  static double patientSeconds(double usualSeconds);

 private:
  Result<Finding> inOrder(const CasePlan& plan, uint64_t order,
                          const std::vector<uint64_t>& before) const;
  VerifyOptions patientOptions(const CasePlan& plan) const;

  const TwinParts& m_parts;
  const CheckedCandidate& m_checked;
  uint64_t m_seed;
  std::unique_ptr<Module> m_sanitized;  // loaded when first needed
  std::string m_notLoaded;              // why it cannot be
};

}  // namespace kw
