// SPDX-License-Identifier: GPL-3.0-or-later
// Which bytes a candidate that was compiled with -fsanitize=address may touch. Its code looks each
// access up in shadow memory: one byte for every eight bytes, at (address >> 3) + shadowOffset; 0:
// all eight may be touched, 1 to 7: only the first so many, above 127: none (Serebryany et al.,
// AddressSanitizer: A Fast Address Sanity Checker, 2012). The compilers' own library is not used:
// it needs /proc and memory without a limit, and reports through files. Shadow memory is mapped
// for reading only, where it is all 0 and costs nothing; what is written is made writable before.
#pragma once

#include <cstddef>
#include <cstdint>

namespace kw::host::shadow {

// Values of ours; compiled code writes 0xf1 to 0xf8 for variables on the stack.
inline constexpr uint8_t outsideBuffer = 0xe1, outsideDynamicShared = 0xe2, outsideGlobal = 0xf9;

// Before anything below. False where this machine's layout is not known or the memory is taken;
// then candidates that are compiled so cannot be loaded.
bool make();
// Without it, the others do nothing.
bool exists();

// Compiled code may mark this memory: a stack.
void allowMarks(const void* begin, size_t bytes);
// [begin, end) may not be touched. Where `begin` is within eight bytes, those before it still may.
void forbid(const void* begin, const void* end, uint8_t why);
// [begin, end) may be touched, and nothing of the last eight bytes behind it.
void allow(const void* begin, const void* end);

// The first byte of these that may not be touched, or null.
const unsigned char* firstForbidden(const void* begin, size_t bytes);
uint8_t reasonAt(const void* address);

}  // namespace kw::host::shadow
