// SPDX-License-Identifier: GPL-3.0-or-later
// Shuffles, votes, matches and reductions over the lanes of a warp.
#pragma once

namespace kw_host {

// Values travel as 64 bits.
template <class T>
inline unsigned long long toBits(T value) {
  static_assert(sizeof(T) <= sizeof(unsigned long long), "a warp operation takes at most 8 bytes");
  unsigned long long bits = 0;
  __builtin_memcpy(&bits, &value, sizeof(T));
  return bits;
}

template <class T>
inline T fromBits(unsigned long long bits) {
  T value;
  __builtin_memcpy(&value, &bits, sizeof(T));
  return value;
}

// The lane that each kind of shuffle reads, and the caller's own lane where that would leave its
// segment of `width` lanes (CUDA C++ Programming Guide, "Warp Shuffle Functions").
inline unsigned segmentStart(int width) {
  return laneIndex() & ~(static_cast<unsigned>(width) - 1u);
}

inline unsigned indexedLane(int source, int width) {
  return segmentStart(width) +
         (static_cast<unsigned>(source) & (static_cast<unsigned>(width) - 1u));
}
inline unsigned upperLane(unsigned delta, int width) {
  const unsigned lane = laneIndex();
  return lane - segmentStart(width) >= delta ? lane - delta : lane;
}
inline unsigned lowerLane(unsigned delta, int width) {
  const unsigned lane = laneIndex();
  const unsigned offset = lane - segmentStart(width);
  return delta < static_cast<unsigned>(width) - offset ? lane + delta : lane;
}
inline unsigned crossedLane(int mask, int width) {
  const unsigned lane = laneIndex();
  const unsigned other = lane ^ static_cast<unsigned>(mask);
  return other < segmentStart(width) + static_cast<unsigned>(width) ? other : lane;
}

template <class T>
inline T shuffle(unsigned mask, T value, unsigned lane) {
  return fromBits<T>(kwShuffle(mask, toBits(value), lane & 31u));
}

template <class T, class Combine>
inline T reduceWarp(unsigned mask, T value, Combine combine) {
  unsigned long long values[32];
  unsigned came = kwGather(mask, toBits(value), values);
  T result = fromBits<T>(values[__builtin_ctz(came)]);
  for (came &= came - 1; came != 0; came &= came - 1)
    result = combine(result, fromBits<T>(values[__builtin_ctz(came)]));
  return result;
}

template <class T>
inline unsigned matchAny(unsigned mask, T value, bool* all) {
  unsigned long long values[32];
  const unsigned came = kwGather(mask, toBits(value), values);
  unsigned equal = 0;
  for (unsigned lane = 0; lane < 32; ++lane)
    if ((came >> lane & 1u) != 0 && values[lane] == toBits(value)) equal |= 1u << lane;
  *all = equal == came;
  return equal;
}

}  // namespace kw_host

template <class T>
inline T __shfl_sync(unsigned mask, T value, int source, int width = 32) {
  return kw_host::shuffle(mask, value, kw_host::indexedLane(source, width));
}
template <class T>
inline T __shfl_up_sync(unsigned mask, T value, unsigned delta, int width = 32) {
  return kw_host::shuffle(mask, value, kw_host::upperLane(delta, width));
}
template <class T>
inline T __shfl_down_sync(unsigned mask, T value, unsigned delta, int width = 32) {
  return kw_host::shuffle(mask, value, kw_host::lowerLane(delta, width));
}
template <class T>
inline T __shfl_xor_sync(unsigned mask, T value, int laneMask, int width = 32) {
  return kw_host::shuffle(mask, value, kw_host::crossedLane(laneMask, width));
}

inline void __syncwarp(unsigned mask = 0xffffffffu) {
  kwSyncWarp(mask);
}
inline unsigned __activemask() {
  return kwActiveMask();
}
inline unsigned __ballot_sync(unsigned mask, int predicate) {
  return kwBallot(mask, predicate);
}
inline int __any_sync(unsigned mask, int predicate) {
  return kwBallot(mask, predicate) != 0;
}
inline int __all_sync(unsigned mask, int predicate) {
  return kwBallot(mask, !predicate) == 0;
}

template <class T>
inline unsigned __match_any_sync(unsigned mask, T value) {
  bool all = false;
  return kw_host::matchAny(mask, value, &all);
}
template <class T>
inline unsigned __match_all_sync(unsigned mask, T value, int* predicate) {
  bool all = false;
  const unsigned equal = kw_host::matchAny(mask, value, &all);
  *predicate = all;
  return all ? equal : 0;
}

#define KW_WARP_REDUCTION(name, type, expression)                                               \
  inline type __reduce_##name##_sync(unsigned mask, type value) {                               \
    return kw_host::reduceWarp(mask, value, [](type a, type b) -> type { return expression; }); \
  }
KW_WARP_REDUCTION(add, unsigned, a + b)
KW_WARP_REDUCTION(min, unsigned, a < b ? a : b)
KW_WARP_REDUCTION(max, unsigned, a < b ? b : a)
KW_WARP_REDUCTION(and, unsigned, a& b)
KW_WARP_REDUCTION(or, unsigned, a | b)
KW_WARP_REDUCTION(xor, unsigned, a ^ b)
KW_WARP_REDUCTION(add, int, static_cast<int>(static_cast<unsigned>(a) + static_cast<unsigned>(b)))
KW_WARP_REDUCTION(min, int, a < b ? a : b)
KW_WARP_REDUCTION(max, int, a < b ? b : a)
#undef KW_WARP_REDUCTION
