// SPDX-License-Identifier: GPL-3.0-or-later
// A template and its space from a kernel's own constants, without any model: what governs tiling,
// block size, unrolling and vector width becomes a parameter.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "base/result/result.h"
#include "model/space/space.h"

namespace kw::lifting {

struct LiftSource {
  std::string text;                          // kernel.cu
  std::vector<Launch> launches;              // of the source, in numbers
  std::vector<std::string> grid, block;      // of the first launch, with the names of constants;
                                             // empty: as in `launches`
  std::string sharedMemory;                  // likewise
  std::map<std::string, int64_t> constants;  // what those names stand for
  std::set<std::string> defined;             // by the problem for every compilation: no parameters
};

struct Lifted {
  std::string templateText;
  Space space;
  Configuration source;            // the values that the source has: same code, same launches
  std::vector<std::string> taken;  // a line each: "TILE = 32 (line 4): 8, 16, 32, 64, 128"
  std::vector<std::string> left;   // what was not made a parameter, and why
};

// A space without parameters means that there was nothing to lift; `left` says why. The source's
// own configuration meets all constraints on a device that takes 1,024 threads per block. Errors:
// the source's launches cannot be read.
Result<Lifted> lift(const LiftSource& source);

}  // namespace kw::lifting
