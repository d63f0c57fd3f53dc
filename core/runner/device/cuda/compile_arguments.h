// SPDX-License-Identifier: GPL-3.0-or-later
// What a compile job becomes on NVRTC's and nvcc's command line.
#pragma once

#include <string>
#include <vector>

#include "base/result/result.h"
#include "runner/device/compiler.h"

namespace kw::cuda {

// "sm_90a" for "sm_90": code for exactly this device may use all of its instructions (wgmma, TMA,
// tcgen05). Devices before 9.0 have no such variant.
std::string fullArchitecture(const std::string& architecture);

// Standard, macros, defines, include folders and the problem's options, in a form that both
// compilers take. ErrorKind::badInput for an option that is not on the allow-list.
Result<std::vector<std::string>> sharedArguments(const CompileJob& job);

}  // namespace kw::cuda
