// SPDX-License-Identifier: GPL-3.0-or-later
// Device memory with canaries.
#pragma once

#include <memory>
#include <unordered_map>

#include "runner/device/cuda/gpu.h"
#include "runner/device/device.h"

namespace kw::cuda {

struct Buffer {
  CUdeviceptr allocation = 0;
  CUdeviceptr start = 0;  // of the usable part; canaries adjoin it on both sides
  int64_t bytes = 0;
};

class Buffers {
 public:
  explicit Buffers(std::shared_ptr<Gpu> gpu) : m_gpu(std::move(gpu)) {}
  Buffers(const Buffers&) = delete;
  Buffers& operator=(const Buffers&) = delete;
  ~Buffers();

  Result<BufferId> allocate(int64_t bytes, int64_t alignment);
  void release(BufferId buffer);
  // ErrorKind::badInput for an unknown buffer, or one with fewer bytes than that.
  Result<Buffer> find(BufferId buffer, int64_t neededBytes = 0) const;

  Status restoreCanaries(const Buffer& buffer);
  Result<CanaryReport> checkCanaries(const Buffer& buffer);

 private:
  std::shared_ptr<Gpu> m_gpu;
  std::unordered_map<BufferId, Buffer> m_buffers;
  BufferId m_last = 0;
};

// Memory of our own, without canaries.
class Scratch {
 public:
  static Result<Scratch> make(const std::shared_ptr<Gpu>& gpu, int64_t bytes, const char* what);
  Scratch(Scratch&& other) noexcept;
  Scratch& operator=(Scratch&&) = delete;
  ~Scratch();
  CUdeviceptr get() const { return m_start; }
  int64_t bytes() const { return m_bytes; }

 private:
  Scratch(std::shared_ptr<Gpu> gpu, CUdeviceptr start, int64_t bytes)
      : m_gpu(std::move(gpu)), m_start(start), m_bytes(bytes) {}
  std::shared_ptr<Gpu> m_gpu;
  CUdeviceptr m_start;
  int64_t m_bytes;
};

// Enqueues writing a repeated 32-bit word over `bytes`, in as few operations as its pattern allows.
CUresult setWords(const Gpu& gpu, CUdeviceptr to, uint32_t pattern, int64_t bytes);

}  // namespace kw::cuda
