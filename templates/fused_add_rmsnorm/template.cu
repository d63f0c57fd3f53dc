// SPDX-License-Identifier: GPL-3.0-or-later
// residual[t] += x[t], then x[t] = residual[t] / sqrt(mean(residual[t]^2) + epsilon) * weight: both in place, sums in
// fp32. THREADS threads share a token, a block handles ROWS tokens. Each thread keeps its first KEEP packs of VEC
// sums in registers between the two passes; what is beyond them it reads again from where it has just written it.
// With EARLY_WEIGHT the weights of the kept packs are asked for before the sum is known.
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
  *reinterpret_cast<typename Word<2 * count>::type*>(to) = pack.word;
}

// For what is not read again.
template <int count>
__device__ inline void storeOnce(__nv_bfloat16* to, const Pack<count>& pack) {
#if STREAM & 2
  __stcs(reinterpret_cast<typename Word<2 * count>::type*>(to), pack.word);
#else
  store<count>(to, pack);
#endif
}

__device__ inline float toFloat(unsigned short bits) { return __bfloat162float(__ushort_as_bfloat16(bits)); }
__device__ inline unsigned short toBits(float value) { return __bfloat16_as_ushort(__float2bfloat16(value)); }

template <int count>
__device__ inline Pack<count> added(const Pack<count>& a, const Pack<count>& b) {
  Pack<count> total;
#pragma unroll
  for (int e = 0; e < count; ++e) total.bits[e] = toBits(toFloat(a.bits[e]) + toFloat(b.bits[e]));
  return total;
}

template <int count>
__device__ inline float sumOfSquares(const Pack<count>& pack) {
  float sum = 0.0f;
#pragma unroll
  for (int e = 0; e < count; ++e) {
    const float value = toFloat(pack.bits[e]);
    sum += value * value;
  }
  return sum;
}

template <int count>
__device__ inline Pack<count> scaled(const Pack<count>& total, const Pack<count>& weight, float scale) {
  Pack<count> result;
#pragma unroll
  for (int e = 0; e < count; ++e) {
    result.bits[e] = toBits(toFloat(total.bits[e]) * scale * toFloat(weight.bits[e]));
  }
  return result;
}

// The sum over the THREADS threads of one row, given to all of them.
__device__ inline float rowSum(float sum) {
#pragma unroll
  for (int distance = 16; distance > 0; distance /= 2) sum += __shfl_xor_sync(0xffffffffu, sum, distance);
#if THREADS > 32
  constexpr int warps = THREADS / 32;
  __shared__ float partial[ROWS][warps];
  if (threadIdx.x % 32 == 0) partial[threadIdx.y][threadIdx.x / 32] = sum;
  __syncthreads();
  sum = 0.0f;
#pragma unroll
  for (int w = 0; w < warps; ++w) sum += partial[threadIdx.y][w];
#endif
  return sum;
}

// Every thread of the block comes here, also those of rows beyond the last, since all meet in rowSum.
template <int count>
__device__ inline void addAndNormalise(__nv_bfloat16* x, __nv_bfloat16* residual, const __nv_bfloat16* weight,
                                       float epsilon, int width, bool present) {
  constexpr int step = THREADS * count;
  const int first = static_cast<int>(threadIdx.x) * count;
  const int end = present ? width : 0;
  float sum = 0.0f;
#if KEEP > 0
  Pack<count> kept[KEEP], addends[KEEP];
#pragma unroll
  for (int k = 0; k < KEEP; ++k) {
    const int i = first + k * step;
    if (i < end) {
      addends[k] = loadOnce<count>(x + i);
      kept[k] = loadOnce<count>(residual + i);
    }
  }
#if EARLY_WEIGHT
  Pack<count> weights[KEEP];
#pragma unroll
  for (int k = 0; k < KEEP; ++k) {
    if (first + k * step < end) weights[k] = load<count>(weight + first + k * step);
  }
#endif
#pragma unroll
  for (int k = 0; k < KEEP; ++k) {
    const int i = first + k * step;
    if (i < end) {
      kept[k] = added(kept[k], addends[k]);
      storeOnce<count>(residual + i, kept[k]);
      sum += sumOfSquares(kept[k]);
    }
  }
#endif
  for (int i = first + KEEP * step; i < end; i += step) {
    const Pack<count> total = added(load<count>(residual + i), loadOnce<count>(x + i));
    store<count>(residual + i, total);
    sum += sumOfSquares(total);
  }

  const float scale = rsqrtf(rowSum(sum) / width + epsilon);

#if KEEP > 0
#pragma unroll
  for (int k = 0; k < KEEP; ++k) {
    const int i = first + k * step;
#if EARLY_WEIGHT
    if (i < end) storeOnce<count>(x + i, scaled(kept[k], weights[k], scale));
#else
    if (i < end) storeOnce<count>(x + i, scaled(kept[k], load<count>(weight + i), scale));
#endif
  }
#endif
  for (int i = first + KEEP * step; i < end; i += step) {
    storeOnce<count>(x + i, scaled(load<count>(residual + i), load<count>(weight + i), scale));
  }
}

__global__ void __launch_bounds__(THREADS * ROWS)
    fused_add_rmsnorm(__nv_bfloat16* __restrict__ x, __nv_bfloat16* __restrict__ residual,
                      const __nv_bfloat16* __restrict__ weight, float epsilon, int width, int tokens) {
  const long long token = static_cast<long long>(blockIdx.x) * ROWS + threadIdx.y;
  const bool present = token < tokens;
  const long long start = present ? token * width : 0;
  if (width % VEC == 0) {
    addAndNormalise<VEC>(x + start, residual + start, weight, epsilon, width, present);
  } else {
    addAndNormalise<1>(x + start, residual + start, weight, epsilon, width, present);
  }
}
