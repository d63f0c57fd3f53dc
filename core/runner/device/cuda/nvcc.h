// SPDX-License-Identifier: GPL-3.0-or-later
// One run of nvcc to a cubin.
#pragma once

#include <stop_token>
#include <string>
#include <vector>

#include "base/result/result.h"
#include "runner/device/cuda/nvrtc_program.h"

namespace kw::cuda {

// "nvcc 13.0", or ErrorKind::missing where the toolkit has none.
Result<std::string> nvccVersion();

// Like runNvrtc. Names of functions are found among the kernels of the cubin by their demangled
// names, so an instance must be spelled as the compiler spells it ("norm<float, 4>").
Result<NvrtcOutput> runNvcc(const NvrtcInput& input, std::stop_token stop);

}  // namespace kw::cuda
