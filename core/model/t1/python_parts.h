// SPDX-License-Identifier: GPL-3.0-or-later
// Splitting Python text outside its brackets and quotes. Internal to t1/.
#pragma once

#include <optional>
#include <string_view>
#include <utility>
#include <vector>

namespace kw::t1 {

// "f(a, b), [1, 2]" at ',' gives two parts, trimmed. Nothing where brackets or quotes do not match.
std::optional<std::vector<std::string_view>> splitOutside(std::string_view text, char separator);

// Before and after the first `word` that stands by itself outside brackets and quotes, trimmed.
std::optional<std::pair<std::string_view, std::string_view>> splitAtWord(std::string_view text,
                                                                         std::string_view word);

// What stands in `name(…)`, or in `[…]` where the name is "" and `open` is '['; nothing if the text
// is anything else, such as "[1] + [2]".
std::optional<std::string_view> insideCall(std::string_view text, std::string_view name, char open);

}  // namespace kw::t1
