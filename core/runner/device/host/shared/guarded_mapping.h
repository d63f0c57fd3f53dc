// SPDX-License-Identifier: GPL-3.0-or-later
// A shared mapping with unmapped memory on both sides, so that a far access faults instead of
// hitting a neighbour.
#pragma once

#include <sys/mman.h>

#include <cstdint>

#include "runner/device/host/shared/launch_protocol.h"

namespace kw::host {

struct GuardedMapping {
  void* reserved = nullptr;
  size_t reservedBytes = 0;
  unsigned char* bytes = nullptr;  // null where it could not be mapped
};

inline void unmapGuarded(const GuardedMapping& mapping) {
  if (mapping.reserved != nullptr) ::munmap(mapping.reserved, mapping.reservedBytes);
}

// `bytes` of the descriptor, a multiple of the page size, such that the byte at `usableOffset` is
// aligned.
inline GuardedMapping mapGuarded(int descriptor, size_t bytes, size_t alignment,
                                 size_t usableOffset) {
  constexpr auto guard = static_cast<size_t>(guardBytes);
  GuardedMapping mapping;
  mapping.reservedBytes = bytes + 2 * guard + alignment;
  void* reserved = ::mmap(nullptr, mapping.reservedBytes, PROT_NONE,
                          MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (reserved == MAP_FAILED) return {};
  mapping.reserved = reserved;
  const auto first = reinterpret_cast<uintptr_t>(reserved) + guard + usableOffset;
  const uintptr_t aligned = (first + alignment - 1) / alignment * alignment;
  auto* place = static_cast<unsigned char*>(reserved) +
                (aligned - usableOffset - reinterpret_cast<uintptr_t>(reserved));
  void* mapped =
      ::mmap(place, bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED, descriptor, 0);
  if (mapped == MAP_FAILED) {
    unmapGuarded(mapping);
    return {};
  }
  mapping.bytes = static_cast<unsigned char*>(mapped);
  return mapping;
}

}  // namespace kw::host
