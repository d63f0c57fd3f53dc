// SPDX-License-Identifier: GPL-3.0-or-later
// The winner as CUDA files that stand alone: a .cu with the kernel and a launcher, and its header.
#pragma once

#include <string>
#include <vector>

#include "base/result/result.h"
#include "model/formats/standing.h"
#include "model/problem/problem_file.h"
#include "model/records/records.h"

namespace kw {

struct KernelExport {
  const LoadedProblem* problem = nullptr;
  Standing standing;
  DeviceInfo device;         // of the standing
  std::string fileName;      // of the .cu; the header is named after it
  std::string session;       // its file name, for the record
  bool generalOnly = false;  // no winners of single cases
};

struct ExportedFile {
  std::string name;
  std::string text;
};

// FILE.cu: how it was found, the configuration as macros, the template's text, and the launcher.
// FILE.h: what the launcher takes. FILE_fallback.cu where the space has `requires`: the source
// kernel, which the launcher takes for the sizes that they exclude. The launcher takes device
// pointers and sizes, works out grid, block and shared memory from them, checks pointers and
// requirements, and gives a cudaError_t. Where single cases have winners of their own that gain
// leastCaseGain at least, FILE_for_CASE.cu holds each, and the launcher calls it for sizes near
// that case. Errors: no verified winner; what a launcher cannot express (tensor maps), by name.
inline constexpr double leastCaseGain = 1.02;  // general time over case winner's
Result<std::vector<ExportedFile>> exportKernel(const KernelExport& request);

}  // namespace kw
