// SPDX-License-Identifier: GPL-3.0-or-later
// A device buffer that is released when the object goes.
#pragma once

#include <algorithm>
#include <utility>

#include "base/result/result.h"
#include "runner/device/device.h"

namespace kw {

class OwnedBuffer {
 public:
  OwnedBuffer() = default;
  static Result<OwnedBuffer> allocate(Device& device, int64_t bytes, int64_t alignment,
                                      Guard guard = Guard::none) {
    // An empty array still needs an address.
    const int64_t held = std::max<int64_t>(bytes, 1);
    KW_ASSIGN(const BufferId id, guard == Guard::none
                                     ? device.allocate(held, alignment)
                                     : device.allocateGuarded(held, alignment, guard));
    OwnedBuffer buffer;
    buffer.m_device = &device;
    buffer.m_id = id;
    buffer.m_bytes = bytes;
    return buffer;
  }
  OwnedBuffer(OwnedBuffer&& other) noexcept { swap(other); }
  OwnedBuffer& operator=(OwnedBuffer&& other) noexcept {
    OwnedBuffer taken(std::move(other));
    swap(taken);
    return *this;
  }
  OwnedBuffer(const OwnedBuffer&) = delete;
  OwnedBuffer& operator=(const OwnedBuffer&) = delete;
  ~OwnedBuffer() {
    if (m_id != 0) m_device->release(m_id);
  }

  BufferId id() const { return m_id; }
  int64_t bytes() const { return m_bytes; }
  bool exists() const { return m_id != 0; }

 private:
  void swap(OwnedBuffer& other) noexcept {
    std::swap(m_device, other.m_device);
    std::swap(m_id, other.m_id);
    std::swap(m_bytes, other.m_bytes);
  }
  Device* m_device = nullptr;
  BufferId m_id = 0;
  int64_t m_bytes = 0;
};

}  // namespace kw
