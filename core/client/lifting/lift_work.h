// SPDX-License-Identifier: GPL-3.0-or-later
// What the steps of lifting share. Internal to lifting/.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "client/lifting/candidate_values.h"
#include "client/lifting/lift.h"
#include "client/lifting/text_edits.h"
#include "client/source_reading/located_tokens.h"

namespace kw::lifting {

struct LiftWork {
  explicit LiftWork(const LiftSource& source);

  // A parameter of this name or one like it that the text does not use; gives its name. `where` is
  // "line 4" or "the launch".
  std::string addParameter(const std::string& wanted, Governs what, int64_t value,
                           const std::vector<int64_t>& values, const std::string& origin,
                           const std::string& where);
  bool isUsed(const std::string& name) const { return identifiers.contains(name); }
  bool isParameter(const std::string& name) const { return result.space.find(name) != nullptr; }
  int64_t valueOf(const std::string& parameter) const;
  // With constants that became parameters by the parameters' names, other constants by numbers.
  std::string inParameters(const std::string& expression) const;
  // Adds a constraint that holds for the source and uses parameters and limits of the device only.
  void constrain(const std::string& expression);
  // Of an expression over parameters, with the source's values; nothing if it has other names.
  std::optional<int64_t> sourceValue(const std::string& expression) const;
  expression::Lookup sourceLookup() const;
  bool holdsForSource(const expression::Expression& condition) const;

  const LiftSource& source;
  reading::Tokens all;
  std::set<std::string> identifiers;          // of the text and its defines
  std::map<std::string, std::string> lifted;  // a constant's name: its parameter's
  std::map<std::string, int64_t> numbers;     // constants of the text and of the launch
  std::vector<std::string> grid, block;       // of the first launch
  std::string function, sharedMemory;
  std::vector<TextEdit> edits;
  Lifted result;
};

// Each appends to `work`. In this order:
void liftConstants(LiftWork& work);       // macros and const variables
Status liftInstance(LiftWork& work);      // integer arguments of the template instance
void liftUnrolling(LiftWork& work);       // #pragma unroll N
void liftBlock(LiftWork& work);           // extents of the launch's block, __launch_bounds__
void addSeenConstraints(LiftWork& work);  // static_assert, %, shared memory

}  // namespace kw::lifting
