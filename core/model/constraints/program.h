// SPDX-License-Identifier: GPL-3.0-or-later
// The requirements of a space as steps over registers, each done at the depth at which the last of
// its parameters gets its value. Internal to constraints/.
//
// At a depth, steps work on columns: a register's values for all values of that depth's parameter.
// Between two depths, what later steps still read is the state: the same state means that the same
// assignments complete it, whatever the parameters before were.
#pragma once

#include <vector>

#include "model/constraints/parameter_order.h"
#include "model/constraints/term_table.h"

namespace kw::constraints {

using RegisterId = uint32_t;

struct Register {
  TermId term = 0;
  int depth = -1;  // -1: a constant
  Facts facts;     // with the values that are left in the layers
};

struct Step {
  RegisterId result = 0;
  std::vector<RegisterId> operands;
};

struct Layer {
  uint32_t parameter = 0;
  // Value indices, without those that a requirement over this parameter alone excludes.
  std::vector<uint16_t> values;
  std::vector<RegisterId> columns;       // that depend on this parameter alone
  std::vector<Step> steps;               // in the order in which they are to be done
  std::vector<RegisterId> requirements;  // known from here on
  std::vector<RegisterId> live;          // known by then and read by later steps
};

struct Program {
  std::vector<Register> registers;
  std::vector<Layer> layers;  // one per parameter
  bool alwaysFails = false;   // a requirement does for all values
  bool alwaysFaults = false;  // a requirement is a fault for all values
};

// `order`: all parameters that the requirements depend on.
Program programOf(TermTable& terms, const std::vector<TermId>& requirements, const Order& order);

}  // namespace kw::constraints
