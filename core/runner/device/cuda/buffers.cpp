// SPDX-License-Identifier: GPL-3.0-or-later
#include "runner/device/cuda/buffers.h"

#include <algorithm>
#include <array>
#include <utility>

#include "base/result/message.h"
#include "runner/device/cpu_kernels.h"

namespace kw::cuda {
namespace {

// What the driver aligns to at least.
constexpr int64_t naturalAlignment = 256;

// A start that is aligned as asked and, below the natural alignment, not by chance better: a kernel
// that needs more than its problem declares shows it.
CUdeviceptr alignedStart(CUdeviceptr from, int64_t alignment) {
  const auto step = static_cast<CUdeviceptr>(std::max<int64_t>(alignment, 1));
  CUdeviceptr start = (from + step - 1) / step * step;
  if (alignment < naturalAlignment && start % (2 * step) == 0) start += step;
  return start;
}

Status checkSize(int64_t bytes, int64_t alignment) {
  if (bytes >= 0 && alignment >= 0 && alignment <= (int64_t{1} << 30)) return {};
  return failInput("cannot allocate " + counted(bytes, "byte") + " aligned to " +
                   std::to_string(alignment));
}

Unexpected<Error> outOfMemory(Gpu& gpu, int64_t bytes, CUresult result) {
  size_t free = 0, total = 0;
  gpu.api().cuMemGetInfo(&free, &total);
  return fail("the device has no room for " + std::to_string(bytes) +
                  " bytes: " + std::to_string(free) + " of " + std::to_string(total) +
                  " are free (" + describe(gpu.api(), result) + ")",
              "make the case smaller, or free memory that other programs hold (see nvidia-smi)");
}

}  // namespace

Buffers::~Buffers() {
  if (m_gpu->lost()) return;
  for (const auto& [id, buffer] : m_buffers)
    free(buffer);
}

void Buffers::free(const Buffer& buffer) {
  if (buffer.allocation != 0) m_gpu->api().cuMemFree(buffer.allocation);
}

Result<BufferId> Buffers::keep(Buffer buffer) {
  const Buffer& kept = m_buffers[++m_last] = std::move(buffer);
  KW_TRY(restoreCanaries(kept));
  return m_last;
}

Result<Buffer> Buffers::made(int64_t bytes, int64_t alignment) {
  Buffer buffer;
  buffer.bytes = bytes;
  buffer.alignment = alignment;
  const int64_t slack = 2 * std::max(alignment, naturalAlignment);
  const CUresult result = m_gpu->api().cuMemAlloc(
      &buffer.allocation, static_cast<size_t>(bytes + 2 * canaryBytes + slack));
  if (result == CUDA_ERROR_OUT_OF_MEMORY) return outOfMemory(*m_gpu, bytes, result);
  KW_TRY(m_gpu->check(result, "allocating device memory"));
  buffer.start = alignedStart(buffer.allocation + canaryBytes, alignment);
  return buffer;
}

Result<BufferId> Buffers::allocate(int64_t bytes, int64_t alignment) {
  KW_TRY(checkSize(bytes, alignment));
  KW_ASSIGN(Buffer buffer, made(bytes, alignment));
  return keep(std::move(buffer));
}

Result<std::unique_ptr<Buffers>> Buffers::copyOf(const std::set<BufferId>& buffers) {
  auto copies = std::make_unique<Buffers>(m_gpu);
  for (const BufferId id : buffers) {
    KW_ASSIGN(const Buffer from, find(id));
    KW_ASSIGN(const Buffer to, made(from.bytes, from.alignment));
    copies->m_buffers[id] = to;
    copies->m_last = std::max(copies->m_last, id);
    if (from.bytes == 0) continue;
    KW_TRY(m_gpu->check(m_gpu->api().cuMemcpyDtoDAsync(
                            to.start, from.start, static_cast<size_t>(from.bytes), m_gpu->stream()),
                        "copying a buffer"));
  }
  KW_TRY(m_gpu->finish("copying buffers"));
  return copies;
}

Result<BufferId> Buffers::allocateGuarded(int64_t bytes, int64_t alignment, Guard side) {
  KW_TRY(checkSize(bytes, alignment));
  const int64_t step = std::max<int64_t>(alignment, 1);
  CUresult result = CUDA_SUCCESS;
  Buffer buffer;
  buffer.bytes = bytes;
  buffer.alignment = alignment;
  buffer.guarded = GuardedMemory::make(m_gpu, bytes + canaryBytes + step, result);
  if (result == CUDA_ERROR_OUT_OF_MEMORY) return outOfMemory(*m_gpu, bytes, result);
  KW_TRY(m_gpu->check(result, "mapping guarded memory"));
  const int64_t room = buffer.guarded->bytes();
  // The granularity is larger than any alignment a kernel may ask for.
  const int64_t offset = side == Guard::behind ? (room - bytes) / step * step : 0;
  buffer.start = buffer.guarded->start() + static_cast<CUdeviceptr>(offset);
  buffer.before = std::min(offset, canaryBytes);
  buffer.behind = std::min(room - offset - bytes, canaryBytes);
  return keep(std::move(buffer));
}

void Buffers::release(BufferId id) {
  const auto found = m_buffers.find(id);
  if (found == m_buffers.end()) return;
  if (!m_gpu->lost()) free(found->second);
  m_buffers.erase(found);
}

Result<int64_t> Buffers::bytesOf(const std::set<BufferId>& buffers) const {
  int64_t bytes = 0;
  for (const BufferId id : buffers) {
    KW_ASSIGN(const Buffer buffer, find(id));
    bytes += buffer.bytes;
  }
  return bytes;
}

Result<Buffer> Buffers::find(BufferId id, int64_t neededBytes) const {
  const auto found = m_buffers.find(id);
  if (found == m_buffers.end())
    return failInput("there is no buffer " + std::to_string(id) + " on the device");
  if (neededBytes < 0 || neededBytes > found->second.bytes)
    return failInput("a buffer of " + std::to_string(found->second.bytes) +
                     " bytes was used as if it held " + std::to_string(neededBytes));
  return found->second;
}

Status Buffers::restoreCanaries(const Buffer& buffer) {
  const auto value = std::to_integer<unsigned char>(cpu::canaryByte);
  const auto write = [&](CUdeviceptr from, int64_t bytes) -> Status {
    if (bytes == 0) return {};
    return m_gpu->check(
        m_gpu->api().cuMemsetD8Async(from, value, static_cast<size_t>(bytes), m_gpu->stream()),
        "writing canaries");
  };
  KW_TRY(write(buffer.start - static_cast<CUdeviceptr>(buffer.before), buffer.before));
  return write(buffer.start + static_cast<CUdeviceptr>(buffer.bytes), buffer.behind);
}

Result<CanaryReport> Buffers::checkCanaries(const Buffer& buffer) {
  std::array<std::byte, canaryBytes> before, behind;
  const auto read = [&](std::byte* to, CUdeviceptr from, int64_t bytes) -> Status {
    if (bytes == 0) return {};
    return m_gpu->check(
        m_gpu->api().cuMemcpyDtoHAsync(to, from, static_cast<size_t>(bytes), m_gpu->stream()),
        "reading canaries");
  };
  KW_TRY(
      read(before.data(), buffer.start - static_cast<CUdeviceptr>(buffer.before), buffer.before));
  KW_TRY(read(behind.data(), buffer.start + static_cast<CUdeviceptr>(buffer.bytes), buffer.behind));
  KW_TRY(m_gpu->finish("reading canaries"));
  return cpu::checkCanaries(std::span(before).first(static_cast<size_t>(buffer.before)),
                            std::span(behind).first(static_cast<size_t>(buffer.behind)),
                            buffer.bytes);
}

Result<Scratch> Scratch::make(const std::shared_ptr<Gpu>& gpu, int64_t bytes, const char* what) {
  CUdeviceptr start = 0;
  const CUresult result = gpu->api().cuMemAlloc(&start, static_cast<size_t>(bytes));
  if (result == CUDA_ERROR_OUT_OF_MEMORY) return outOfMemory(*gpu, bytes, result);
  KW_TRY(gpu->check(result, what));
  return Scratch(gpu, start, bytes);
}

Scratch::Scratch(Scratch&& other) noexcept
    : m_gpu(std::move(other.m_gpu)),
      m_start(std::exchange(other.m_start, 0)),
      m_bytes(other.m_bytes) {}

Scratch::~Scratch() {
  if (m_start != 0 && !m_gpu->lost()) m_gpu->api().cuMemFree(m_start);
}

CUresult setWords(const Gpu& gpu, CUdeviceptr to, uint32_t pattern, int64_t bytes) {
  const DriverApi& api = gpu.api();
  const auto count = static_cast<size_t>(bytes);
  const auto byteAt = [&](size_t index) {
    return static_cast<unsigned char>(pattern >> (8 * (index % 4)));
  };
  if (count == 0) return CUDA_SUCCESS;
  if (pattern == byteAt(0) * 0x01010101U)
    return api.cuMemsetD8Async(to, byteAt(0), count, gpu.stream());
  if (pattern >> 16 == (pattern & 0xffffU) && count % 2 == 0)
    return api.cuMemsetD16Async(to, static_cast<unsigned short>(pattern), count / 2, gpu.stream());
  CUresult result =
      count < 4 ? CUDA_SUCCESS : api.cuMemsetD32Async(to, pattern, count / 4, gpu.stream());
  for (size_t at = count / 4 * 4; at < count && result == CUDA_SUCCESS; ++at)
    result = api.cuMemsetD8Async(to + at, byteAt(at), 1, gpu.stream());
  return result;
}

}  // namespace kw::cuda
