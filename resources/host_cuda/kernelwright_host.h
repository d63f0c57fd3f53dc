// SPDX-License-Identifier: GPL-3.0-or-later
// CUDA C++ for a CPU: included before every candidate on the host device, as a precompiled header.
// Types and most half-precision functions are CUDA's own; what CUDA gives to a GPU only is supplied
// here.
#pragma once

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <algorithm>
#include <array>
#include <cassert>
#include <cfloat>
#include <climits>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <numeric>
#include <tuple>
#include <type_traits>
#include <utility>

#include <cuda_runtime.h>

#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_fp8.h>

// Attributes that mean something to nvcc only.
#undef __global__
#undef __device__
#undef __host__
#undef __constant__
#undef __managed__
#undef __grid_constant__
#undef __launch_bounds__
#undef __maxnreg__
#undef __noinline__
#define __global__
#define __device__
#define __host__
#define __constant__
#define __managed__
#define __grid_constant__
#define __launch_bounds__(...)
#define __maxnreg__(...)
#define __noinline__ __attribute__((noinline))
#define __builtin_assume(condition) ((condition) ? static_cast<void>(0) : __builtin_unreachable())
#define __assume(condition) __builtin_assume(condition)
#define __nv_pure__

#include "kernelwright/abi.h"

#include "kernelwright/threads.h"

#include "kernelwright/arithmetic.h"
#include "kernelwright/atomics.h"
#include "kernelwright/conversions.h"
#include "kernelwright/entry.h"
#include "kernelwright/half.h"
#include "kernelwright/integers.h"
#include "kernelwright/memory.h"
#include "kernelwright/refused.h"
#include "kernelwright/warp.h"
