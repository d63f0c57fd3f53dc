// SPDX-License-Identifier: GPL-3.0-or-later
// The names that the expressions of a launch use.
#pragma once

#include "model/space/names.h"
#include "model/space/space.h"

namespace kw {

// A fault, at its place in `value` (what the launch was read from), for each name that is not in
// scope.
void checkLaunchNames(const Launch& launch, const json::Value& value, const std::string& keyPath,
                      const NameScope& scope, json::Faults& faults);

}  // namespace kw
