// SPDX-License-Identifier: GPL-3.0-or-later
// Figures in the tables of Nsight Compute, with their units. Internal to ncu_file.cpp.
#pragma once

#include <map>
#include <optional>
#include <string>

#include "base/result/result.h"

namespace kw {

// One figure as the table has it.
struct NcuFigure {
  std::string name;  // in messages
  std::string text;  // "416,251", "210.56", "No-CC"
  std::string unit;  // "Mbyte", "byte/cycle", "%", ""
  Place at;
};

// In the catalogue's unit (bytes, ns, 1/s, pure numbers); nothing for words, and for a unit that is
// not known, which is counted in `unknownUnits`. ErrorKind::badInput for a comma that groups no
// thousands, and for a percentage that no kernel can have.
Result<std::optional<double>> valueOf(const NcuFigure& figure,
                                      std::map<std::string, size_t>& unknownUnits);

}  // namespace kw
