// SPDX-License-Identifier: GPL-3.0-or-later
// The device code that a kernel needs, out of a file full of host and framework code.
#pragma once

#include <string>
#include <vector>

#include "base/result/result.h"
#include "client/source_reading/gathered_source.h"

namespace kw::reading {

struct Slice {
  std::string text;                       // for a compiler of its own
  std::vector<std::string> leftIncludes;  // headers of frameworks that it does without
  std::vector<std::string> addedHeaders;  // CUDA's own headers that a framework's brought along
  std::vector<std::string> replaced;      // "c10::Half by __half"
};

// What `kernel` (a name without its namespace) and the names in `instance` (texts such as
// "vllm::silu<float>") use, directly or not: functions, types, constants, macros, aliases, the
// conditions and namespaces around them, and CUDA's own headers. Names decide, not types, so all
// functions of one name are taken along. Host functions are not.
Slice sliceOf(const GatheredSource& source, const std::string& kernel,
              const std::vector<std::string>& instance = {});

// Whether a header is one that every CUDA compiler finds (CUDA's own, or a standard one that the
// runner stands in for).
bool isCudaHeader(std::string_view file);

}  // namespace kw::reading
