// SPDX-License-Identifier: GPL-3.0-or-later
// A search strategy: asked for configurations, told what came of them. Tells arrive in ask order (the engine
// sees to it), so that the same seed with the same measurements gives the same run whatever finishes first.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/result/result.h"
#include "model/records/records.h"
#include "model/space/valid_space.h"

namespace kw {

// What a strategy learns of a configuration.
struct Observation {
  size_t index = 0;       // in the ValidSpace
  bool usable = false;    // verified on all cases it applies to, and applicable to all
  double relative = 0;    // geometric mean over the source's on the same device; lower is better
};

class Strategy {
 public:
  virtual ~Strategy() = default;
  virtual std::string_view name() const = 0;
  // The next index of the space, never one asked before; nothing when it has no more to ask, or none until told more.
  virtual std::optional<size_t> ask() = 0;
  virtual void tell(const Observation& observation) = 0;
  // True when nothing is left to ask, whatever is told.
  virtual bool exhausted() const = 0;
};

std::vector<std::string> strategyNames();
// `auto` is the default's name. Unknown names are an error naming the nearest.
Result<std::unique_ptr<Strategy>> makeStrategy(const std::string& name, const ValidSpace& space, uint64_t seed);

}  // namespace kw
