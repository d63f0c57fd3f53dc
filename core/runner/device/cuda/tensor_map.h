// SPDX-License-Identifier: GPL-3.0-or-later
// Tensor maps for the bulk copy engine (TMA).
#pragma once

#include "base/result/result.h"
#include "runner/device/cuda/gpu.h"
#include "runner/device/device.h"

namespace kw::cuda {

// Faults name what the engine asks for: 1 to 5 axes, a start aligned to 16 bytes, strides in
// multiples of 16 bytes, boxes of at most 256 elements an axis.
Result<CUtensorMap> tensorMap(Gpu& gpu, const BoundArgument::TensorMap& plan, CUdeviceptr start);

}  // namespace kw::cuda
