// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace kw::view {

// In two parts, the second below a heading or behind it: what a panel without candidates says where
// the session has results (more than none) of revisions before an edit.
inline constexpr std::string_view noneOfThisRevision = "No results of this revision yet.";
std::string keptElsewhereText(size_t results);

}  // namespace kw::view
