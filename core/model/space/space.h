// SPDX-License-Identifier: GPL-3.0-or-later
// The parameters of a template, their values, and the conditions that configurations must meet.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/expression/expression.h"

namespace kw {

using ParameterValue = expression::Value;

struct Parameter {
  std::string name;                    // a macro of the template
  std::vector<ParameterValue> values;  // at least one, all different
  std::string meaning;                 // for people; may be empty

  friend bool operator==(const Parameter&, const Parameter&) = default;
};

// One value for each parameter, in the order of the space's parameters. Empty for the source
// kernel.
class Configuration {
 public:
  Configuration() = default;
  explicit Configuration(std::vector<std::pair<std::string, ParameterValue>> values)
      : m_values(std::move(values)) {}

  const std::vector<std::pair<std::string, ParameterValue>>& values() const { return m_values; }
  bool empty() const { return m_values.empty(); }
  const ParameterValue* find(std::string_view name) const;
  // "BLOCK=256,VEC=4": what `--config` reads and what identifies it. "" when empty.
  std::string text() const;

  friend bool operator==(const Configuration& a, const Configuration& b) {
    return a.m_values == b.m_values;
  }

 private:
  std::vector<std::pair<std::string, ParameterValue>> m_values;
};

// A launch of one kernel, or a memset of one buffer; sizes are expressions over sizes, parameters
// and device.
struct Launch {
  std::string function;  // "norm" or an instance: "norm<float, VEC>" (macros are replaced)
  std::vector<std::string>
      arguments;  // names, in order; empty: all arguments of the problem in order
  std::vector<expression::Expression> grid;     // 1 to 3
  std::vector<expression::Expression> block;    // 1 to 3
  expression::Expression sharedMemory;          // dynamic, bytes
  std::vector<expression::Expression> cluster;  // none, or 1 to 3
  bool cooperative = false;

  // A memset instead, where `memset` names a buffer: `memsetValue` in each byte.
  std::string memset;
  int memsetValue = 0;

  friend bool operator==(const Launch&, const Launch&) = default;
};

struct Space {
  std::vector<Parameter> parameters;
  std::vector<expression::Expression> constraints;  // over parameters and device.*
  std::vector<expression::Expression>
      requirements;              // `requires`: over parameters and sizes, judged per case
  std::vector<Launch> launches;  // empty: those of the problem
  std::vector<std::pair<std::string, expression::Expression>>
      workspace;  // elements of a workspace argument

  const Parameter* find(std::string_view name) const;
};

// Configurations without constraints; a real, since it may be over 2^64.
double cartesianSizeOf(const Space& space);

}  // namespace kw
