// SPDX-License-Identifier: GPL-3.0-or-later
// Content hashes: SHA-256 (FIPS 180-4) in lower-case hexadecimal.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace kw::files {

class Sha256 {
 public:
  Sha256();
  void update(std::string_view bytes);
  // 64 hexadecimal digits. The object must not be used afterwards.
  std::string finish();

 private:
  void block(const uint8_t* bytes);
  std::array<uint32_t, 8> m_state;
  std::array<uint8_t, 64> m_pending{};
  size_t m_pendingSize = 0;
  uint64_t m_length = 0;
};

std::string contentHash(std::string_view bytes);

}  // namespace kw::files
