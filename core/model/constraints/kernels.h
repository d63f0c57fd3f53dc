// SPDX-License-Identifier: GPL-3.0-or-later
// Steps of a program over columns. Internal to constraints/.
#pragma once

#include <cstddef>
#include <span>

#include "model/constraints/term.h"

namespace kw::constraints {

// An operand: a column of this depth (stride 1), or one value (stride 0).
struct Input {
  const int64_t* bits = nullptr;
  const Kind* kinds = nullptr;
  size_t stride = 0;
};

struct Output {
  int64_t* bits = nullptr;
  Kind* kinds = nullptr;
  size_t rows = 0;
};

using Kernel = void (*)(const Term&, std::span<const Input>, Output, const Texts&);

// How `term` is worked out where its operands are as the facts say. Where `result` allows one kind
// only, a kernel may leave Output::kinds as it is: it is to hold that kind before.
Kernel kernelFor(const Term& term, std::span<const Facts> operands, const Facts& result);

}  // namespace kw::constraints
