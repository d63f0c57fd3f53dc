// SPDX-License-Identifier: GPL-3.0-or-later
// The argument buffers that HostDevice shares with this launcher.
#pragma once

#include <array>
#include <string>

#include "runner/device/host/shared/guarded_mapping.h"
#include "runner/device/host/shared/launch_protocol.h"

namespace kw::host {

class Buffers {
 public:
  // Maps the descriptor that comes over the socket. An empty text, or what went wrong.
  std::string map(const Request& request);
  void unmap(uint32_t slot);
  // The first usable byte; null for a slot that is not mapped.
  unsigned char* at(uint32_t slot) const;

 private:
  struct Mapped {
    GuardedMapping mapping;
    size_t mapBytes = 0, usableOffset = 0, usableBytes = 0;
  };
  std::array<Mapped, mostSlots> m_slots{};
};

}  // namespace kw::host
