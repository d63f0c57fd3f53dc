// SPDX-License-Identifier: GPL-3.0-or-later
// NVRTC's functions, loaded at run time.
#pragma once

#include <nvrtc.h>

#include <string>

#include "base/result/result.h"

namespace kw::cuda {

// clang-format off
#define KW_NVRTC_FUNCTIONS(X) \
  X(nvrtcVersion) X(nvrtcGetErrorString) X(nvrtcGetNumSupportedArchs) \
  X(nvrtcGetSupportedArchs) X(nvrtcCreateProgram) X(nvrtcDestroyProgram) \
  X(nvrtcCompileProgram) X(nvrtcGetCUBINSize) X(nvrtcGetCUBIN) X(nvrtcGetPTXSize) X(nvrtcGetPTX) X(nvrtcGetProgramLogSize) \
  X(nvrtcGetProgramLog) X(nvrtcAddNameExpression) X(nvrtcGetLoweredName)
// clang-format on

struct NvrtcApi {
#define KW_DECLARE(name) decltype(&::name) name = nullptr;
  KW_NVRTC_FUNCTIONS(KW_DECLARE)
#undef KW_DECLARE
  // Since CUDA 12.9: a callback that ends a compile. nullptr where the library is older.
  nvrtcResult (*setFlowCallback)(nvrtcProgram, int (*)(void*, void*), void*) = nullptr;

  int major = 0, minor = 0;
  std::string version() const;  // "NVRTC 13.0"
  bool keepsCache() const {
    return 100 * major + minor >= 1209;
  }                                            // and knows --no-cache
  bool supports(int computeCapability) const;  // 90 for 9.0
};

// Loaded once, from toolkit().nvrtc; then the same answer for ever. ErrorKind::missing says where
// it was looked for and what to install.
const Result<NvrtcApi>& nvrtc();

}  // namespace kw::cuda
