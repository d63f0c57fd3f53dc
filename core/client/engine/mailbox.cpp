// SPDX-License-Identifier: GPL-3.0-or-later
#include "client/engine/mailbox.h"

#include <utility>

namespace kw {

void Mailbox::post(std::function<void()> call) {
  const std::lock_guard lock(m_mutex);
  if (!m_loop) return;
  m_calls.push_back(std::move(call));
  if (m_calls.size() > 1) return;  // a delivery is on its way
  m_loop->post([self = shared_from_this()] { self->deliver(); });
}

void Mailbox::close() {
  const std::lock_guard lock(m_mutex);
  m_loop = nullptr;
  m_calls.clear();
}

void Mailbox::deliver() {
  std::vector<std::function<void()>> calls;
  {
    const std::lock_guard lock(m_mutex);
    calls = std::exchange(m_calls, {});
  }
  for (const auto& call : calls) {
    {
      const std::lock_guard lock(m_mutex);
      if (!m_loop) return;  // closed by one of the calls
    }
    call();
  }
}

}  // namespace kw
