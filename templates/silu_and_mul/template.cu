// SPDX-License-Identifier: GPL-3.0-or-later
// out[t][i] = silu(x[t][i]) * x[t][width + i]. A block handles one tile of BLOCK * VEC * UNROLL
// elements of one token, each thread UNROLL packs of VEC elements, all loaded before any is used.
#include <cuda_bf16.h>

// The type that moves `bytes` bytes in one instruction.
template <int bytes> struct Word;
template <> struct Word<2> { using type = unsigned short; };
template <> struct Word<4> { using type = unsigned int; };
template <> struct Word<8> { using type = uint2; };
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

__device__ inline unsigned short gated(unsigned short gate, unsigned short up) {
  const float g = toFloat(gate);
#if FAST_EXP
  const float activated = __fdividef(g, 1.0f + __expf(-g));
#else
  const float activated = g / (1.0f + expf(-g));
#endif
  return __bfloat16_as_ushort(__float2bfloat16(activated * toFloat(up)));
}

// `count` elements to a load; a row whose width is no multiple of VEC goes element by element.
template <int count>
__device__ inline void tile(__nv_bfloat16* row, const __nv_bfloat16* gate, const __nv_bfloat16* up, int first,
                            int end) {
  constexpr int packs = UNROLL * VEC / count;
  Pack<count> g[packs], u[packs];
#pragma unroll
  for (int k = 0; k < packs; ++k) {
    const int i = first + (k * BLOCK + static_cast<int>(threadIdx.x)) * count;
    if (i < end) {
      g[k] = load<count>(gate + i);
      u[k] = load<count>(up + i);
    }
  }
#pragma unroll
  for (int k = 0; k < packs; ++k) {
    const int i = first + (k * BLOCK + static_cast<int>(threadIdx.x)) * count;
    if (i < end) {
      Pack<count> result;
#pragma unroll
      for (int e = 0; e < count; ++e) result.bits[e] = gated(g[k].bits[e], u[k].bits[e]);
      store<count>(row + i, result);
    }
  }
}

__global__ void __launch_bounds__(BLOCK)
    silu_and_mul(__nv_bfloat16* __restrict__ out, const __nv_bfloat16* __restrict__ x, int width) {
  constexpr int perBlock = BLOCK * VEC * UNROLL;
  const unsigned tiles = (width + perBlock - 1) / perBlock;
  const long long token = blockIdx.x / tiles;
  const int first = static_cast<int>(blockIdx.x % tiles) * perBlock;
  const __nv_bfloat16* gate = x + token * 2 * width;
  const int end = min(width, first + perBlock);
  if (width % VEC == 0) {
    tile<VEC>(out + token * width, gate, gate + width, first, end);
  } else {
    tile<1>(out + token * width, gate, gate + width, first, end);
  }
}
