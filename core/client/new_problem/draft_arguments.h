// SPDX-License-Identifier: GPL-3.0-or-later
// The arguments of a problem from a kernel's parameters. Internal to new_problem/.
#pragma once

#include <string>
#include <string_view>

#include "client/new_problem/cpp_element_type.h"
#include "client/new_problem/draft.h"

namespace kw::drafting {

// Appends to `draft` its arguments, what is missing and what was guessed. Errors: an answer names
// no parameter, or contradicts what the parameter is.
Status draftArguments(const reading::KernelSignature& kernel, const Instance& instance,
                      std::string_view kernelText, const Answers& answers, Draft& draft);

}  // namespace kw::drafting
