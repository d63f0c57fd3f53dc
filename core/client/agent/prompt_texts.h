// SPDX-License-Identifier: GPL-3.0-or-later
// Prompts as files that can be read and changed: texts with places such as {{template}}.
#pragma once

#include <filesystem>
#include <map>
#include <string>

#include "base/result/result.h"

namespace kw {

using PromptFields = std::map<std::string, std::string>;

// `text` with each {{name}} replaced by its field, once: what a field brings is never looked at
// again. A place that has no field is an error that names it, and lists those there are.
Result<std::string> filledIn(const std::string& text, const PromptFields& fields,
                             const std::string& fileName);

// A prompt's file by its name ("rewrite"): that of `own` where it is there, else of
// resources/prompts. `own` may be empty.
Result<std::string> promptText(const std::string& name, const std::filesystem::path& own);

}  // namespace kw
