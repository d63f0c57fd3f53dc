// SPDX-License-Identifier: GPL-3.0-or-later
// The smaller objects of problem.json: "oracle", "work", "compile" and "baselines".
#pragma once

#include "base/json/reader.h"
#include "model/problem/problem.h"
#include "model/space/names.h"

namespace kw {

Oracle readOracle(const json::Value& value, json::Faults& faults);
WorkModel readWork(const json::Value& value, const NameScope& sizes, json::Faults& faults);
CompileOptions readCompile(const json::Value& value, json::Faults& faults);
KnownBaseline readBaseline(const json::Value& value, const std::string& keyPath,
                           json::Faults& faults);

}  // namespace kw
