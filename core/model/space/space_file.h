// SPDX-License-Identifier: GPL-3.0-or-later
// Reading and writing space.json ("kernelwright-space/1").
#pragma once

#include <string>
#include <string_view>

#include "base/json/reader.h"
#include "base/result/result.h"
#include "model/space/space.h"

namespace kw {

// All faults at once: unknown keys, no parameters, values given twice (2 and 2.0 count as the same),
// names that are no C identifiers or that hide one of `sizeNames`, expressions that do not parse or
// use unknown names.
Result<Space> readSpace(std::string_view text, const std::string& fileName,
                        const std::vector<std::string>& sizeNames = {});
std::string writeSpace(const Space& space);

// Shared with problem.json: one entry of "launches".
Launch readLaunch(const json::Value& value, const std::string& keyPath, json::Faults& faults);
json::Value writeLaunch(const Launch& launch);

// "BLOCK=256,VEC=4" against a space: every parameter must be given, once, with one of its values.
Result<Configuration> readConfiguration(std::string_view text, const Space& space);

}  // namespace kw
