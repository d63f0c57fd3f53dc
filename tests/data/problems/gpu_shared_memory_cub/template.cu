// SPDX-License-Identifier: GPL-3.0-or-later
// The whole row, 64 KiB of it, waits in dynamic shared memory.
#include <cub/block/block_reduce.cuh>
__global__ void spread(float* out, const float* __restrict__ in) {
  using Reduce = cub::BlockReduce<float, BLOCK>;
  __shared__ Reduce::TempStorage storage;
  extern __shared__ float row[];
  for (int i = threadIdx.x * VEC; i < 16384; i += BLOCK * VEC) {
#pragma unroll
    for (int e = 0; e < VEC; ++e) row[i + e] = in[blockIdx.x * 16384ll + i + e];
  }
  __syncthreads();
  float sum = 0.0f;
  for (int i = threadIdx.x; i < 16384; i += BLOCK) sum += row[i] * static_cast<float>(i % 7);
  sum = Reduce(storage).Sum(sum);
  if (threadIdx.x == 0) out[blockIdx.x] = sum;
}
