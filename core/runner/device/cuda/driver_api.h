// SPDX-License-Identifier: GPL-3.0-or-later
// The CUDA driver's functions, loaded at run time. cuda.h turns each name into the one of its
// version (cuMemAlloc into cuMemAlloc_v2); the members of DriverApi follow, since they are declared
// and used through the same names.
#pragma once

#include <cuda.h>

#include <string>

#include "base/result/result.h"

namespace kw::cuda {

// clang-format off
#define KW_DRIVER_FUNCTIONS(X) \
  X(cuInit) X(cuDriverGetVersion) X(cuGetErrorName) X(cuGetErrorString) X(cuDeviceGetCount) \
  X(cuDeviceGet) X(cuDeviceGetName) X(cuDeviceGetUuid) X(cuDeviceGetAttribute) \
  X(cuDeviceTotalMem) X(cuDevicePrimaryCtxRetain) X(cuDevicePrimaryCtxRelease) \
  X(cuCtxSetCurrent) X(cuCtxSetLimit) X(cuMemGetInfo) X(cuMemAlloc) X(cuMemFree) \
  X(cuMemGetAllocationGranularity) X(cuMemCreate) \
  X(cuMemRelease) X(cuMemAddressReserve) X(cuMemAddressFree) X(cuMemMap) X(cuMemUnmap) \
  X(cuMemSetAccess) X(cuMemcpyHtoDAsync) X(cuMemcpyDtoHAsync) X(cuMemcpyDtoDAsync) X(cuMemsetD8Async) \
  X(cuMemsetD16Async) X(cuMemsetD32Async) X(cuModuleLoadData) X(cuModuleUnload) \
  X(cuModuleGetFunction) X(cuModuleGetGlobal) X(cuFuncSetAttribute) X(cuFuncGetAttribute) \
  X(cuFuncGetParamInfo) X(cuLaunchKernelEx) X(cuStreamCreate) X(cuStreamDestroy) \
  X(cuStreamQuery) X(cuStreamBeginCapture) X(cuStreamEndCapture) \
  X(cuGraphInstantiateWithFlags) X(cuGraphLaunch) X(cuGraphExecDestroy) X(cuGraphDestroy) \
  X(cuEventCreate) X(cuEventDestroy) X(cuEventRecord) X(cuEventQuery) X(cuEventElapsedTime) \
  X(cuTensorMapEncodeTiled)
// clang-format on

struct DriverApi {
#define KW_DECLARE(name) decltype(&::name) name = nullptr;
  KW_DRIVER_FUNCTIONS(KW_DECLARE)
#undef KW_DECLARE
  // What lies between them is what a profiler that watches this process looks at; null where the
  // driver has none.
  CUresult (*cuProfilerStart)() = nullptr;
  CUresult (*cuProfilerStop)() = nullptr;
  int version = 0;  // of CUDA that it implements: 13000 for 13.0
};

// Loaded and initialised once; then the same answer for ever. ErrorKind::missing says what to
// install. Never called in a process that compiles.
const Result<DriverApi>& driver();

// "CUDA_ERROR_ILLEGAL_ADDRESS (700): an illegal memory access was encountered".
std::string describe(const DriverApi& api, CUresult result);

// Errors after which nothing works any more until the process is replaced.
bool isSticky(CUresult result);

// "580.159.04" from the kernel module, else "CUDA 13.0".
std::string driverVersion(const DriverApi& api);

}  // namespace kw::cuda
