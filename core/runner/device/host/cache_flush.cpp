// SPDX-License-Identifier: GPL-3.0-or-later
#include "runner/device/host/cache_flush.h"

#include <algorithm>
#include <chrono>
#include <cstring>
#include <thread>
#include <vector>

#include "runner/device/host/processors.h"

namespace kw::host {

namespace {

constexpr double mostSeconds = 0.01;
constexpr size_t leastBytes = size_t{4} << 20;
// A memset much larger than this would go past the cache (non-temporal stores) and push nothing
// out.
constexpr size_t pieceBytes = size_t{256} << 10;

void overwrite(unsigned char* memory, size_t bytes, unsigned char value) {
  for (size_t at = 0; at < bytes; at += pieceBytes)
    std::memset(memory + at, value, std::min(pieceBytes, bytes - at));
}

}  // namespace

CacheFlush::CacheFlush()
    : m_bytes(2 * static_cast<size_t>(lastLevelCacheBytes())),
      m_memory(new unsigned char[m_bytes]) {
  run();  // makes the memory real
  const auto begin = std::chrono::steady_clock::now();
  run();
  const double seconds =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  if (seconds > mostSeconds)
    m_bytes = std::max(leastBytes,
                       static_cast<size_t>(static_cast<double>(m_bytes) * mostSeconds / seconds));
}

void CacheFlush::run() {
  ++m_value;
  const size_t parts = processors().size();
  const size_t share = m_bytes / parts;
  std::vector<std::jthread> others;
  for (size_t part = 1; part < parts; ++part)
    others.emplace_back(
        [this, share, part] { overwrite(m_memory.get() + part * share, share, m_value); });
  overwrite(m_memory.get(), share, m_value);
}

}  // namespace kw::host
