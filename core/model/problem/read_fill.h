// SPDX-License-Identifier: GPL-3.0-or-later
// "fill" in problem.json.
#pragma once

#include "base/json/reader.h"
#include "model/problem/problem.h"
#include "model/space/names.h"

namespace kw {

// Exactly one of {"normal":[mean, deviation]} {"uniform":[low, high]} {"integers":[low, high]}
// {"permutation":true} {"csr_offsets":last} {"constant":value} {"special":true} {"npy":"file"}
// {"function":"name"}. Kinds that make no sense for the element type are a fault.
Fill readFill(const json::Value& value, const std::string& keyPath, ElementType type,
              const NameScope& sizes, json::Faults& faults);

// normal(0, 1) for floats, integers from 0 to 100 for integers, 0 or 1 for booleans.
Fill defaultFill(ElementType type);

}  // namespace kw
