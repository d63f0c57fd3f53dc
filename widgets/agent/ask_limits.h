// SPDX-License-Identifier: GPL-3.0-or-later
// What asking a model may cost, as a person types it.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>

#include "base/result/result.h"

namespace kw {

// "" is without a limit. `name` is what the text was given for, as the error calls it: "Most
// calls". A whole number from 1 to the most; 0 would leave no room for any call.
Result<std::optional<int64_t>> readCountLimit(const std::string& name, const std::string& text,
                                              int64_t most);
// More than 0, at most a billion, with a point: "0.5".
Result<std::optional<double>> readMoneyLimit(const std::string& name, const std::string& text);

}  // namespace kw
