// SPDX-License-Identifier: GPL-3.0-or-later
#include "runner/device/host/launcher/warp.h"

#include <bit>
#include <cstddef>

namespace kw::host {

void Warp::reset(unsigned missing) {
  ended = missing;
  ready = atBarrier = converging = yielded = 0;
  m_used = 0;
}

bool Warp::completeIfAllCame(Exchange& exchange) const {
  if ((exchange.mask & ~ended & ~exchange.arrived) != 0) return false;
  exchange.complete = true;
  exchange.reading = exchange.arrived;
  return true;
}

Exchange& Warp::join(unsigned mask, unsigned lane, unsigned long long value) {
  Exchange* exchange = nullptr;
  for (unsigned left = m_used; left != 0 && exchange == nullptr; left &= left - 1) {
    Exchange& open = m_exchanges[static_cast<size_t>(std::countr_zero(left))];
    if (!open.complete && open.mask == mask) exchange = &open;
  }
  if (exchange == nullptr) {
    const auto place = static_cast<unsigned>(std::countr_one(m_used));
    m_used |= 1u << place;
    exchange = &m_exchanges[place];
    exchange->mask = mask;
    exchange->arrived = 0;
    exchange->complete = false;
  }
  exchange->arrived |= 1u << lane;
  exchange->values[lane] = value;
  completeIfAllCame(*exchange);
  return *exchange;
}

void Warp::leave(Exchange& exchange, unsigned lane) {
  exchange.reading &= ~(1u << lane);
  if (exchange.reading == 0) m_used &= ~(1u << (&exchange - m_exchanges.data()));
}

unsigned Warp::completeWithoutEnded() {
  unsigned released = 0;
  for (unsigned left = m_used; left != 0; left &= left - 1) {
    Exchange& open = m_exchanges[static_cast<size_t>(std::countr_zero(left))];
    if (!open.complete && completeIfAllCame(open)) released |= open.arrived;
  }
  return released;
}

unsigned Warp::releaseConverging() {
  if (converging == 0) return 0;
  const void* place = m_places[static_cast<size_t>(std::countr_zero(converging))];
  unsigned together = 0;
  for (unsigned lane = 0; lane < 32; ++lane)
    if ((converging >> lane & 1u) != 0 && m_places[lane] == place) together |= 1u << lane;
  for (unsigned lane = 0; lane < 32; ++lane)
    if ((together >> lane & 1u) != 0) m_active[lane] = together;
  converging &= ~together;
  return together;
}

unsigned Warp::exchanging() const {
  unsigned lanes = 0;
  for (unsigned left = m_used; left != 0; left &= left - 1) {
    const Exchange& exchange = m_exchanges[static_cast<size_t>(std::countr_zero(left))];
    if (!exchange.complete) lanes |= exchange.arrived;
  }
  return lanes;
}

}  // namespace kw::host
