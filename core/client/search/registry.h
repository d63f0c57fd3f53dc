// SPDX-License-Identifier: GPL-3.0-or-later
// The strategies by name.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result/result.h"
#include "client/search/strategy.h"
#include "model/space/valid_space.h"

namespace kw {

struct StrategyDescription {
  std::string_view name;     // as --strategy takes it
  std::string_view meaning;  // one line for people
};
// `auto` first.
const std::vector<StrategyDescription>& strategyDescriptions();
std::vector<std::string> strategyNames();
std::string listedStrategies();  // "auto, exhaustive, …"

// What `auto` stands for: exhaustive where the budget covers a space of at most 16, else the best
// that there is. Other names are given back as they are. `evaluations`: none if not limited by
// number.
std::string resolveStrategy(const std::string& name, size_t spaceSize,
                            std::optional<size_t> evaluations, bool limitedByTime);

// An error (ErrorKind::badInput) where there is none of this name: it names the one that was meant,
// by a slip or by another tuner's name for it, or lists them all.
Status checkStrategyName(const std::string& name);

// `auto` here is what it stands for where the budget does not cover the space. `space` must outlive
// the strategy. Unknown names as above.
Result<std::unique_ptr<Strategy>> makeStrategy(const std::string& name, const ValidSpace& space,
                                               uint64_t seed);

}  // namespace kw
