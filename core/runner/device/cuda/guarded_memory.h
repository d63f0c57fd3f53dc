// SPDX-License-Identifier: GPL-3.0-or-later
// Device memory with unmapped addresses on both sides, made by the driver's virtual-memory calls:
// who reads or writes beyond it crashes with an illegal address, where a canary only tells of
// writes.
#pragma once

#include <memory>

#include "runner/device/cuda/gpu.h"

namespace kw::cuda {

class GuardedMemory {
 public:
  // At least `bytes`, rounded up to the driver's granularity (2 MiB as a rule). Out of memory is
  // CUDA_ERROR_OUT_OF_MEMORY in `result` and no memory.
  static std::unique_ptr<GuardedMemory> make(const std::shared_ptr<Gpu>& gpu, int64_t bytes,
                                             CUresult& result);
  GuardedMemory(const GuardedMemory&) = delete;
  GuardedMemory& operator=(const GuardedMemory&) = delete;
  ~GuardedMemory();

  CUdeviceptr start() const { return m_start; }
  int64_t bytes() const { return static_cast<int64_t>(m_bytes); }

 private:
  explicit GuardedMemory(std::shared_ptr<Gpu> gpu) : m_gpu(std::move(gpu)) {}
  CUresult map(size_t wanted);

  std::shared_ptr<Gpu> m_gpu;
  CUdeviceptr m_reserved = 0, m_start = 0;
  size_t m_reservedBytes = 0, m_bytes = 0;
  CUmemGenericAllocationHandle m_handle = 0;
  bool m_isMapped = false;
};

}  // namespace kw::cuda
