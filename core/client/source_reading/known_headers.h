// SPDX-License-Identifier: GPL-3.0-or-later
// Which headers device code may count on.
#pragma once

#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace kw::reading {

// Whether a header of CUDA's is worth its compile time, given the names that are used.
bool isHeaderNeeded(std::string_view file, const std::set<std::string>& names);

// Standard and host headers that say nothing of device code.
bool isHostHeader(std::string_view file);

// Headers that the names need and that are not among `present`, which grows.
void addMissingHeaders(const std::set<std::string>& names, std::set<std::string>& present,
                       std::vector<std::string>& added);

// What a host's headers bring along under nvcc and nobody does under NVRTC, as far as the names
// hold it: uint and its like, and CUDA_VERSION; else "".
std::string namesOfTheHost(const std::set<std::string>& names);

}  // namespace kw::reading
