// SPDX-License-Identifier: GPL-3.0-or-later
// The kernels that show what a device reaches at most (peaks.cu), loaded and launched with a grid
// that fits it.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/result/result.h"
#include "model/records/records.h"
#include "runner/device/cuda/driver_api.h"

namespace kw::cuda {

class PeakKernels {
 public:
  // Compiles them with NVRTC, or takes the cubin kept from last time. The context must be current.
  static Result<PeakKernels> load(const DriverApi& api, const DeviceInfo& info);
  PeakKernels(PeakKernels&& other) noexcept;
  PeakKernels& operator=(PeakKernels&&) = delete;
  ~PeakKernels();

  // All enqueue, and none waits. `bytes`: a multiple of 16. `scratch` is hardly ever written.
  CUresult copy(CUstream stream, CUdeviceptr from, CUdeviceptr to, int64_t bytes) const;
  CUresult read(CUstream stream, CUdeviceptr from, CUdeviceptr scratch, int64_t bytes) const;
  CUresult write(CUstream stream, CUdeviceptr to, int64_t bytes) const;
  // Reads the first `bytes` (a power of two) `passes` times, past the L1.
  CUresult readCache(CUstream stream, CUdeviceptr from, CUdeviceptr scratch, int64_t bytes,
                     int passes) const;

  // One that does an amount of work with each round, in all its threads together.
  struct Rounds {
    std::string peak;  // name in DeviceInfo::measuredPeaks
    CUfunction function = nullptr;
    unsigned blocks = 1, threads = 256;
    double perRound = 0;      // bytes or operations
    bool hasFactors = false;  // takes two numbers besides,
    bool isDouble = false;    // of this type
  };
  // Shared memory, fp32, fp64, fp16, and tensor cores where it is known how to fill them.
  const std::vector<Rounds>& inRounds() const { return m_rounds; }
  CUresult run(CUstream stream, const Rounds& which, CUdeviceptr scratch, int rounds) const;

 private:
  PeakKernels(const DriverApi& api, CUmodule module) : m_api(&api), m_module(module) {}
  Status take(const DeviceInfo& info);
  CUresult launch(CUstream stream, CUfunction function, unsigned blocks, unsigned threads,
                  std::vector<void*> arguments) const;

  const DriverApi* m_api;
  CUmodule m_module;
  unsigned m_blocks = 1;
  CUfunction m_copy = nullptr, m_read = nullptr, m_write = nullptr, m_cache = nullptr;
  std::vector<Rounds> m_rounds;
};

}  // namespace kw::cuda
