// SPDX-License-Identifier: GPL-3.0-or-later
#include "runner/device/host/host_buffer.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

#include "base/result/message.h"
#include "runner/device/cpu_kernels.h"
#include "runner/device/host/processors.h"
#include "runner/device/host/sealed_memory.h"

namespace kw::host {

namespace {

constexpr int64_t pageBytes = 4096;

Error noMemory(int64_t bytes, const std::string& reason) {
  return Error{ErrorKind::badInput,
               "a buffer of " + counted(bytes, "byte") + " cannot be had: " +
                   std::to_string(availableMemoryBytes()) + " bytes of memory are free" + reason,
               {},
               "use smaller sizes on this machine (\"host_sizes\" of the case)"};
}

}  // namespace

Result<std::unique_ptr<HostBuffer>> HostBuffer::make(int64_t bytes, int64_t alignment,
                                                     Guard guard) {
  if (bytes < 0 || bytes > availableMemoryBytes() - 2 * canaryBytes)
    return fail(noMemory(bytes, ""));
  if (alignment > int64_t{1} << 30 || (alignment & (alignment - 1)) != 0)
    return failInput("an alignment is a power of two of at most 2^30, not " +
                     std::to_string(alignment));
  std::unique_ptr<HostBuffer> buffer(new HostBuffer);
  buffer->m_bytes = bytes;
  buffer->place(guard, static_cast<size_t>(std::max<int64_t>(alignment, 1)));
  KW_ASSIGN(buffer->m_memory, sealedMemory("kernelwright-buffer", buffer->m_mapBytes));
  buffer->m_mapping = mapGuarded(buffer->m_memory.get(), buffer->m_mapBytes, buffer->m_alignment,
                                 buffer->m_usableOffset);
  if (buffer->m_mapping.bytes == nullptr)
    return fail(noMemory(bytes, std::string(" (") + std::strerror(errno) + ")"));
  buffer->m_first = reinterpret_cast<std::byte*>(buffer->m_mapping.bytes) + buffer->m_usableOffset;
  buffer->restoreCanaries();
  return buffer;
}

// Where in its pages the buffer lies. What is mapped has unmapped memory on both sides.
void HostBuffer::place(Guard guard, size_t alignment) {
  constexpr auto page = static_cast<size_t>(pageBytes), canary = static_cast<size_t>(canaryBytes);
  const auto roundedUp = [](size_t value, size_t step) { return (value + step - 1) / step * step; };
  const auto bytes = static_cast<size_t>(m_bytes);
  if (guard == Guard::behind && alignment <= page) {
    m_alignment = alignment;
    m_mapBytes = roundedUp(bytes + canary + alignment, page);
    m_usableOffset = m_mapBytes - roundedUp(bytes, alignment);
    return;
  }
  m_alignment = std::max(alignment, page);
  m_usableOffset = guard == Guard::before ? 0 : canary;
  m_mapBytes = roundedUp(bytes + m_usableOffset + canary, page);
}

HostBuffer::~HostBuffer() {
  unmapGuarded(m_mapping);
}

CanaryReport HostBuffer::checkCanaries() const {
  return cpu::checkCanaries(before(), after(), m_bytes);
}

void HostBuffer::restoreCanaries() {
  std::ranges::fill(before(), cpu::canaryByte);
  std::ranges::fill(after(), cpu::canaryByte);
}

}  // namespace kw::host
