// SPDX-License-Identifier: GPL-3.0-or-later
// What stands in for a framework's types where its headers are missing. Internal to
// source_reading/.
#pragma once

#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace kw::reading {

// Declarations that give CUDA's types the names that a framework has for them ("c10::Half"), where
// they are used; "" otherwise. They stand before everything else, so they bring their own includes,
// which are added to `present`.
std::string frameworkAliases(const std::set<std::string>& names, std::vector<std::string>& replaced,
                             std::set<std::string>& present);

// The text with CUDA's own name for each of its types, whoever's name stood there.
std::string withCudasTypes(std::string_view text);
// Whether a type of a framework's is named in it.
bool namesFramework(std::string_view text);

}  // namespace kw::reading
