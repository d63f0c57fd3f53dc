// SPDX-License-Identifier: GPL-3.0-or-later
// Internal to expression/.
#pragma once

#include <string_view>

#include "base/expression/tree.h"

namespace kw::expression {

Result<Node> parseTree(std::string_view text);

}  // namespace kw::expression
