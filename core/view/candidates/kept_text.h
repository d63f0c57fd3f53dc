// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <string>

namespace kw::view {

// What a panel without candidates says where the session has results (more than none) of revisions
// before an edit.
std::string keptElsewhereText(size_t results);

}  // namespace kw::view
