// SPDX-License-Identifier: GPL-3.0-or-later
// Types as C++ spells them and as problem.json does.
#pragma once

#include <map>
#include <optional>
#include <string>

#include "client/source_reading/kernel_signature.h"
#include "model/problem/problem.h"

namespace kw::drafting {

// A template's parameters by name and what the instance gives for them.
using Instance = std::map<std::string, std::string>;
Instance instanceOf(const reading::KernelSignature& kernel,
                    const std::vector<std::string>& arguments);

// Of an element ("c10::BFloat16", "unsigned int", "scalar_t" of an instance, "float4"); nothing for
// a type of the source's own.
std::optional<ElementType> cppElementType(const std::string& type, const Instance& instance);

}  // namespace kw::drafting
