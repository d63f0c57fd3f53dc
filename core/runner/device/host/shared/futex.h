// SPDX-License-Identifier: GPL-3.0-or-later
// Waiting on a number in memory that two processes share.
#pragma once

#include <linux/futex.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <atomic>
#include <climits>
#include <cstdint>
#include <ctime>

namespace kw::host {

// Returns when the number is not `seen` any more, after `limit` (null: none), or for no reason at
// all.
inline void futexWait(const std::atomic<uint32_t>& number, uint32_t seen, const timespec* limit) {
  ::syscall(SYS_futex, &number, FUTEX_WAIT, seen, limit, nullptr, 0);
}

inline void futexWake(const std::atomic<uint32_t>& number) {
  ::syscall(SYS_futex, &number, FUTEX_WAKE, INT_MAX, nullptr, nullptr, 0);
}

}  // namespace kw::host
