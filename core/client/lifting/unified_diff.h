// SPDX-License-Identifier: GPL-3.0-or-later
// The difference of two texts as patch and git show it.
#pragma once

#include <string>
#include <string_view>

namespace kw::lifting {

// "" for equal texts. Three lines of context. The lines between the first and the last difference
// are compared in time and memory of their product; over 4,000 lines there, they are shown as
// wholly replaced.
std::string unifiedDiff(std::string_view before, std::string_view after,
                        const std::string& beforeName, const std::string& afterName);

}  // namespace kw::lifting
