// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/files/hash.h"

#include <algorithm>
#include <bit>

namespace kw::files {

namespace {

// FIPS 180-4, 4.2.2: the first 32 bits of the fractional parts of the cube roots of the first 64
// primes.
constexpr std::array<uint32_t, 64> roundConstants = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2};

// FIPS 180-4, 5.3.3: the same of the square roots of the first 8 primes.
constexpr std::array<uint32_t, 8> startState = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                                                0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};

uint32_t bigEndian(const uint8_t* bytes) {
  return uint32_t{bytes[0]} << 24 | uint32_t{bytes[1]} << 16 | uint32_t{bytes[2]} << 8 | bytes[3];
}

std::array<uint32_t, 64> schedule(const uint8_t* bytes) {
  std::array<uint32_t, 64> w;
  for (size_t t = 0; t < 16; ++t)
    w[t] = bigEndian(bytes + 4 * t);
  for (size_t t = 16; t < 64; ++t) {
    const uint32_t a = w[t - 15];
    const uint32_t b = w[t - 2];
    const uint32_t s0 = std::rotr(a, 7) ^ std::rotr(a, 18) ^ (a >> 3);
    const uint32_t s1 = std::rotr(b, 17) ^ std::rotr(b, 19) ^ (b >> 10);
    w[t] = w[t - 16] + s0 + w[t - 7] + s1;
  }
  return w;
}

}  // namespace

Sha256::Sha256() : m_state(startState) {}

// FIPS 180-4, 6.2.2; the working variables a to h are v[0] to v[7].
void Sha256::block(const uint8_t* bytes) {
  const std::array<uint32_t, 64> w = schedule(bytes);
  std::array<uint32_t, 8> v = m_state;
  for (size_t t = 0; t < 64; ++t) {
    const uint32_t s1 = std::rotr(v[4], 6) ^ std::rotr(v[4], 11) ^ std::rotr(v[4], 25);
    const uint32_t choice = (v[4] & v[5]) ^ (~v[4] & v[6]);
    const uint32_t t1 = v[7] + s1 + choice + roundConstants[t] + w[t];
    const uint32_t s0 = std::rotr(v[0], 2) ^ std::rotr(v[0], 13) ^ std::rotr(v[0], 22);
    const uint32_t majority = (v[0] & v[1]) ^ (v[0] & v[2]) ^ (v[1] & v[2]);
    v = {t1 + s0 + majority, v[0], v[1], v[2], v[3] + t1, v[4], v[5], v[6]};
  }
  for (size_t i = 0; i < 8; ++i)
    m_state[i] += v[i];
}

void Sha256::update(std::string_view bytes) {
  m_length += bytes.size();
  const auto* data = reinterpret_cast<const uint8_t*>(bytes.data());
  size_t left = bytes.size();
  if (m_pendingSize > 0) {
    const size_t taken = std::min(left, m_pending.size() - m_pendingSize);
    std::copy_n(data, taken, m_pending.begin() + static_cast<ptrdiff_t>(m_pendingSize));
    m_pendingSize += taken;
    data += taken;
    left -= taken;
    if (m_pendingSize < m_pending.size()) return;
    block(m_pending.data());
    m_pendingSize = 0;
  }
  for (; left >= m_pending.size(); left -= m_pending.size(), data += m_pending.size())
    block(data);
  std::copy_n(data, left, m_pending.begin());
  m_pendingSize = left;
}

std::string Sha256::finish() {
  const uint64_t bits = m_length * 8;
  const size_t zeros = (m_pendingSize < 56 ? 55 : 119) - m_pendingSize;
  std::string padding = "\x80" + std::string(zeros, '\0');
  for (int shift = 56; shift >= 0; shift -= 8)
    padding += static_cast<char>(bits >> shift & 0xFF);
  update(padding);

  static constexpr char hexadecimal[] = "0123456789abcdef";
  std::string text;
  for (const uint32_t word : m_state)
    for (int shift = 28; shift >= 0; shift -= 4)
      text += hexadecimal[word >> shift & 15];
  return text;
}

std::string contentHash(std::string_view bytes) {
  Sha256 hash;
  hash.update(bytes);
  return hash.finish();
}

}  // namespace kw::files
