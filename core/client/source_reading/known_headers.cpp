// SPDX-License-Identifier: GPL-3.0-or-later
#include "client/source_reading/known_headers.h"

#include <algorithm>
#include <array>

#include "client/source_reading/slice.h"

namespace kw::reading {

namespace {

template <size_t count>
bool holds(const std::array<std::string_view, count>& all, std::string_view one) {
  return std::find(all.begin(), all.end(), one) != all.end();
}

// A header and the words that ask for it; a word that ends in '*' is the beginning of one.
struct Provider {
  std::string_view header;
  std::vector<std::string_view> words;
};

const std::vector<Provider>& providers() {
  static const std::vector<Provider> all{
      {"cuda_fp16.h", {"half", "half2", "__half", "__half2", "__half_raw", "__half2_raw"}},
      {"cuda_bf16.h",
       {"__nv_bfloat16", "__nv_bfloat162", "nv_bfloat16", "nv_bfloat162", "__nv_bfloat16_raw"}},
      {"cuda_fp8.h", {"__nv_fp8*", "__nv_cvt_*"}},
      {"cstdint",
       {"int8_t", "int16_t", "int32_t", "int64_t", "uint8_t", "uint16_t", "uint32_t", "uint64_t",
        "uintptr_t", "intptr_t"}},
      {"cfloat", {"FLT_*", "DBL_*"}},
      {"climits", {"INT_MAX", "INT_MIN", "UINT_MAX", "CHAR_BIT"}},
      {"cmath", {"INFINITY", "NAN", "M_*", "isinf", "isnan", "HUGE_VALF"}},
      {"limits", {"numeric_limits"}},
      {"type_traits",
       {"enable_if", "enable_if_t", "is_same", "is_same_v", "conditional", "conditional_t",
        "is_pod_v", "is_integral", "is_integral_v", "remove_cv_t", "remove_reference_t",
        "is_floating_point_v", "is_trivially_copyable_v", "decay_t", "integral_constant",
        "true_type", "false_type"}},
      {"algorithm", {"min", "max", "clamp"}},
      {"utility", {"forward", "move", "swap", "declval"}},
      {"cub/cub.cuh", {"cub"}},
      {"cooperative_groups.h", {"cooperative_groups"}},
      {"mma.h", {"wmma", "nvcuda"}},
      {"curand_kernel.h", {"curand*"}},
  };
  return all;
}

bool asksFor(const Provider& provider, const std::set<std::string>& names) {
  return std::ranges::any_of(provider.words, [&](std::string_view word) {
    if (!word.ends_with('*')) return names.contains(std::string(word));
    const std::string begin(word.substr(0, word.size() - 1));
    const auto found = names.lower_bound(begin);
    return found != names.end() && found->starts_with(begin);
  });
}

// Those below need the namespace to be of any use, even where they are macros' and templates'.
bool isStandard(std::string_view header) {
  return header == "limits" || header == "type_traits" || header == "algorithm" ||
         header == "utility" || header == "cmath";
}

}  // namespace

bool isCudaHeader(std::string_view file) {
  static constexpr std::array<std::string_view, 38> known{"cuda.h",
                                                          "cuda_runtime.h",
                                                          "cuda_runtime_api.h",
                                                          "cuda_fp16.h",
                                                          "cuda_fp16.hpp",
                                                          "cuda_bf16.h",
                                                          "cuda_bf16.hpp",
                                                          "cuda_fp8.h",
                                                          "cuda_fp6.h",
                                                          "cuda_fp4.h",
                                                          "mma.h",
                                                          "curand_kernel.h",
                                                          "math_constants.h",
                                                          "cuComplex.h",
                                                          "vector_types.h",
                                                          "vector_functions.h",
                                                          "device_launch_parameters.h",
                                                          "cuda_pipeline.h",
                                                          "cuda_pipeline_primitives.h",
                                                          "device_functions.h",
                                                          "math_functions.h",
                                                          "cstdint",
                                                          "stdint.h",
                                                          "cmath",
                                                          "math.h",
                                                          "climits",
                                                          "limits.h",
                                                          "cfloat",
                                                          "float.h",
                                                          "limits",
                                                          "type_traits",
                                                          "utility",
                                                          "algorithm",
                                                          "cstddef",
                                                          "stddef.h",
                                                          "cassert",
                                                          "assert.h",
                                                          "cooperative_groups.h"};
  return holds(known, file) || file.starts_with("cub/") || file.starts_with("cuda/") ||
         file.starts_with("cooperative_groups/") || file.starts_with("cutlass/") ||
         file.starts_with("cute/");
}

bool isHeaderNeeded(std::string_view file, const std::set<std::string>& names) {
  const auto uses = [&](const char* name) { return names.contains(name); };
  // The driver's interface: device code needs its tensor maps at most.
  if (file == "cuda.h") return uses("CUtensorMap");
  if (file.starts_with("cub/")) return uses("cub");
  if (file.starts_with("cuda/")) return uses("cuda");
  if (file.starts_with("cutlass/")) return uses("cutlass") || uses("cute");
  if (file.starts_with("cute/")) return uses("cute");
  if (file.starts_with("cooperative_groups")) return uses("cooperative_groups");
  if (file == "cuda_runtime_api.h" || file == "device_functions.h" || file == "math_functions.h")
    return false;
  if (file == "mma.h") return uses("wmma") || uses("nvcuda");
  if (file == "curand_kernel.h") return asksFor({"", {"curand*"}}, names);
  return true;
}

bool isHostHeader(std::string_view file) {
  static constexpr std::array<std::string_view, 29> known{
      "stdio.h",  "stdlib.h",   "string.h", "cstdio",        "cstdlib",   "cstring",
      "iostream", "fstream",    "sstream",  "string",        "vector",    "map",
      "set",      "array",      "tuple",    "memory",        "chrono",    "functional",
      "optional", "random",     "iomanip",  "unordered_map", "stdexcept", "numeric",
      "time.h",   "sys/time.h", "iterator", "ctime",         "thread"};
  return holds(known, file);
}

void addMissingHeaders(const std::set<std::string>& names, std::set<std::string>& present,
                       std::vector<std::string>& added) {
  for (const Provider& provider : providers()) {
    if (!asksFor(provider, names)) continue;
    if (isStandard(provider.header) && !names.contains("std") && provider.header != "cmath")
      continue;
    const bool isThere = std::ranges::any_of(present, [&](const std::string& one) {
      return one == provider.header || (one == "stdint.h" && provider.header == "cstdint") ||
             (one == "math.h" && provider.header == "cmath") ||
             (one == "float.h" && provider.header == "cfloat") ||
             (one == "limits.h" && provider.header == "climits") ||
             (one.starts_with("cub/") && provider.header.starts_with("cub/"));
    });
    if (isThere) continue;
    present.insert(std::string(provider.header));
    added.emplace_back(provider.header);
  }
}

std::string namesOfTheHost(const std::set<std::string>& names) {
  std::string text;
  for (const char* type : {"char", "short", "int", "long"})
    if (names.contains(std::string("u") + type))
      text += "typedef unsigned " + std::string(type) + " u" + type + ";\n";
  if (!text.empty()) text += "\n";
  if (!names.contains("CUDA_VERSION")) return text;
  return text +
         "#if !defined(CUDA_VERSION) && defined(__CUDACC_VER_MAJOR__)\n"
         "#define CUDA_VERSION (__CUDACC_VER_MAJOR__ * 1000 + __CUDACC_VER_MINOR__ * 10)\n"
         "#endif\n\n";
}

}  // namespace kw::reading
