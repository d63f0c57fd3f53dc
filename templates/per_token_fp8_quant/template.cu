// SPDX-License-Identifier: GPL-3.0-or-later
// Each token in fp8 (e4m3) with a scale of its own: scales[t] = max|x[t]| / 448, at least 1 / (448 * 512), and
// out[t][i] = x[t][i] / scales[t]. THREADS threads share a token, a block handles ROWS tokens. Each thread keeps its
// first KEEP groups of VEC elements in registers between the maximum and the conversion; what is beyond them is read
// again. The largest magnitude is found on the bits: without their sign they order as the numbers do.
#include <cuda_bf16.h>
#include <cuda_fp8.h>

template <int bytes> struct Word;
template <> struct Word<1> { using type = unsigned char; };
template <> struct Word<2> { using type = unsigned short; };
template <> struct Word<4> { using type = unsigned int; };
template <> struct Word<8> { using type = unsigned long long; };
template <> struct Word<16> { using type = uint4; };

// `count` elements in words of at most 16 bytes.
template <int count>
union Group {
  static constexpr int words = count > 8 ? count / 8 : 1;
  using W = typename Word<2 * count / words>::type;
  W word[words];
  unsigned short bits[count];
};

template <int count>
union Codes {
  typename Word<count>::type word;
  unsigned char code[count];
  unsigned short pair[(count + 1) / 2];
};

template <int count>
__device__ inline Group<count> load(const __nv_bfloat16* from) {
  Group<count> group;
  const auto* words = reinterpret_cast<const typename Group<count>::W*>(from);
#pragma unroll
  for (int w = 0; w < Group<count>::words; ++w) {
#if STREAM & 1
    group.word[w] = __ldcs(words + w);
#else
    group.word[w] = words[w];
#endif
  }
  return group;
}

template <int count>
__device__ inline void store(__nv_fp8_e4m3* to, const Codes<count>& codes) {
  auto* word = reinterpret_cast<typename Word<count>::type*>(to);
#if STREAM & 2
  __stcs(word, codes.word);
#else
  *word = codes.word;
#endif
}

template <int count>
__device__ inline unsigned largestBits(const Group<count>& group) {
  unsigned largest = 0;
#pragma unroll
  for (int e = 0; e < count; ++e) largest = max(largest, group.bits[e] & 0x7fffu);
  return largest;
}

__device__ inline float toFloat(unsigned short bits) { return __bfloat162float(__ushort_as_bfloat16(bits)); }

template <int count>
__device__ inline Codes<count> converted(const Group<count>& group, float inverse) {
  Codes<count> codes;
  if constexpr (PAIRS == 1 && count > 1) {
#pragma unroll
    for (int e = 0; e < count; e += 2) {
      const float2 two = make_float2(toFloat(group.bits[e]) * inverse, toFloat(group.bits[e + 1]) * inverse);
      codes.pair[e / 2] = __nv_cvt_float2_to_fp8x2(two, __NV_SATFINITE, __NV_E4M3);
    }
  } else {
#pragma unroll
    for (int e = 0; e < count; ++e) {
      codes.code[e] = __nv_cvt_float_to_fp8(toFloat(group.bits[e]) * inverse, __NV_SATFINITE, __NV_E4M3);
    }
  }
  return codes;
}

// The maximum over the THREADS threads of one token, given to all of them.
__device__ inline unsigned rowMaximum(unsigned value) {
#pragma unroll
  for (int distance = 16; distance > 0; distance /= 2) {
    value = max(value, __shfl_xor_sync(0xffffffffu, value, distance));
  }
#if THREADS > 32
  constexpr int warps = THREADS / 32;
  __shared__ unsigned partial[ROWS][warps];
  if (threadIdx.x % 32 == 0) partial[threadIdx.y][threadIdx.x / 32] = value;
  __syncthreads();
  value = 0;
#pragma unroll
  for (int w = 0; w < warps; ++w) value = max(value, partial[threadIdx.y][w]);
#endif
  return value;
}

// Every thread of the block comes here, also those of tokens beyond the last, since all meet in rowMaximum.
template <int count>
__device__ inline void quantise(__nv_fp8_e4m3* out, float* scale, const __nv_bfloat16* x, int width, bool present) {
  constexpr int step = THREADS * count;
  const int first = static_cast<int>(threadIdx.x) * count;
  const int end = present ? width : 0;
  unsigned largest = 0;
#if KEEP > 0
  Group<count> kept[KEEP];
#pragma unroll
  for (int k = 0; k < KEEP; ++k) {
    if (first + k * step < end) kept[k] = load<count>(x + first + k * step);
  }
#pragma unroll
  for (int k = 0; k < KEEP; ++k) {
    if (first + k * step < end) largest = max(largest, largestBits(kept[k]));
  }
#endif
  for (int i = first + KEEP * step; i < end; i += step) largest = max(largest, largestBits(load<count>(x + i)));

  const float magnitude = toFloat(static_cast<unsigned short>(rowMaximum(largest)));
  const float unit = fmaxf(magnitude / 448.0f, 1.0f / (448.0f * 512.0f));
  const float inverse = 1.0f / unit;
  if (present && threadIdx.x == 0) *scale = unit;

#if KEEP > 0
#pragma unroll
  for (int k = 0; k < KEEP; ++k) {
    const int i = first + k * step;
    if (i < end) store<count>(out + i, converted(kept[k], inverse));
  }
#endif
  for (int i = first + KEEP * step; i < end; i += step) store<count>(out + i, converted(load<count>(x + i), inverse));
}

__global__ void __launch_bounds__(THREADS * ROWS)
    per_token_fp8_quant(__nv_fp8_e4m3* __restrict__ out, float* __restrict__ scales,
                        const __nv_bfloat16* __restrict__ x, int width, int tokens) {
  const long long token = static_cast<long long>(blockIdx.x) * ROWS + threadIdx.y;
  const bool present = token < tokens;
  const long long row = present ? token : 0;
  // Codes are aligned to their count, groups to twice that but at most 16 bytes.
  if (width % VEC == 0) {
    quantise<VEC>(out + row * width, scales + row, x + row * width, width, present);
  } else {
    quantise<1>(out + row * width, scales + row, x + row * width, width, present);
  }
}
