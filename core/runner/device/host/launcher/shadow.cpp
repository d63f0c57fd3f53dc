// SPDX-License-Identifier: GPL-3.0-or-later
#include "runner/device/host/launcher/shadow.h"

#include <sys/mman.h>

#include <algorithm>
#include <bit>
#include <cstring>

namespace kw::host::shadow {

namespace {

// Where g++ and clang++ look on Linux, and the end of what programs can address there.
#if defined(__x86_64__)
constexpr uintptr_t shadowOffset = 0x7fff8000, addressEnd = uintptr_t{1} << 47;
#elif defined(__aarch64__)
constexpr uintptr_t shadowOffset = uintptr_t{1} << 36, addressEnd = uintptr_t{1} << 48;
#else
constexpr uintptr_t shadowOffset = 0, addressEnd = 0;
#endif
constexpr uintptr_t granule = 8;
constexpr uintptr_t pageBytes = 4096;

bool s_exists = false;

uintptr_t numberOf(const void* address) {
  return reinterpret_cast<uintptr_t>(address);
}

uint8_t* shadowOf(uintptr_t address) {
  return std::bit_cast<uint8_t*>(address / granule + shadowOffset);
}

// The shadow of [begin, end), to be written.
void makeWritable(uintptr_t begin, uintptr_t end) {
  const uintptr_t first = numberOf(shadowOf(begin)) / pageBytes * pageBytes;
  const uintptr_t last = numberOf(shadowOf(end + granule - 1)) + 1;
  const uintptr_t bytes = (last - first + pageBytes - 1) / pageBytes * pageBytes;
  ::mprotect(std::bit_cast<void*>(first), bytes, PROT_READ | PROT_WRITE);
}

}  // namespace

bool make() {
  if (addressEnd == 0) return false;
  void* wanted = std::bit_cast<void*>(shadowOffset);
  void* memory = ::mmap(wanted, addressEnd / granule, PROT_READ,
                        MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED_NOREPLACE, -1, 0);
  s_exists = memory == wanted;
  return s_exists;
}

bool exists() {
  return s_exists;
}

void allowMarks(const void* begin, size_t bytes) {
  if (s_exists) makeWritable(numberOf(begin), numberOf(begin) + bytes);
}

void forbid(const void* begin, const void* end, uint8_t why) {
  uintptr_t from = numberOf(begin);
  const uintptr_t to = numberOf(end);
  if (!s_exists || from >= to) return;
  makeWritable(from, to);
  if (const uintptr_t kept = from % granule; kept != 0) {
    *shadowOf(from) = static_cast<uint8_t>(kept);
    from += granule - kept;
  }
  if (from < to) std::memset(shadowOf(from), why, (to - from) / granule);
}

void allow(const void* begin, const void* end) {
  const uintptr_t from = numberOf(begin), to = numberOf(end);
  if (!s_exists || from >= to) return;
  makeWritable(from, to);
  std::memset(shadowOf(from), 0, (to - from) / granule);
  if (to % granule != 0) *shadowOf(to) = static_cast<uint8_t>(to % granule);
}

const unsigned char* firstForbidden(const void* begin, size_t bytes) {
  const auto* byte = static_cast<const unsigned char*>(begin);
  for (const auto* end = byte + bytes; byte != end; ++byte) {
    const uint8_t known = *shadowOf(numberOf(byte));
    if (known >= 0x80 || (known != 0 && numberOf(byte) % granule >= known)) return byte;
  }
  return nullptr;
}

// Within eight bytes of which the first may be touched, the next eight say why.
uint8_t reasonAt(const void* address) {
  if (!s_exists) return 0;
  const uint8_t* own = shadowOf(numberOf(address));
  return own[0] >= 0x80 ? own[0] : own[1];
}

}  // namespace kw::host::shadow
