// SPDX-License-Identifier: GPL-3.0-or-later
// What an oracle is asked about one case, and what it answers.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "base/json/value.h"
#include "base/result/result.h"
#include "runner/oracle/case_inputs.h"
#include "runner/oracle/case_scope.h"
#include "runner/oracle/host_array.h"

namespace kw {

using Arrays = std::map<std::string, HostArray>;  // by argument

// Scalar arguments by name, rounded to their types as the kernel sees them.
using ScalarValues = std::vector<std::pair<std::string, json::Value>>;

struct OracleQuestion {
  struct Output {
    std::string name;
    ElementType type = ElementType::float32;
    std::vector<int64_t> shape;
  };
  std::string caseName;
  Sizes sizes;
  ScalarValues values;
  std::vector<Filled> inputs;   // input and inout
  std::vector<Output> outputs;  // output and inout
  std::string identity;         // everything of the above and what decides the inputs, as text
};

Result<ScalarValues> scalarValues(const CaseScope& scope);
Result<OracleQuestion> questionFor(const CaseScope& scope, CaseInputs& inputs);

// The type in which an answer for an output comes: float64 for floating-point types, else the
// output's own.
ElementType answerType(ElementType output);

}  // namespace kw
