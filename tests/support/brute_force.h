// SPDX-License-Identifier: GPL-3.0-or-later
// A valid space against evaluating every constraint for every configuration.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "model/space/valid_space.h"

namespace kw::test {

enum class Outcome { holds, fails, faulty };

// As ValidSpace takes it: a constraint that cannot be evaluated counts only where no other fails.
inline Outcome outcomeOf(const Space& space, const std::vector<uint16_t>& row) {
  const auto lookup = [&](std::string_view name) -> std::optional<ParameterValue> {
    for (size_t i = 0; i < space.parameters.size(); ++i)
      if (space.parameters[i].name == name) return space.parameters[i].values[row[i]];
    return std::nullopt;
  };
  bool isFaulty = false;
  for (const expression::Expression& constraint : space.constraints) {
    const Result<bool> holds = constraint.evaluateBool(lookup);
    if (holds && !*holds) return Outcome::fails;
    isFaulty = isFaulty || !holds;
  }
  return isFaulty ? Outcome::faulty : Outcome::holds;
}

// Moves on to the next row of value indices; false behind the last one.
inline bool nextRow(const Space& space, std::vector<uint16_t>& row) {
  for (size_t i = row.size(); i-- > 0;) {
    if (++row[i] < space.parameters[i].values.size()) return true;
    row[i] = 0;
  }
  return false;
}

inline std::string rowText(const Space& space, const std::vector<uint16_t>& row) {
  std::string text;
  for (size_t i = 0; i < row.size(); ++i)
    text += space.parameters[i].name + "=" +
            expression::toText(space.parameters[i].values[row[i]]) + " ";
  return text;
}

// "" where both agree about every configuration; none of them may be faulty.
inline std::string differenceFromBruteForce(const Space& space, const ValidSpace& valid) {
  std::vector<uint16_t> row(space.parameters.size());
  size_t count = 0;
  do {
    const bool holds = outcomeOf(space, row) == Outcome::holds;
    const bool isFound = valid.find(row).has_value();
    count += holds;
    if (holds != isFound)
      return rowText(space, row) + (holds ? "is valid and was not found" : "is not valid");
  } while (nextRow(space, row));
  return count == valid.size() ? "" : "the count is not that of the configurations";
}

}  // namespace kw::test
