// SPDX-License-Identifier: GPL-3.0-or-later
// From a cubin to SASS, by NVIDIA's disassemblers.
#pragma once

#include <stop_token>
#include <string>

#include "base/result/result.h"

namespace kw::cuda {

struct Sass {
  std::string text;
  std::string program;  // "nvdisasm", "cuobjdump": the second tells no source lines
};

// nvdisasm where it is, else cuobjdump: those beside the toolkit, in its wheels or in PATH, or what
// KERNELWRIGHT_NVDISASM names. ErrorKind::missing with what to install where neither is there.
Result<Sass> sassOf(const std::string& cubin, std::stop_token stop);

}  // namespace kw::cuda
