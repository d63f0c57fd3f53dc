// SPDX-License-Identifier: GPL-3.0-or-later
// Definitions that become one and the same once a framework's types are CUDA's. Internal to
// source_reading/.
#pragma once

#include <string>
#include <vector>

#include "client/source_reading/pieces.h"

namespace kw::reading {

struct Twin {
  size_t dropped = 0;  // of the pieces
  std::string says;    // "template<> struct Packed<c10::Half> by template<> struct Packed<half>"
};

// Among the pieces at `places`, which are compiled together: functions and specialisations for
// c10::Half beside those for half, which are written for CUDA's type and stay.
std::vector<Twin> twinsAmong(const std::vector<Piece>& pieces, const std::vector<size_t>& places);

}  // namespace kw::reading
