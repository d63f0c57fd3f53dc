// SPDX-License-Identifier: GPL-3.0-or-later
// Memory that can be shared with launchers, with canaries on both sides.
#pragma once

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
  static Result<std::unique_ptr<HostBuffer>> make(int64_t bytes, int64_t alignment);
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
  static constexpr size_t usableOffset = static_cast<size_t>(canaryBytes);

 private:
  HostBuffer() = default;
  std::span<std::byte> before() const {
    return {m_first - canaryBytes, static_cast<size_t>(canaryBytes)};
  }
  std::span<std::byte> after() const {
    return {m_first + m_bytes, static_cast<size_t>(canaryBytes)};
  }

  files::Descriptor m_memory;
  GuardedMapping m_mapping;
  std::byte* m_first = nullptr;
  int64_t m_bytes = 0;
  size_t m_mapBytes = 0;
  size_t m_alignment = 1;
};

}  // namespace kw::host
