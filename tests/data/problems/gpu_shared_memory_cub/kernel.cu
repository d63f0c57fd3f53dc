// SPDX-License-Identifier: GPL-3.0-or-later
#include <cub/block/block_reduce.cuh>
__global__ void spread(float* out, const float* __restrict__ in) {
  using Reduce = cub::BlockReduce<float, 256>;
  __shared__ Reduce::TempStorage storage;
  float sum = 0.0f;
  for (int i = threadIdx.x; i < 16384; i += 256) sum += in[blockIdx.x * 16384ll + i] * static_cast<float>(i % 7);
  sum = Reduce(storage).Sum(sum);
  if (threadIdx.x == 0) out[blockIdx.x] = sum;
}
