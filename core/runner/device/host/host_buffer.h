// SPDX-License-Identifier: GPL-3.0-or-later
// Memory that can be shared with launchers, with canaries on both sides.
#pragma once

#include <algorithm>
#include <cstddef>
#include <memory>
#include <span>

#include "base/files/descriptor.h"
#include "base/result/result.h"
#include "runner/device/device.h"
#include "runner/device/host/shared/guarded_mapping.h"

namespace kw::host {

class HostBuffer {
 public:
  // Zeros, with fresh canaries.
  static Result<std::unique_ptr<HostBuffer>> make(int64_t bytes, int64_t alignment,
                                                  Guard guard = Guard::none);
  ~HostBuffer();
  HostBuffer(const HostBuffer&) = delete;
  HostBuffer& operator=(const HostBuffer&) = delete;

  std::span<std::byte> usable() const { return {m_first, static_cast<size_t>(m_bytes)}; }
  int64_t bytes() const { return m_bytes; }

  CanaryReport checkCanaries() const;
  void restoreCanaries();

  // How a launcher maps it.
  int descriptor() const { return m_memory.get(); }
  size_t mapBytes() const { return m_mapBytes; }
  size_t alignment() const { return m_alignment; }
  size_t usableOffset() const { return m_usableOffset; }

 private:
  HostBuffer() = default;
  // Shorter on the side of a guard.
  std::span<std::byte> before() const {
    const size_t length = std::min(m_usableOffset, static_cast<size_t>(canaryBytes));
    return {m_first - length, length};
  }
  std::span<std::byte> after() const {
    const size_t rest = m_mapBytes - m_usableOffset - static_cast<size_t>(m_bytes);
    return {m_first + m_bytes, std::min(rest, static_cast<size_t>(canaryBytes))};
  }
  void place(Guard guard, size_t alignment);

  files::Descriptor m_memory;
  GuardedMapping m_mapping;
  std::byte* m_first = nullptr;
  int64_t m_bytes = 0;
  size_t m_mapBytes = 0;
  size_t m_usableOffset = 0;
  size_t m_alignment = 1;
};

}  // namespace kw::host
