// SPDX-License-Identifier: GPL-3.0-or-later
// The lanes of a warp and where they wait for each other.
#pragma once

#include <array>
#include <cstdint>

namespace kw::host {

// One warp operation of the lanes of a mask: each gives a value, and goes on when all have come.
struct Exchange {
  unsigned mask = 0;
  unsigned arrived = 0;
  unsigned reading = 0;  // lanes that have not read the values yet
  bool complete = false;
  std::array<unsigned long long, 32> values;
};

class Warp {
 public:
  unsigned ended = 0;  // lanes whose thread has ended, and those the block does not have
  unsigned ready = 0;  // lanes that wait no longer
  unsigned atBarrier = 0;
  unsigned converging = 0;  // lanes that asked which lanes are active
  unsigned yielded = 0;

  // For a new block; `missing` lanes do not exist.
  void reset(unsigned missing);

  // Takes part with a value: gives the exchange, which is complete if this was the last lane
  // missing.
  Exchange& join(unsigned mask, unsigned lane, unsigned long long value);
  void leave(Exchange& exchange, unsigned lane);
  // After a lane ended: completes what waited for it only. Gives the lanes that can go on.
  unsigned completeWithoutEnded();

  // Lets the lanes that asked from the same place go on: gives them, and remembers them as their
  // answer.
  unsigned releaseConverging();
  void converge(unsigned lane, const void* place) {
    converging |= 1u << lane;
    m_places[lane] = place;
  }
  unsigned activeMask(unsigned lane) const { return m_active[lane]; }
  // Lanes that wait in exchanges.
  unsigned exchanging() const;

 private:
  bool completeIfAllCame(Exchange& exchange) const;

  // A lane takes part in one exchange at a time, so there are never more than lanes.
  std::array<Exchange, 32> m_exchanges;
  unsigned m_used = 0;  // bits: exchanges in use
  std::array<const void*, 32> m_places{};
  std::array<unsigned, 32> m_active{};
};

}  // namespace kw::host
