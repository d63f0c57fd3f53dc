// SPDX-License-Identifier: GPL-3.0-or-later
// cooperative_groups::reduce over tiles and coalesced threads. The lanes' values are combined in
// lane order, so every lane gets the same.
#pragma once

#include "../cooperative_groups.h"

namespace cooperative_groups {

#define KW_OPERATION(name, expression)                                          \
  template <class T>                                                            \
  struct name {                                                                 \
    constexpr T operator()(const T& a, const T& b) const { return expression; } \
  };
KW_OPERATION(plus, a + b)
KW_OPERATION(less, b < a ? b : a)
KW_OPERATION(greater, a < b ? b : a)
KW_OPERATION(bit_and, a& b)
KW_OPERATION(bit_or, a | b)
KW_OPERATION(bit_xor, a ^ b)
#undef KW_OPERATION

template <class Group, class T, class Combine>
inline T reduce(const Group& group, T value, Combine combine) {
  if constexpr (sizeof(T) <= sizeof(unsigned long long)) {
    return kw_host::reduceWarp(group.kwMask(), value, combine);
  } else {
    T result = group.shfl(value, 0);
    for (unsigned rank = 1; rank < group.size(); ++rank)
      result = combine(result, group.shfl(value, static_cast<int>(rank)));
    return result;
  }
}

}  // namespace cooperative_groups
