// SPDX-License-Identifier: GPL-3.0-or-later
// Joins the attention over two parts of the keys, each with the logarithm of its sum of exponentials (lse):
// out = (prefix * exp(prefix_lse) + suffix * exp(suffix_lse)) / (exp(prefix_lse) + exp(suffix_lse)), and the lse of
// both together. A part without keys has an lse of -infinity (+infinity counts as that); where both have, the prefix
// is what comes out. Outputs are [token][head][size], lses [head][token]. Each thread handles UNROLL packs of VEC
// elements; unless SKIP is set, all of them are asked for before the shares are known. Packs are counted in 32 bits
// where that is enough, since dividing 64 takes long.
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
  using W = typename Word<2 * count>::type;
  Pack<count> pack;
#if STREAM & 1
  pack.word = __ldcs(reinterpret_cast<const W*>(from));
#else
  pack.word = *reinterpret_cast<const W*>(from);
#endif
  return pack;
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

struct Shares {
  float prefix, suffix, lse;
};

__device__ inline Shares sharesOf(float p, float s) {
  if (isinf(p)) p = -INFINITY;
  if (isinf(s)) s = -INFINITY;
  const float largest = fmaxf(p, s);
  if (isinf(largest)) return {1.0f, 0.0f, largest};
#if FAST_EXP
  p = __expf(p - largest);
  s = __expf(s - largest);
  return {__fdividef(p, p + s), __fdividef(s, p + s), __logf(p + s) + largest};
#else
  p = expf(p - largest);
  s = expf(s - largest);
  return {p / (p + s), s / (p + s), logf(p + s) + largest};
#endif
}

template <int count>
__device__ inline Pack<count> merged(const Pack<count>& a, const Pack<count>& b, const Shares& shares) {
  Pack<count> result;
#pragma unroll
  for (int e = 0; e < count; ++e) {
    const float value = toFloat(a.bits[e]) * shares.prefix + toFloat(b.bits[e]) * shares.suffix;
    result.bits[e] = __bfloat16_as_ushort(__float2bfloat16(value));
  }
  return result;
}

template <int count, class Index>
__device__ inline void mergePacks(__nv_bfloat16* out, float* outLse, const __nv_bfloat16* prefix,
                                  const float* prefixLse, const __nv_bfloat16* suffix, const float* suffixLse,
                                  Index tokens, Index heads, Index packs) {
  const Index all = tokens * heads * packs;
#if SPREAD
  const Index first = static_cast<Index>(blockIdx.x) * (BLOCK * UNROLL) + threadIdx.x;
  constexpr Index step = BLOCK;
#else
  const Index first = (static_cast<Index>(blockIdx.x) * BLOCK + threadIdx.x) * UNROLL;
  constexpr Index step = 1;
#endif
  Pack<count> a[UNROLL], b[UNROLL];
  float p[UNROLL], s[UNROLL];
  Index places[UNROLL];
#pragma unroll
  for (int k = 0; k < UNROLL; ++k) {
    const Index index = first + k * step;
    if (index < all) {
      const Index row = index / packs;
      places[k] = row % heads * tokens + row / heads;
      p[k] = prefixLse[places[k]];
      s[k] = suffixLse[places[k]];
#if !SKIP
      a[k] = load<count>(prefix + static_cast<long long>(index) * count);
      b[k] = load<count>(suffix + static_cast<long long>(index) * count);
#endif
    }
  }
#pragma unroll
  for (int k = 0; k < UNROLL; ++k) {
    const Index index = first + k * step;
    if (index < all) {
      const Shares shares = sharesOf(p[k], s[k]);
#if SKIP
      a[k].word = {};
      b[k].word = {};
      if (shares.prefix != 0.0f) a[k] = load<count>(prefix + static_cast<long long>(index) * count);
      if (shares.suffix != 0.0f) b[k] = load<count>(suffix + static_cast<long long>(index) * count);
#endif
      store<count>(out + static_cast<long long>(index) * count, merged(a[k], b[k], shares));
      if (index % packs == 0) outLse[places[k]] = shares.lse;
    }
  }
}

template <int count>
__device__ inline void merge(__nv_bfloat16* out, float* outLse, const __nv_bfloat16* prefix, const float* prefixLse,
                             const __nv_bfloat16* suffix, const float* suffixLse, int tokens, int heads, int size) {
  const long long packs = size / count;
  // A block's worth of room, since a thread also counts past the end.
  if (packs * tokens * heads < (1ll << 32) - 16384) {
    mergePacks<count, unsigned>(out, outLse, prefix, prefixLse, suffix, suffixLse, tokens, heads,
                                static_cast<unsigned>(packs));
  } else {
    mergePacks<count, long long>(out, outLse, prefix, prefixLse, suffix, suffixLse, tokens, heads, packs);
  }
}

__global__ void __launch_bounds__(BLOCK)
    merge_attn_states(__nv_bfloat16* __restrict__ out, float* __restrict__ out_lse,
                      const __nv_bfloat16* __restrict__ prefix, const float* __restrict__ prefix_lse,
                      const __nv_bfloat16* __restrict__ suffix, const float* __restrict__ suffix_lse, int tokens,
                      int heads, int size) {
  if (size % VEC == 0) {
    merge<VEC>(out, out_lse, prefix, prefix_lse, suffix, suffix_lse, tokens, heads, size);
  } else {
    merge<1>(out, out_lse, prefix, prefix_lse, suffix, suffix_lse, tokens, heads, size);
  }
}
