// SPDX-License-Identifier: GPL-3.0-or-later
// total[0] = sum of in[0 .. n) in one launch. Every block sums a share of the input into partial[block]; the
// block that finishes last sums those in a fixed order, so that the result does not depend on which it is.
template <int count> struct Word;
template <> struct Word<1> { using type = float; };
template <> struct Word<2> { using type = float2; };
template <> struct Word<4> { using type = float4; };

template <int count>
union Pack {
  typename Word<count>::type word;
  float value[count];
};

// How many blocks have written their share. The last block sets it back for the next launch.
__device__ unsigned int finished = 0;

__device__ inline Pack<VEC> load(const float* from) {
  Pack<VEC> pack;
#if STREAM
  pack.word = __ldcs(reinterpret_cast<const Word<VEC>::type*>(from));
#else
  pack.word = *reinterpret_cast<const Word<VEC>::type*>(from);
#endif
  return pack;
}

// The sum over the block, in thread 0. May be called again after a barrier.
__device__ inline float blockSum(float sum) {
  __shared__ float partial[BLOCK / 32];
#pragma unroll
  for (int distance = 16; distance > 0; distance /= 2) sum += __shfl_xor_sync(0xffffffffu, sum, distance);
  if (threadIdx.x % 32 == 0) partial[threadIdx.x / 32] = sum;
  __syncthreads();
  sum = 0.0f;
  if (threadIdx.x == 0) {
#pragma unroll
    for (int w = 0; w < BLOCK / 32; ++w) sum += partial[w];
  }
  return sum;
}

__global__ void __launch_bounds__(BLOCK)
    sum_all(float* __restrict__ total, float* __restrict__ partial, const float* __restrict__ in, int n) {
  constexpr long long tile = BLOCK * VEC * UNROLL;
  const long long whole = n / tile * tile;
  float sums[UNROLL] = {};
  for (long long start = blockIdx.x * tile; start < whole; start += gridDim.x * tile) {
    Pack<VEC> packs[UNROLL];
#pragma unroll
    for (int k = 0; k < UNROLL; ++k) packs[k] = load(in + start + (k * BLOCK + static_cast<int>(threadIdx.x)) * VEC);
#pragma unroll
    for (int k = 0; k < UNROLL; ++k) {
#pragma unroll
      for (int e = 0; e < VEC; ++e) sums[k] += packs[k].value[e];
    }
  }
  float sum = 0.0f;
#pragma unroll
  for (int k = 0; k < UNROLL; ++k) sum += sums[k];
  // What is left after the last whole tile is less than a tile: spread over the blocks.
  for (long long i = whole + blockIdx.x * BLOCK + threadIdx.x; i < n; i += gridDim.x * BLOCK) sum += in[i];

  sum = blockSum(sum);
  __shared__ bool last;
  if (threadIdx.x == 0) {
    partial[blockIdx.x] = sum;
    __threadfence();
    last = atomicAdd(&finished, 1u) == gridDim.x - 1;
  }
  __syncthreads();
  if (!last) return;

  __threadfence();
  sum = 0.0f;
  for (unsigned i = threadIdx.x; i < gridDim.x; i += BLOCK) sum += __ldcg(partial + i);
  sum = blockSum(sum);
  if (threadIdx.x == 0) {
    total[0] = sum;
    finished = 0;
  }
}
