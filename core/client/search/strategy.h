// SPDX-License-Identifier: GPL-3.0-or-later
// A search strategy: asked for configurations, told what came of them. Tells arrive in ask order
// (the engine sees to it), so that the same seed with the same measurements gives the same run
// whatever finishes first. Which strategies there are: registry.h.
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

namespace kw {

// What the compiler and the device say of a kernel before it is launched; of several kernels the
// worst. A figure below 0 is not known.
struct ResourceUse {
  double registers = -1;    // per thread
  double spills = -1;       // bytes stored and loaded
  double sharedBytes = -1;  // static, per block
  double occupancy = -1;    // 0 to 1

  // GPUs tell all of them; where registers were not counted, neither was the rest.
  bool isKnown() const { return registers > 0; }
};

// What a strategy learns of a configuration.
struct Observation {
  size_t index = 0;     // in the ValidSpace
  bool usable = false;  // verified on all cases it applies to, and applicable to all
  double relative = 0;  // geometric mean over the source's on the same device; lower is better
  double seconds = 0;   // what compiling, verifying and measuring it took; 0: not known
  ResourceUse resources;
};

class Strategy {
 public:
  virtual ~Strategy() = default;
  virtual std::string_view name() const = 0;
  // The next index of the space, never one asked before; nothing when it has no more to ask, or
  // none until told more.
  virtual std::optional<size_t> ask() = 0;
  virtual void tell(const Observation& observation) = 0;
  // True when nothing is left to ask, whatever is told.
  virtual bool exhausted() const = 0;
  // How many asks may wait for their tells, at least 1. The engine makes ask number n (from 0) when
  // exactly the tells 0 to n - window() were given, whatever was finished earlier: so a run depends
  // on its seed and its measurements alone. `unlimited` for strategies that do not learn.
  static constexpr size_t unlimited = static_cast<size_t>(-1);
  virtual size_t window() const = 0;
};

}  // namespace kw
