// SPDX-License-Identifier: GPL-3.0-or-later
// y[t] = (x[t] - mean(x[t])) / sqrt(variance(x[t]) + epsilon) * weight + bias, sums in fp32. THREADS threads share a
// row, a block handles ROWS rows. Each thread keeps its first KEEP packs of VEC elements in registers between the
// passes; what is beyond them is read again. With ONE_PASS mean and variance come from the sums of d and d^2, where
// d = x[t][i] - x[t][0]: the mean of d^2 is then at most `width` + 1 times the variance, whatever the row holds, so
// that little is lost in the difference. With EARLY_WEIGHT weight and bias are asked for before the sums are known.
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

struct Sums {
  float first, second;
};

// Adds the pack's d and d^2, where d is the distance from `origin`.
template <int count>
__device__ inline void add(Sums& sums, const Pack<count>& pack, float origin) {
#pragma unroll
  for (int e = 0; e < count; ++e) {
    const float d = toFloat(pack.bits[e]) - origin;
    sums.first += d;
    sums.second += d * d;
  }
}

template <int count>
__device__ inline Pack<count> scaled(const Pack<count>& x, const Pack<count>& weight, const Pack<count>& bias,
                                     float mean, float scale) {
  Pack<count> result;
#pragma unroll
  for (int e = 0; e < count; ++e) {
    const float value = (toFloat(x.bits[e]) - mean) * scale * toFloat(weight.bits[e]) + toFloat(bias.bits[e]);
    result.bits[e] = __bfloat16_as_ushort(__float2bfloat16(value));
  }
  return result;
}

// The sums over the THREADS threads of one row, given to all of them. `turn` 0 and 1 use places of their own, so that
// no barrier is needed between the two.
template <int turn>
__device__ inline Sums rowSums(Sums sums) {
#pragma unroll
  for (int distance = 16; distance > 0; distance /= 2) {
    sums.first += __shfl_xor_sync(0xffffffffu, sums.first, distance);
    sums.second += __shfl_xor_sync(0xffffffffu, sums.second, distance);
  }
#if THREADS > 32
  constexpr int warps = THREADS / 32;
  __shared__ float partial[ROWS][warps][2];
  if (threadIdx.x % 32 == 0) {
    partial[threadIdx.y][threadIdx.x / 32][0] = sums.first;
    partial[threadIdx.y][threadIdx.x / 32][1] = sums.second;
  }
  __syncthreads();
  sums = {0.0f, 0.0f};
#pragma unroll
  for (int w = 0; w < warps; ++w) {
    sums.first += partial[threadIdx.y][w][0];
    sums.second += partial[threadIdx.y][w][1];
  }
#endif
  return sums;
}

// Every thread of the block comes here, also those of rows beyond the last, since all meet in rowSums.
template <int count>
__device__ inline void normalise(__nv_bfloat16* y, const __nv_bfloat16* x, const __nv_bfloat16* weight,
                                 const __nv_bfloat16* bias, float epsilon, int width, bool present) {
  constexpr int step = THREADS * count;
  const int first = static_cast<int>(threadIdx.x) * count;
  const int end = present ? width : 0;
#if KEEP > 0
  Pack<count> kept[KEEP];
#pragma unroll
  for (int k = 0; k < KEEP; ++k) {
    if (first + k * step < end) kept[k] = loadOnce<count>(x + first + k * step);
  }
#if EARLY_WEIGHT
  Pack<count> weights[KEEP], biases[KEEP];
#pragma unroll
  for (int k = 0; k < KEEP; ++k) {
    if (first + k * step < end) {
      weights[k] = load<count>(weight + first + k * step);
      biases[k] = load<count>(bias + first + k * step);
    }
  }
#endif
#endif
  const auto sumsAround = [&](float origin) {
    Sums sums{0.0f, 0.0f};
#if KEEP > 0
#pragma unroll
    for (int k = 0; k < KEEP; ++k) {
      if (first + k * step < end) add(sums, kept[k], origin);
    }
#endif
    for (int i = first + KEEP * step; i < end; i += step) add(sums, load<count>(x + i), origin);
    return sums;
  };
#if ONE_PASS
  const float origin = __bfloat162float(x[0]);
  const Sums sums = rowSums<0>(sumsAround(origin));
  const float distance = sums.first / width;
  const float mean = origin + distance;
  const float variance = fmaxf(sums.second / width - distance * distance, 0.0f);
#else
  const float mean = rowSums<0>(sumsAround(0.0f)).first / width;
  const float variance = rowSums<1>(sumsAround(mean)).second / width;
#endif
  const float scale = rsqrtf(variance + epsilon);

#if KEEP > 0
#pragma unroll
  for (int k = 0; k < KEEP; ++k) {
    const int i = first + k * step;
#if EARLY_WEIGHT
    if (i < end) store<count>(y + i, scaled(kept[k], weights[k], biases[k], mean, scale));
#else
    if (i < end) {
      store<count>(y + i, scaled(kept[k], load<count>(weight + i), load<count>(bias + i), mean, scale));
    }
#endif
  }
#endif
  for (int i = first + KEEP * step; i < end; i += step) {
    store<count>(y + i, scaled(load<count>(x + i), load<count>(weight + i), load<count>(bias + i), mean, scale));
  }
}

__global__ void __launch_bounds__(THREADS * ROWS)
    layernorm(__nv_bfloat16* __restrict__ y, const __nv_bfloat16* __restrict__ x,
              const __nv_bfloat16* __restrict__ weight, const __nv_bfloat16* __restrict__ bias, float epsilon,
              int width, int tokens) {
  const long long token = static_cast<long long>(blockIdx.x) * ROWS + threadIdx.y;
  const bool present = token < tokens;
  const long long start = present ? token * width : 0;
  if (width % VEC == 0) {
    normalise<VEC>(y + start, x + start, weight, bias, epsilon, width, present);
  } else {
    normalise<1>(y + start, x + start, weight, bias, epsilon, width, present);
  }
}
