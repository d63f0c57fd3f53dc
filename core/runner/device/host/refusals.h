// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>

namespace kw::host {

// What a text uses that has no counterpart on a CPU, one line each ("template.cu:12:3: error: …");
// "" if nothing. The preprocessor is not asked, so some of it may stand in a branch that is not
// compiled: only of interest once a text did not compile.
std::string refusalsIn(std::string_view text, const std::string& fileName);

}  // namespace kw::host
