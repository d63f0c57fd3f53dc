// SPDX-License-Identifier: GPL-3.0-or-later
// Whether a grid covers sizes that its blocks do not divide. Internal to new_problem/.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "base/expression/expression.h"

namespace kw::drafting {

using SizeValues = std::map<std::string, int64_t>;

// Nothing for what is no integer, or names something else.
std::optional<int64_t> evaluated(const expression::Expression& text, const SizeValues& sizes);

enum class Rounding { none, up, down };

// Of the grid, whose extents are expressions without names of constants, in the size `name`; the
// other sizes are as in `sizes`. An extent that rounds down decides, since it leaves elements out.
Rounding roundingOf(const std::vector<std::string>& grid, const std::string& name,
                    const SizeValues& sizes);

// Whether the size's value is one at which an extent that rounds down leaves nothing out.
bool dividesEvenly(const std::vector<std::string>& grid, const std::string& name,
                   const SizeValues& sizes);

}  // namespace kw::drafting
