// SPDX-License-Identifier: GPL-3.0-or-later
// Everything of a problem that depends on sizes, tried with the sizes of every case.
#pragma once

#include "base/json/reader.h"
#include "model/problem/problem.h"

namespace kw {

// Layouts and their sum, scalar values against their types, fills, launches and work. Expressions
// that use device.* wait until there is a device. `at` is the array the cases were read from.
void checkCases(const Problem& problem, const json::Value& at, json::Faults& faults);

}  // namespace kw
