// SPDX-License-Identifier: GPL-3.0-or-later
// What is known of a candidate, as columns of a table.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "model/space/space.h"

namespace kw::view {

enum class Field {
  number,  // of completion; the source kernel is 0
  verdict,
  geomean,
  caseTime,
  speedup,     // over the source kernel on the same device
  difference,  // of the geometric mean to the baseline's, in percent
  registers,
  spills,
  staticShared,
  occupancy,  // percent
  parameter,
  reason
};

struct Column {
  Field field = Field::number;
  size_t index = 0;   // of the case or of the parameter
  std::string id;     // the same for the same thing in any problem: "registers", "case:prefill"
  std::string title;  // without the unit
  std::string unit;   // "" where there is none; of times see CandidateCells::unit
  std::string explanation;  // one sentence
  bool isNumber = true;     // else text
  bool isShown = true;      // unless somebody says otherwise

  bool isTime() const { return field == Field::geomean || field == Field::caseTime; }
};

// In the order in which they are shown: how fast, which parameters, then the rest.
std::vector<Column> columnsOf(const std::vector<std::string>& caseNames,
                              const std::vector<Parameter>& parameters);

}  // namespace kw::view
