// SPDX-License-Identifier: GPL-3.0-or-later
// Where the CUDA headers and libraries of this machine are.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "base/result/result.h"

namespace kw {

struct Toolkit {
  std::vector<std::filesystem::path> includeFolders;  // with cuda_runtime.h and with CCCL
  std::filesystem::path nvrtc;                        // libnvrtc.so.N; empty if not found
  std::filesystem::path cupti;                        // libcupti.so.N; empty if not found
  std::filesystem::path nvcc;                         // empty if not found
  std::filesystem::path nvdisasm, cuobjdump;          // likewise; nothing but listings needs them
  std::string source;               // "toolkit in /usr/local/cuda", "wheels in …"
  std::vector<std::string> looked;  // every place that was looked at, for messages
};

// In this order: KERNELWRIGHT_CUDA, CUDA_HOME, CUDA_PATH, the folder above nvcc in PATH,
// /usr/local/cuda, the wheels that set-up put into ~/.local/share/kernelwright/cuda (below
// XDG_DATA_HOME if set; KERNELWRIGHT_WHEELS overrides), and the nvidia folders of the Python in
// PATH. The parts may come from different places.
const Toolkit& toolkit();

}  // namespace kw
