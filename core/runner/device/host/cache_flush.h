// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <memory>

namespace kw::host {

// Pushes everything else out of the processors' caches.
class CacheFlush {
 public:
  CacheFlush();
  // Overwrites twice the last-level cache, on every processor a part; less where that would take
  // over 10 ms.
  void run();

 private:
  size_t m_bytes;
  std::unique_ptr<unsigned char[]> m_memory;
  unsigned char m_value = 0;
};

}  // namespace kw::host
