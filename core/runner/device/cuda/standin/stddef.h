// SPDX-License-Identifier: GPL-3.0-or-later
// Stands in for <stddef.h> and <cstddef> under NVRTC.
#pragma once
#ifndef NULL
#define NULL 0
#endif
#ifndef offsetof
#define offsetof(type, member) __builtin_offsetof(type, member)
#endif
namespace std {
typedef decltype(sizeof(0)) size_t;
using ::ptrdiff_t;
typedef decltype(nullptr) nullptr_t;
}  // namespace std
