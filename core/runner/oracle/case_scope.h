// SPDX-License-Identifier: GPL-3.0-or-later
// One case of a problem on one device: its sizes, what names mean in it, how its buffers are laid
// out, and the bytes of its scalar arguments.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "base/expression/expression.h"
#include "base/result/result.h"
#include "model/problem/problem.h"
#include "model/records/records.h"
#include "runner/oracle/host_array.h"

namespace kw {

class CaseScope {
 public:
  // The problem and its case outlive this.
  CaseScope(const Problem& problem, const Case& which, const DeviceInfo& device);
  CaseScope(const CaseScope&) = delete;
  CaseScope& operator=(const CaseScope&) = delete;

  const Problem& problem() const { return m_problem; }
  const Case& which() const { return m_case; }
  const std::string& name() const { return m_case.name; }
  const Sizes& sizes() const { return m_sizes; }
  // Sizes and device.*, no parameters.
  const expression::Lookup& lookup() const { return m_lookup; }
  expression::Lookup lookupWith(const Configuration& configuration) const;

  Result<BufferLayout> layout(const Argument& argument) const;
  const Fill& fill(const Argument& argument) const;  // the case's own, else the argument's
  const Comparison& comparison(const Argument& output) const;

  // A size or value argument as the kernel gets it. A value that the type cannot hold is a fault;
  // a real for a floating-point type is rounded.
  Result<HostArray> scalar(const Argument& argument) const;
  // All of it, for roles size, value and structure.
  Result<std::vector<std::byte>> valueBytes(const Argument& argument) const;

 private:
  Error located(Error error, const std::string& argument) const;

  const Problem& m_problem;
  const Case& m_case;
  Sizes m_sizes;
  expression::Lookup m_device;
  Configuration m_none;
  expression::Lookup m_lookup;
};

// The value of an expression as one element of a type.
Result<HostArray> elementOf(const expression::Expression& value, ElementType type,
                            const expression::Lookup& lookup);

}  // namespace kw
