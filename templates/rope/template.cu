// SPDX-License-Identifier: GPL-3.0-or-later
// Rotary position embedding of queries and keys, in place, in the order of GPT-NeoX: element i of a head and element
// i + pairs are turned by the angle of pair i at the token's position. A row of the cache holds the cosines of a
// position, then its sines. A thread takes VEC pairs of HEADS heads of one token, queries and keys alike, and reads
// their cosines and sines once.
#include <cuda_bf16.h>

template <int bytes> struct Word;
template <> struct Word<2> { using type = unsigned short; };
template <> struct Word<4> { using type = unsigned int; };
template <> struct Word<8> { using type = unsigned long long; };
template <> struct Word<16> { using type = uint4; };

template <int count>
union Pack {
  typename Word<2 * count>::type word;
  unsigned short bits[count];
};

template <int count>
__device__ inline Pack<count> load(const __nv_bfloat16* from) {
  Pack<count> pack;
  pack.word = *reinterpret_cast<const typename Word<2 * count>::type*>(from);
  return pack;
}

// For what is read once.
template <int count>
__device__ inline Pack<count> loadOnce(const __nv_bfloat16* from) {
#if STREAM & 1
  Pack<count> pack;
  pack.word = __ldcs(reinterpret_cast<const typename Word<2 * count>::type*>(from));
  return pack;
#else
  return load<count>(from);
#endif
}

template <int count>
__device__ inline void store(__nv_bfloat16* to, const Pack<count>& pack) {
  using W = typename Word<2 * count>::type;
#if STREAM & 2
  __stcs(reinterpret_cast<W*>(to), pack.word);
#else
  *reinterpret_cast<W*>(to) = pack.word;
#endif
}

__device__ inline float toFloat(unsigned short bits) { return __bfloat162float(__ushort_as_bfloat16(bits)); }
__device__ inline unsigned short toBits(float value) { return __bfloat16_as_ushort(__float2bfloat16(value)); }

template <int count>
__device__ inline void turn(Pack<count>& first, Pack<count>& second, const Pack<count>& cosines,
                            const Pack<count>& sines) {
#pragma unroll
  for (int e = 0; e < count; ++e) {
    const float a = toFloat(first.bits[e]);
    const float b = toFloat(second.bits[e]);
    const float c = toFloat(cosines.bits[e]);
    const float s = toFloat(sines.bits[e]);
    first.bits[e] = toBits(a * c - b * s);
    second.bits[e] = toBits(b * c + a * s);
  }
}

// Work is counted in 32 bits where that is enough, since dividing 64 takes long.
template <int count, class Index>
__device__ inline void turnHeads(__nv_bfloat16* query, __nv_bfloat16* key, const __nv_bfloat16* cache,
                                 const long long* positions, int heads, int keyHeads, int pairs, int tokens) {
  const Index packs = pairs / count;
  const Index groups = (heads + keyHeads + HEADS - 1) / HEADS;
  const Index index = static_cast<Index>(blockIdx.x) * BLOCK + threadIdx.x;
  const Index row = index / packs;
  const long long token = row / groups;
  if (token >= tokens) return;
  const int pair = static_cast<int>(index % packs) * count;
  const int group = static_cast<int>(row % groups);
#if SPREAD
  const int firstHead = group;
  const int step = static_cast<int>(groups);
#else
  const int firstHead = group * HEADS;
  constexpr int step = 1;
#endif
  const __nv_bfloat16* angles = cache + positions[token] * 2 * pairs + pair;
  const Pack<count> cosines = load<count>(angles);
  const Pack<count> sines = load<count>(angles + pairs);
  Pack<count> first[HEADS], second[HEADS];
  const auto place = [&](int head) {
    return (head < heads ? query + (token * heads + head) * 2 * pairs
                         : key + (token * keyHeads + head - heads) * 2 * pairs) +
           pair;
  };
#pragma unroll
  for (int h = 0; h < HEADS; ++h) {
    const int head = firstHead + h * step;
    if (head < heads + keyHeads) {
      first[h] = loadOnce<count>(place(head));
      second[h] = loadOnce<count>(place(head) + pairs);
    }
  }
#pragma unroll
  for (int h = 0; h < HEADS; ++h) {
    const int head = firstHead + h * step;
    if (head < heads + keyHeads) {
      turn(first[h], second[h], cosines, sines);
      store<count>(place(head), first[h]);
      store<count>(place(head) + pairs, second[h]);
    }
  }
}

template <int count>
__device__ inline void turnAll(__nv_bfloat16* query, __nv_bfloat16* key, const __nv_bfloat16* cache,
                               const long long* positions, int heads, int keyHeads, int pairs, int tokens) {
  const long long packs = static_cast<long long>(tokens) * ((heads + keyHeads + HEADS - 1) / HEADS) * (pairs / count);
  if (packs < (1ll << 32) - BLOCK) {
    turnHeads<count, unsigned>(query, key, cache, positions, heads, keyHeads, pairs, tokens);
  } else {
    turnHeads<count, long long>(query, key, cache, positions, heads, keyHeads, pairs, tokens);
  }
}

__global__ void __launch_bounds__(BLOCK)
    rope(__nv_bfloat16* __restrict__ query, __nv_bfloat16* __restrict__ key, const __nv_bfloat16* __restrict__ cache,
         const long long* __restrict__ positions, int heads, int key_heads, int pairs, int tokens) {
  if (pairs % VEC == 0) {
    turnAll<VEC>(query, key, cache, positions, heads, key_heads, pairs, tokens);
  } else {
    turnAll<1>(query, key, cache, positions, heads, key_heads, pairs, tokens);
  }
}
