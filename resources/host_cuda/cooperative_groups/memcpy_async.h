// SPDX-License-Identifier: GPL-3.0-or-later
// Asynchronous copies into shared memory: made at once, by one thread of the group; waiting is a
// barrier.
#pragma once

#include "../cooperative_groups.h"

namespace cooperative_groups {

template <class Group, class To, class From, class Bytes>
inline void memcpy_async(const Group& group, To* to, const From* from, const Bytes& bytes) {
  if (group.thread_rank() == 0) __builtin_memcpy(to, from, static_cast<size_t>(bytes));
}
template <class Group>
inline void wait(const Group& group) {
  group.sync();
}
template <unsigned, class Group>
inline void wait_prior(const Group& group) {
  group.sync();
}

}  // namespace cooperative_groups
