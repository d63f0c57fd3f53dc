// SPDX-License-Identifier: GPL-3.0-or-later
// A constraint bound to the parameters of a space, each combination of their values judged once at
// most.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "base/result/result.h"
#include "model/space/space.h"

namespace kw {

class ConstraintTable {
 public:
  enum class Outcome : uint8_t { unknown, holds, fails, faulty };

  // `space` outlives the table. A name that is neither a parameter nor known to the device is a
  // fault.
  static Result<ConstraintTable> make(const expression::Expression& constraint, const Space& space,
                                      const expression::Lookup& device);

  // The parameters it uses, ascending.
  const std::vector<size_t>& parameters() const { return m_parameters; }
  const std::string& text() const { return m_expression.text(); }

  // `row` holds a value index for each parameter of the space; only those in parameters() are
  // looked at.
  Outcome check(const std::vector<uint16_t>& row);
  // Why check() gave `faulty` for this row, with the values it stood for.
  Error fault(const std::vector<uint16_t>& row) const;

 private:
  Result<bool> evaluate(const std::vector<uint16_t>& row) const;
  size_t position(const std::vector<uint16_t>& row) const;

  expression::Expression m_expression;
  const Space* m_space = nullptr;
  std::vector<std::pair<std::string, size_t>> m_bound;  // name, parameter
  std::vector<std::pair<std::string, ParameterValue>> m_device;
  std::vector<size_t> m_parameters;
  std::vector<Outcome>
      m_known;  // by position; empty where the combinations are too many to remember
};

}  // namespace kw
