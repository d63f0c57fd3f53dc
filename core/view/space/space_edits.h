// SPDX-License-Identifier: GPL-3.0-or-later
// Edits of a space as values: each takes a space and gives the changed one, or says why not.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/result/result.h"
#include "model/space/space.h"

namespace kw::view {

// Faults have Place::keyPath ("parameters[2].values", "constraints[0]") and, where it is known,
// Place::column in the text that was given.
struct SpaceEditor {
  Space space;
  std::vector<std::string> sizeNames;  // of the problem: no parameter may be called so

  Result<Space> withValues(size_t parameter, std::string_view text) const;
  // Takes the value out, or puts it in where `order` (all values it may have) has it.
  Result<Space> withValue(size_t parameter, const ParameterValue& value, bool present,
                          const std::vector<ParameterValue>& order) const;
  Result<Space> withMeaning(size_t parameter, std::string_view text) const;
  // `text` is "NAME = 1, 2, 4" or "NAME".
  Result<Space> withParameter(std::string_view text) const;
  // Not while a condition or launch uses it.
  Result<Space> withoutParameter(size_t parameter) const;
  // `index` may be one past the last: adds it.
  Result<Space> withConstraint(size_t index, std::string_view text) const;
  Space withoutConstraint(size_t index) const;

 private:
  // What space.json would be refused for.
  Result<Space> checked(Space changed) const;
};

}  // namespace kw::view
