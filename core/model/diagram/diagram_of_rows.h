// SPDX-License-Identifier: GPL-3.0-or-later
// The diagram of rows that are given one by one.
#pragma once

#include <vector>

#include "model/diagram/diagram.h"

namespace kw::diagram {

// Layers in the order of the parameters. Rows may come in any order and more than once; all have
// `parameters` value indices.
Diagram diagramOfRows(std::vector<std::vector<uint16_t>> rows, size_t parameters);

}  // namespace kw::diagram
