// SPDX-License-Identifier: GPL-3.0-or-later
#include "runner/device/cuda/standin_headers.h"

#include "base/files/hash.h"
#include "embedded/cuda_texts.h"

namespace kw::cuda {

const std::vector<StandinHeader>& standinHeaders() {
  using namespace cuda_texts;
  static const std::vector<StandinHeader> headers = {
      {"stdint.h", stdint_h},       {"cstdint", stdint_h},
      {"math.h", math_h},           {"cmath", math_h},
      {"limits.h", limits_h},       {"climits", limits_h},
      {"float.h", limits_h},        {"cfloat", limits_h},
      {"limits", numeric_limits_h}, {"type_traits", type_traits_h},
      {"utility", utility_h},       {"algorithm", algorithm_h},
      {"stddef.h", stddef_h},       {"cstddef", stddef_h},
      {"stdio.h", empty_h},         {"cstdio", empty_h},
      {"stdlib.h", empty_h},        {"cstdlib", empty_h},
      {"string.h", empty_h},        {"cstring", empty_h},
      {"assert.h", empty_h},        {"cassert", empty_h},
      {"cuda.h", cuda_h},           {"cub/cub.cuh", cub_cuh},
  };
  return headers;
}

const std::string& standinHash() {
  static const std::string hash = [] {
    files::Sha256 sum;
    for (const StandinHeader& header : standinHeaders()) {
      sum.update(header.name);
      sum.update(header.text);
    }
    return sum.finish();
  }();
  return hash;
}

}  // namespace kw::cuda
