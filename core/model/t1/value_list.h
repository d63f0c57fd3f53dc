// SPDX-License-Identifier: GPL-3.0-or-later
// The small part of Python that lists the values of a parameter in T1 files.
#pragma once

#include <string_view>
#include <vector>

#include "base/result/result.h"
#include "model/space/space.h"

namespace kw {

inline constexpr size_t mostListedValues = 65535;

// Read, never run:
//   [1, 2, 4], (1, 2)            lists; an element may be *LIST
//   range(6), range(1, 11), range(32, 1025, 32), list(range(…))
//   [2**i for i in LIST], [i for i in LIST if i % 3 == 0]
//   LIST + LIST
// Elements, bounds and conditions are expressions of ours (see expression.h), over nothing but the
// name behind `for`. Values keep their order and may repeat. An error (ErrorKind::badInput) says
// which part is not understood; more than mostListedValues are one, too.
Result<std::vector<ParameterValue>> readValueList(std::string_view text);

}  // namespace kw
