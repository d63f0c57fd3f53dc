// SPDX-License-Identifier: GPL-3.0-or-later
// Prefix sums over tiles and coalesced threads.
#pragma once

#include "reduce.h"

namespace cooperative_groups {

template <class Group, class T, class Combine = plus<T>>
inline T inclusive_scan(const Group& group, T value, Combine combine = {}) {
  for (unsigned delta = 1; delta < group.size(); delta *= 2) {
    const T other = group.shfl_up(value, delta);
    if (group.thread_rank() >= delta) value = combine(other, value);
  }
  return value;
}

template <class Group, class T, class Combine = plus<T>>
inline T exclusive_scan(const Group& group, T value, Combine combine = {}) {
  const T before = group.shfl_up(inclusive_scan(group, value, combine), 1u);
  return group.thread_rank() == 0 ? T{} : before;
}

}  // namespace cooperative_groups
