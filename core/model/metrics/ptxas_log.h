// SPDX-License-Identifier: GPL-3.0-or-later
// What `--ptxas-options=-v` says of each kernel.
#pragma once

#include <map>
#include <string>
#include <string_view>

#include "model/records/records.h"

namespace kw {

struct PtxasLog {
  std::map<std::string, KernelResources> kernels;  // by name in the cubin
  std::string rest;  // the log without ptxas's lines: errors and warnings of the compiler
};

PtxasLog parsePtxasLog(std::string_view log);

// The name in the cubin of a function as it is launched ("norm<float, 4>"): by its demangled name,
// else the only kernel of that base name; "" where there is none.
std::string kernelNamed(const std::string& function, const PtxasLog& log);

}  // namespace kw
