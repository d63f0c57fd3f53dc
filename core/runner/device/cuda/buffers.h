// SPDX-License-Identifier: GPL-3.0-or-later
// Device memory with canaries.
#pragma once

#include <memory>
#include <set>
#include <unordered_map>

#include "runner/device/cuda/gpu.h"
#include "runner/device/cuda/guarded_memory.h"
#include "runner/device/device.h"

namespace kw::cuda {

struct Buffer {
  CUdeviceptr allocation = 0;  // 0: it lies in `guarded`
  std::shared_ptr<GuardedMemory> guarded;
  CUdeviceptr start = 0;  // of the usable part; canaries adjoin it on both sides
  int64_t bytes = 0;
  int64_t alignment = 1;
  // Bytes of canaries; fewer on the side of a guard.
  int64_t before = canaryBytes, behind = canaryBytes;
};

class Buffers {
 public:
  explicit Buffers(std::shared_ptr<Gpu> gpu) : m_gpu(std::move(gpu)) {}
  Buffers(const Buffers&) = delete;
  Buffers& operator=(const Buffers&) = delete;
  ~Buffers();

  Result<BufferId> allocate(int64_t bytes, int64_t alignment);
  // With unmapped memory on the side asked for, as near as the alignment lets it.
  Result<BufferId> allocateGuarded(int64_t bytes, int64_t alignment, Guard side);
  void release(BufferId buffer);
  // The same buffers once more, under the same numbers and with what they hold now.
  Result<std::unique_ptr<Buffers>> copyOf(const std::set<BufferId>& buffers);
  // ErrorKind::badInput for an unknown buffer, or one with fewer bytes than that.
  Result<Buffer> find(BufferId buffer, int64_t neededBytes = 0) const;

  // Of all of them together.
  Result<int64_t> bytesOf(const std::set<BufferId>& buffers) const;

  Status restoreCanaries(const Buffer& buffer);
  Result<CanaryReport> checkCanaries(const Buffer& buffer);

 private:
  void free(const Buffer& buffer);
  Result<Buffer> made(int64_t bytes, int64_t alignment);
  Result<BufferId> keep(Buffer buffer);

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
